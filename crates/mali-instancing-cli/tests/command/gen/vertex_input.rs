//! `gen` for a whole draw: `[[vertex_input]]`.

use std::fmt::Write;
use std::fs;

use mali_instancing::draw::{BufferRange, VertexInput};
use mali_instancing::vertex_input;
use object::{Object, ObjectSection, ObjectSymbol, SymbolKind};
use serde_json::json;

use crate::tools::{C, CPP, assert_prints, assert_reads_assembly, is_there, run, run_rust};
use crate::{accept, assert_contains, generate, generate_json, refuse};

/// The draw of the documentation.
const CUBE: &str = include_str!("../../../../../tests/manifests/cube.toml");

/// Its words, by the layout of the descriptors.
const CUBE_BUFFERS: [[u32; 4]; 5] = [
    // Modulus, and no continuation: 72 is 9 · 2^3, so R is 3 and P is 4.
    [0x1000_0000 | 3, 3 << 24 | 4 << 29, 20, 1400],
    [0, 0, 0, 0],
    // 216 is no power of two. The base is aligned, the size larger by what that left over.
    [0x2000_0000 | 4, 7 << 24 | 1 << 29, 64, 2176 + 16],
    [0x20, 0x17b4_25ed, 0, 3],
    // V7 reads one descriptor past the end.
    [0, 0, 0, 0],
];
const CUBE_ATTRIBUTES: [[u32; 2]; 3] = [
    [0x0b_7010 << 10 | 1 << 9, 0],
    [0x0a_c010 << 10 | 1 << 9, 12],
    // Descriptor 2 is the first of the second buffer, and the offset has what was left over.
    [0x0b_f000 << 10 | 1 << 9 | 2, 16],
];
const CUBE_DRAW: [u32; 2] = [(4 << 5 | 3) << 16, 0];
/// 70 − 1 takes seven bits, 100 − 1 those from bit 7 on.
const CUBE_INVOCATION: [u32; 2] = [(100 - 1) << 7 | (70 - 1), 2 << 28 | 7 << 22];

fn texts(words: &[u32]) -> Vec<String> {
    words.iter().map(|word| format!("{word:#010x}")).collect()
}

fn cube_tables() -> Vec<u32> {
    [CUBE_BUFFERS.as_flattened(), CUBE_ATTRIBUTES.as_flattened()].concat()
}

/// Both draws of [`two_draws`], in the order in which every language has their words.
fn two_draws_words() -> Vec<u32> {
    [
        &POINTS_WORDS[..],
        &cube_tables(),
        &CUBE_DRAW,
        &CUBE_INVOCATION,
    ]
    .concat()
}

/// The manifest's words are those that the macro's constant writes when it is bound to the ranges.
#[track_caller]
fn assert_bound<const BUFFERS: usize, const ATTRIBUTES: usize, const WORDS: usize>(
    manifest: &str,
    input: &VertexInput<BUFFERS, ATTRIBUTES, WORDS>,
    ranges: [(u64, u32); BUFFERS],
) {
    let ranges = ranges.map(|(address, size)| BufferRange {
        address,
        size: Some(size),
    });
    let mut words = vec![0; input.words_needed()];
    let tables = input.write(&ranges, &mut words).unwrap();
    let descriptor = &generate_json(manifest)["vertex_inputs"][0];
    let optional = |words: Option<[u32; 2]>| words.map(|words| texts(&words));
    assert_eq!(
        descriptor["buffer_words"],
        json!(texts(&words[tables.buffers]))
    );
    assert_eq!(
        descriptor["attribute_words"],
        json!(texts(&words[tables.attributes]))
    );
    assert_eq!(
        descriptor["draw_words"],
        json!(optional(input.draw_words()))
    );
    assert_eq!(
        descriptor["invocation_words"],
        json!(optional(input.invocation_words()))
    );
}

#[test]
fn a_draw_has_the_words_of_the_macros_constant() {
    vertex_input! {
        const CUBE_CONSTANT: arch = v7, vertices = 70, instances = 100;
        buffer mesh { stride = 20 }
        buffer model { stride = 64, divisor = 3 }
        attribute position: mesh { format = R32G32B32_SFLOAT }
        attribute uv: mesh { format = R16G16_UNORM, offset = 12 }
        attribute row0: model { format = R32G32B32A32_SFLOAT }
    }
    assert_bound(
        CUBE,
        &CUBE_CONSTANT,
        [(0x1000_0000, 1400), (0x2000_0010, 2176)],
    );

    vertex_input! {
        const WITH_IDS: arch = v5, vertices = 70, first_vertex = 7, first_instance = 2, padding = tight;
        buffer mesh { stride = 8 }
        buffer model { stride = 64, divisor = 2 }
        attribute instance: instance_id;
        attribute position: mesh { format = R32G32B32_SFLOAT, overlap = true }
        attribute vertex: vertex_id;
        attribute row0: model { format = R32G32B32A32_SFLOAT, offset = 48 }
    }
    assert_bound(
        r#"
        [[vertex_input]]
        name = "with_ids"
        arch = "v5"
        vertices = 70
        first_vertex = 7
        first_instance = 2
        padding = "tight"
        [[vertex_input.buffers]]
        name = "mesh"
        stride = 8
        [[vertex_input.buffers]]
        name = "model"
        stride = 64
        divisor = 2
        size = 640
        address = 0x1234_5678_0044
        [[vertex_input.attributes]]
        name = "instance"
        source = "instance-id"
        [[vertex_input.attributes]]
        name = "position"
        buffer = "mesh"
        format = "R32G32B32_SFLOAT"
        overlap = true
        [[vertex_input.attributes]]
        name = "vertex"
        source = "vertex-id"
        [[vertex_input.attributes]]
        name = "row0"
        buffer = "model"
        format = "R32G32B32A32_SFLOAT"
        offset = 48
        "#,
        &WITH_IDS,
        [(0, 0), (0x1234_5678_0044, 640)],
    );

    vertex_input! {
        const RULES: arch = v6, vertices = 5, instances = 9, padding = mesa, rounding = nearest,
            idvs = true, primitive_vertices = 3;
        buffer light { stride = 16, rate = constant }
        buffer model { stride = 16, rate = instance }
        attribute colour: light { format = R8G8B8A8_UNORM }
        attribute row0: model { format = R32G32B32A32_SFLOAT }
    }
    assert_bound(
        r#"
        [[vertex_input]]
        name = "rules"
        arch = "v6"
        vertices = 5
        instances = 9
        padding = "mesa"
        rounding = "nearest"
        idvs = true
        primitive_vertices = 3
        buffers = [
            { name = "light", stride = 16, rate = "constant" },
            { name = "model", stride = 16, rate = "instance" },
        ]
        attributes = [
            { name = "colour", buffer = "light", format = "R8G8B8A8_UNORM" },
            { name = "row0", buffer = "model", format = "R32G32B32A32_SFLOAT" },
        ]
        "#,
        &RULES,
        [(0, 0), (0, 0)],
    );

    vertex_input! {
        const VALHALL: arch = v10, vertices = 70, instances = 100, resource_table = 2, first_instance = 1;
        buffer mesh { stride = 20 }
        buffer model { stride = 64, divisor = 3 }
        attribute position: mesh { format = R32G32B32_SFLOAT }
        attribute row0: model { format = R32G32B32A32_SFLOAT, offset = 16 }
    }
    assert_bound(
        r#"
        arch = "v10"
        [[vertex_input]]
        name = "valhall"
        vertices = 70
        instances = 100
        resource_table = 2
        first_instance = 1
        buffers = [
            { name = "mesh", stride = 20, address = 0x1_0000_0004, size = 1400 },
            { name = "model", stride = 64, divisor = 3, size = 2176 },
        ]
        attributes = [
            { name = "position", buffer = "mesh", format = "R32G32B32_SFLOAT" },
            { name = "row0", buffer = "model", format = "R32G32B32A32_SFLOAT", offset = 16 },
        ]
        "#,
        &VALHALL,
        [(0x1_0000_0004, 1400), (0, 2176)],
    );
}

/// The cube beside a draw that has a vertex ID and nothing else.
fn two_draws() -> String {
    let points = "[[vertex_input]]\nname = \"points\"\narch = \"v4\"\nvertices = 70\n\
                  attributes = [{ name = \"vertex\", source = \"vertex-id\" }]\n";
    format!("{points}{CUBE}")
}

/// Vertex ID, one attribute of it by R32_UINT on V4, and a draw of an unknown number of instances.
const POINTS_WORDS: [u32; 8] = {
    let [p, r] = [4, 3];
    let format = 0x08_5b20;
    [
        0x22,
        r << 24 | p << 29,
        0,
        0,
        format << 10 | 1 << 9,
        0,
        (p << 5 | r) << 16,
        0,
    ]
};

#[test]
fn the_binary_has_both_tables_then_the_draw_and_the_invocation() {
    let words = two_draws_words().into_iter();
    let expected: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
    assert_eq!(
        accept(&["gen", "-", "--emit", "bin"], two_draws()),
        expected
    );
}

/// Prints the tables word by word, as memory has them, and what the enumerators are.
const C_PROGRAM: &str = r#"
#include "draws.h"
#include "draws.h"
#include <stdio.h>

static void print(const void *tables, unsigned long size) {
    const uint32_t *words = (const uint32_t *)tables;
    unsigned long i;
    for (i = 0; i < size / 4; i++) printf("%lx ", (unsigned long)words[i]);
}

int main(void) {
    enum CUBE_BUFFER buffer = CUBE_BUFFER_MODEL;
    enum CUBE_ATTRIBUTE attribute = CUBE_ATTRIBUTE_ROW0;
    struct CUBE_TABLES copy = CUBE;
    print(&POINTS, sizeof POINTS);
    print(&POINTS_DRAW, sizeof POINTS_DRAW);
    print(&copy, sizeof copy);
    print(CUBE_DRAW, sizeof CUBE_DRAW);
    print(CUBE_INVOCATION, sizeof CUBE_INVOCATION);
    printf("%lu", (unsigned long)&CUBE % 64 + (unsigned long)&POINTS % 64);
    printf(" %lx", (unsigned long)CUBE.buffers[buffer][5]);
    printf(" %lx", (unsigned long)CUBE.attributes[attribute][1]);
    printf(" %d %d", CUBE_BUFFER_MESH, CUBE_ATTRIBUTE_POSITION);
    printf(" %d\n", POINTS_ATTRIBUTE_VERTEX);
    return 0;
}
"#;

fn compile(compiler: &str, extension: &str, standards: &[&str]) {
    if !is_there(compiler, "the header of a whole draw compiles") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let header = generate(&two_draws(), &["--emit", "c"]);
    fs::write(folder.join("draws.h"), header).unwrap();
    let files = [C_PROGRAM, "#include \"draws.h\"\n"];
    assert_prints(compiler, extension, standards, folder, files, &printed());
}

fn printed() -> String {
    let mut printed = String::new();
    for word in two_draws_words() {
        write!(printed, "{word:x} ").unwrap();
    }
    printed + "0 17b425ed 10 0 0 0\n"
}

#[test]
#[cfg(target_os = "linux")]
fn c_and_cpp_read_the_assembly_of_a_whole_draw() {
    assert_reads_assembly(&two_draws(), &[], C_PROGRAM, &printed());
}

#[test]
fn a_c_compiler_has_the_tables_in_one_piece_on_64_bytes() {
    compile("gcc", "c", &C);
}

#[test]
fn a_cpp_compiler_has_the_tables_in_one_piece_on_64_bytes() {
    compile("g++", "cc", &CPP);
}

#[test]
fn rust_compiles_without_the_library_and_has_the_words() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let code = generate(&two_draws(), &["--emit", "rust"]);
    let main = format!(
        "fn main() {{
            assert_eq!(core::mem::align_of_val(&CUBE), 64);
            assert_eq!(core::mem::offset_of!(CUBE_TABLES, trailing_descriptors), 4 * 16);
            assert_eq!(core::mem::offset_of!(CUBE_TABLES, attributes), 4 * 20);
            let words = [
                POINTS.trailing_descriptors.as_flattened(),
                POINTS.attributes.as_flattened(),
                &POINTS_DRAW,
                CUBE.buffers.as_flattened(),
                CUBE.trailing_descriptors.as_flattened(),
                CUBE.attributes.as_flattened(),
                &CUBE_DRAW,
                &CUBE_INVOCATION,
            ];
            assert_eq!(words.concat(), {:?});
            assert_eq!(CUBE.buffers[CUBE_BUFFER_MODEL][5], 0x17b4_25ed);
            assert_eq!(CUBE.attributes[CUBE_ATTRIBUTE_ROW0][1], 16);
            let numbers = [CUBE_BUFFER_MESH, CUBE_ATTRIBUTE_POSITION, CUBE_ATTRIBUTE_UV];
            assert_eq!(numbers, [0, 0, 1]);
            assert_eq!(POINTS_ATTRIBUTE_VERTEX, 0);
        }}",
        two_draws_words()
    );
    fs::write(
        folder.join("draws.rs"),
        format!("#![deny(missing_docs)]\n//! Draws.\n{code}{main}"),
    )
    .unwrap();
    run_rust(folder, "draws.rs");
}

#[test]
#[cfg(target_os = "linux")]
fn the_assembly_has_a_label_for_each_table() {
    if !is_there("as", "the assembly of a whole draw has its words") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(
        folder.join("draws.s"),
        generate(&two_draws(), &["--emit", "asm"]),
    )
    .unwrap();
    run("as", &["-o", "draws.o", "draws.s"], folder);
    let bytes = fs::read(folder.join("draws.o")).unwrap();
    let file = object::File::parse(bytes.as_slice()).unwrap();
    let section = file.section_by_name(".rodata").unwrap();
    assert_eq!(section.align(), 64);
    let data = section.data().unwrap();
    for (label, alignment, words) in [
        ("POINTS", 64, &POINTS_WORDS[..6]),
        ("POINTS_ATTRIBUTES", 4, &POINTS_WORDS[4..6]),
        ("POINTS_DRAW", 8, &POINTS_WORDS[6..]),
        ("CUBE", 64, &cube_tables()),
        ("CUBE_ATTRIBUTES", 4, CUBE_ATTRIBUTES.as_flattened()),
        ("CUBE_DRAW", 8, &CUBE_DRAW),
        ("CUBE_INVOCATION", 8, &CUBE_INVOCATION),
    ] {
        let symbol = file.symbol_by_name(label).unwrap();
        assert!(
            symbol.is_global() && symbol.kind() == SymbolKind::Data,
            "{label}"
        );
        assert_eq!(symbol.address() % alignment, 0, "{label}");
        let begin = usize::try_from(symbol.address()).unwrap();
        let end = begin + usize::try_from(symbol.size()).unwrap();
        let expected: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        assert_eq!(data[begin..end], expected, "{label}");
    }
    let address = |label| file.symbol_by_name(label).unwrap().address();
    assert_eq!(address("CUBE_ATTRIBUTES") - address("CUBE"), 4 * 20);
}

#[test]
fn a_draw_has_at_most_256_buffers() {
    let with = |count: u32| {
        let buffers = (0..count).map(|number| format!("{{ name = \"b{number}\", stride = 4 }},\n"));
        let draw = "[[vertex_input]]\nname = \"cube\"\narch = \"v7\"\nvertices = 70\nbuffers = [\n";
        format!("{draw}{}]\n", buffers.collect::<String>())
    };
    generate(&with(256), &[]);
    let message = refuse(&["gen", "-"], with(257), 1);
    assert_contains(
        &message,
        &[
            ":262: ",
            "buffer `b256`, buffers: 257 buffers",
            "at most 256",
        ],
    );
}
