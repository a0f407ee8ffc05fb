//! The header of a kernel compiles in C and OpenCL C, and its numbers are those that `docs/reference/indirect-kernels.md`
//! has for authors of drivers in C.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use mali_indirect::{IndexType, IndirectDraw, IndirectIndices, IndirectVertices, Kernel, Language};
use mali_instancing::draw::{BufferRange, Pipeline, VertexAttribute, VertexBuffer};
use mali_instancing::{Arch, Format, InputRate};

/// The macros of every header, after the name of its draw.
const OF_ALL: &str = "
    WORKGROUP 64
    PARAMETER_MAXIMUM 0 PARAMETER_FIRST_COUNT 1 PARAMETER_FIRST_COMMAND 2 PARAMETER_COMMAND_WORDS 3
    PARAMETER_VARYING_UNITS 4 PARAMETER_FIRST_INDEX 5 PARAMETER_INDICES 6 PARAMETER_FIRST_BUFFER 7
    PARAMETER_FIRST_PLACE 8 PARAMETER_WORDS 12
    STATUS_DRAWN 0 STATUS_EMPTY 1 STATUS_VERTEX_COUNT 2 STATUS_INSTANCE_COUNT 3 STATUS_INVOCATION 4
    STATUS_OFFSET 5 STATUS_INSTANCE_ID 6 STATUS_INDICES 7 STATUS_VARYINGS 8";

/// The words of a draw. Two buffers have eight words each, the null terminator four, two attributes two each. After
/// them are eleven words, and zeros up to the next 64 bytes.
const WORDS: &str = "
    DRAW_BUFFERS 0 DRAW_ATTRIBUTES 20 DRAW_STATUS 24 DRAW_DRAW 25 DRAW_INVOCATION 27 DRAW_PRIMITIVE 29
    DRAW_FIRST_INDEX 31 DRAW_FIRST_INSTANCE 32 DRAW_VARYINGS 33 DRAW_WORDS 48";

/// The words of a draw's places.
const PLACES: &str = "
    PLACE_BUFFERS 0 PLACE_ATTRIBUTES 1 PLACE_STATUS 2 PLACE_FIRST_INSTANCE 3 PLACE_VARYINGS 4
    PLACE_PRIMITIVE 5 PLACE_HEADER0 6 PLACE_DRAW0 7 PLACE_INVOCATION0 8 PLACE_HEADER1 9 PLACE_DRAW1 10
    PLACE_INVOCATION1 11 PLACE_INDEX_ADDRESS 12 PLACE_BOUNDS 14 PLACE_WORDS 16";

const OPENCL: &str = "
    ARGUMENT_COMMANDS 0 ARGUMENT_DRAW_COUNT 1 ARGUMENT_PARAMETERS 2 ARGUMENT_DRAWS 3 ARGUMENT_BOUNDS 4
    ARGUMENT_HEAP 5 ARGUMENT_COMMANDS_WORDS 6 ARGUMENT_DRAW_COUNT_WORDS 7 ARGUMENT_PARAMETERS_WORDS 8
    ARGUMENT_DRAWS_WORDS 9 ARGUMENT_BOUNDS_WORDS 10 ARGUMENT_HEAP_WORDS 11
    INDEX_BOUNDS_ARGUMENT_COMMANDS 0 INDEX_BOUNDS_ARGUMENT_DRAW_COUNT 1 INDEX_BOUNDS_ARGUMENT_PARAMETERS 2
    INDEX_BOUNDS_ARGUMENT_BOUNDS 3 INDEX_BOUNDS_ARGUMENT_INDICES 4 INDEX_BOUNDS_ARGUMENT_COMMANDS_WORDS 5
    INDEX_BOUNDS_ARGUMENT_DRAW_COUNT_WORDS 6 INDEX_BOUNDS_ARGUMENT_PARAMETERS_WORDS 7
    INDEX_BOUNDS_ARGUMENT_BOUNDS_WORDS 8 INDEX_BOUNDS_ARGUMENT_INDICES_WORDS 9";

const GLSL: &str = "
    BINDING_COMMANDS 0 BINDING_DRAW_COUNT 1 BINDING_PARAMETERS 2 BINDING_DRAWS 3 BINDING_BOUNDS 4 BINDING_HEAP 5
    INDEX_BOUNDS_BINDING_COMMANDS 0 INDEX_BOUNDS_BINDING_DRAW_COUNT 1 INDEX_BOUNDS_BINDING_PARAMETERS 2
    INDEX_BOUNDS_BINDING_BOUNDS 4 INDEX_BOUNDS_BINDING_INDICES 6";

const GLSL_ES: &str = "
    BINDING_COMMANDS 0 BINDING_DRAW_COUNT 1 BINDING_DRAWS 3 BINDING_PARAMETERS 4
    INDEX_BOUNDS_BINDING_COMMANDS 0 INDEX_BOUNDS_BINDING_DRAW_COUNT 1 INDEX_BOUNDS_BINDING_INDICES 2
    INDEX_BOUNDS_BINDING_DRAWS 3 INDEX_BOUNDS_BINDING_PARAMETERS 4";

const IN_MEMORY: &str = "BINDING_VERTEX_BUFFERS 7";

/// The page's structures of C, and their members at the words that the macros say.
const STRUCTURES: &str = "
#include <stddef.h>
#define AT(member, word) SAME(offsetof(struct draw_places, member), 4 * (word))
AT(buffers, CUBE_PLACE_BUFFERS);
AT(attributes, CUBE_PLACE_ATTRIBUTES);
AT(status, CUBE_PLACE_STATUS);
AT(first_instance, CUBE_PLACE_FIRST_INSTANCE);
AT(varyings, CUBE_PLACE_VARYINGS);
AT(primitive, CUBE_PLACE_PRIMITIVE);
AT(jobs[0].header, CUBE_PLACE_HEADER0);
AT(jobs[0].draw, CUBE_PLACE_DRAW0);
AT(jobs[0].invocation, CUBE_PLACE_INVOCATION0);
AT(jobs[1].header, CUBE_PLACE_HEADER1);
AT(jobs[1].draw, CUBE_PLACE_DRAW1);
AT(jobs[1].invocation, CUBE_PLACE_INVOCATION1);
AT(index_address, CUBE_PLACE_INDEX_ADDRESS);
AT(bounds, CUBE_PLACE_BOUNDS);
SAME(sizeof(struct draw_places), 4 * CUBE_PLACE_WORDS);
";

static BUFFERS: [VertexBuffer; 2] = [
    VertexBuffer::new(20, InputRate::Vertex),
    VertexBuffer::new(64, InputRate::from_gl_divisor(3)),
];

static RANGES: [BufferRange; 2] = [
    BufferRange::new(0x1000_0000, 1400),
    BufferRange::new(0x2000_0010, 2176),
];

static ATTRIBUTES: [VertexAttribute; 2] = [
    VertexAttribute::new(0, Format::R32G32B32_SFLOAT, 0),
    VertexAttribute::new(1, Format::R32G32B32A32_SFLOAT, 0),
];

/// An indexed draw with bounds that a kernel finds, and varyings.
pub(crate) fn draw() -> IndirectDraw<'static> {
    IndirectDraw {
        vertices: IndirectVertices::Indexed(IndirectIndices {
            index_type: IndexType::U16,
            restart_index: None,
            bounds: None,
        }),
        varyings: 32,
        buffers: &BUFFERS,
        attributes: &ATTRIBUTES,
        ranges: &RANGES,
        ..IndirectDraw::new(Pipeline::new(Arch::V7))
    }
}

/// The header, and an assertion for each number. It has no macro besides these and its guard.
fn with_assertions(header: &str, golden: &[&str]) -> String {
    let mut text = format!("{header}\n#define JOIN(a, b) a##b\n#define NAME(a, b) JOIN(a, b)\n");
    text += "#define SAME(a, b) typedef char NAME(same_, __LINE__)[(a) == (b) ? 1 : -1]\n";
    let golden = golden.concat();
    let words: Vec<&str> = golden.split_whitespace().collect();
    for pair in words.chunks(2) {
        let _ = writeln!(text, "SAME(CUBE_{}, {});", pair[0], pair[1]);
    }
    let defined = header.matches("#define ").count();
    assert_eq!(defined, words.len() / 2 + 1, "{header}");
    text
}

/// Compiles a file without a warning, and returns whether the compiler is there.
fn compiles(folder: &Path, compiler: &str, arguments: &[&str], file: &str) -> bool {
    let compiler = Command::new(compiler)
        .args(["-fsyntax-only", "-Wall", "-Wextra", "-Werror"])
        .args(arguments)
        .arg(file)
        .current_dir(folder)
        .output();
    let Ok(output) = compiler else {
        eprintln!("skipped: {file} is not compiled: no compiler");
        return false;
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{file}, {arguments:?}: {errors}");
    true
}

fn page_structures() -> String {
    let page =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/indirect-kernels.md");
    let page = fs::read_to_string(page).unwrap();
    let blocks = page.split("```").filter(|block| block.starts_with("c\n"));
    let blocks: Vec<&str> = blocks.map(|block| &block[2..]).collect();
    assert_eq!(blocks.len(), 2, "the vertex buffer, and the places");
    blocks.concat()
}

#[test]
fn a_header_has_the_numbers_of_the_page_in_c() {
    let folder = tempfile::tempdir().unwrap();
    let (draw, name) = (draw(), "cube");
    let kernel = Kernel::new(&draw).unwrap();
    let without_buffers = IndirectDraw {
        ranges: &[],
        ..draw
    };
    let in_memory = Kernel::with_buffers_in_memory(&without_buffers).unwrap();
    let in_place = Kernel::new(&draw).unwrap().in_place();
    let places = with_assertions(
        &in_place.header(name, Language::Wgsl),
        &[OF_ALL, PLACES, GLSL],
    );
    let texts = [
        with_assertions(
            &kernel.header(name, Language::OpenCl),
            &[OF_ALL, WORDS, OPENCL],
        ),
        with_assertions(&kernel.header(name, Language::Glsl), &[OF_ALL, WORDS, GLSL]),
        with_assertions(
            &kernel.header(name, Language::GlslEs),
            &[OF_ALL, WORDS, GLSL_ES],
        ),
        with_assertions(
            &in_memory.header(name, Language::Glsl),
            &[OF_ALL, WORDS, GLSL, " ", IN_MEMORY],
        ),
        places + &page_structures() + STRUCTURES,
    ];
    for (number, text) in texts.iter().enumerate() {
        let file = format!("{number}.c");
        fs::write(folder.path().join(&file), text).unwrap();
        for edition in ["-std=c99", "-std=c17"] {
            if !compiles(
                folder.path(),
                "gcc",
                &["-pedantic", "-Wconversion", edition],
                &file,
            ) {
                return;
            }
        }
    }
}

/// The kernel's source comes after the header, and another kernel that uses its numbers after both.
#[test]
fn a_header_is_opencl_c() {
    const USE: &str = "
kernel void count_drawn(global const uint *draws, global uint *count)
{
    if (draws[CUBE_DRAW_WORDS * get_global_id(0) + CUBE_DRAW_STATUS] == CUBE_STATUS_DRAWN)
        atomic_inc(&count[0]);
}
";
    let folder = tempfile::tempdir().unwrap();
    let draw = draw();
    let kernel = Kernel::new(&draw).unwrap();
    let header = kernel.header("cube", Language::OpenCl);
    let header = with_assertions(&header, &[OF_ALL, WORDS, OPENCL]);
    let text = header + &kernel.source(Language::OpenCl) + USE;
    fs::write(folder.path().join("kernels.cl"), text).unwrap();
    // Each kernel has the length of each buffer, whether or not it reads it.
    let arguments = ["-x", "cl", "-cl-std=CL1.2", "-Wno-unused-parameter"];
    compiles(folder.path(), "clang", &arguments, "kernels.cl");
}
