//! `gen --prefix`: all descriptors of a kind in one table, as the hardware reads it.

use std::fmt::Write;
use std::fs;

use object::{Object, ObjectSection, ObjectSymbol};

use crate::tools::{
    C, CPP, assert_prints, assert_reads_assembly, compile_for_firmware, is_there, run, run_rust,
};
use crate::{assert_contains, generate};

/// In an order that no table has.
const MANIFEST: &str = r#"
    arch = "v5"
    [[special]]
    name = "vertexId"
    record = "vertex-id"
    vertices = 70
    [[attribute_buffer]]
    name = "mesh"
    vertices = 70
    stride = 20
    [[attribute]]
    name = "uv"
    buffer_index = 2
    format = 1
    [[attribute_buffer]]
    name = "model"
    vertices = 70
    divisor = 3
    stride = 64
    [[attribute]]
    name = "id"
    buffer_index = 4
    format = 2
    offset = 8
"#;

/// Every buffer has two descriptors, and the vertex ID is behind all of them.
const BUFFERS: [[u32; 4]; 5] = [
    [3, 0x8300_0000, 20, 0],
    [0; 4],
    [4, 0x2700_0000, 64, 0],
    [0x20, 0x17b4_25ed, 0, 3],
    [0x22, 0x8300_0000, 0, 0],
];
const ATTRIBUTES: [[u32; 2]; 2] = [[1 << 10 | 1 << 9 | 2, 0], [2 << 10 | 1 << 9 | 4, 8]];

const PROGRAM: &str = r#"
#include "draws.h"
#include "draws.h"
#include <stdio.h>

static void print(const uint32_t *words, unsigned long size) {
    unsigned long i;
    for (i = 0; i < size / 4; i++) printf("%lx ", (unsigned long)words[i]);
}

int main(void) {
    print(CUBE_ATTRIBUTE_BUFFERS[0], sizeof CUBE_ATTRIBUTE_BUFFERS);
    print(CUBE_ATTRIBUTES[0], sizeof CUBE_ATTRIBUTES);
    print(CUBE_MODEL, sizeof CUBE_MODEL);
    printf("%d %d %d ", CUBE_MESH_INDEX, CUBE_MODEL_INDEX, CUBE_VERTEX_ID_INDEX);
    printf("%d %d ", CUBE_UV_INDEX, CUBE_ID_INDEX);
    printf("%lu", (unsigned long)&CUBE_ATTRIBUTE_BUFFERS % 64 + (unsigned long)&CUBE_ATTRIBUTES % 64);
    return 0;
}
"#;

fn printed() -> String {
    let words = [
        BUFFERS.as_flattened(),
        ATTRIBUTES.as_flattened(),
        BUFFERS[2..4].as_flattened(),
    ];
    let mut printed = String::new();
    for word in words.concat() {
        write!(printed, "{word:x} ").unwrap();
    }
    printed + "0 2 4 0 1 0"
}

fn compile(compiler: &str, extension: &str, standards: &[&str]) {
    if !is_there(compiler, "the tables are in one piece on 64 bytes") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let header = generate(MANIFEST, &["--emit", "c", "--prefix", "cube"]);
    fs::write(folder.join("draws.h"), header).unwrap();
    let files = [PROGRAM, "#include \"draws.h\"\n"];
    assert_prints(compiler, extension, standards, folder, files, &printed());
}

#[test]
fn c_has_the_tables_on_64_bytes() {
    compile("gcc", "c", &C);
}

#[test]
fn cpp_has_the_tables_on_64_bytes() {
    compile("g++", "cc", &CPP);
}

#[test]
fn rust_has_the_tables_on_64_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let code = generate(MANIFEST, &["--emit", "rust", "--prefix", "cube"]);
    let main = format!(
        "#![deny(missing_docs)]\n//! Draws.\n{code}fn main() {{
            assert_eq!(core::mem::align_of_val(&CUBE_ATTRIBUTE_BUFFERS), 64);
            assert_eq!(core::mem::align_of_val(&CUBE_ATTRIBUTES), 64);
            assert_eq!(CUBE_ATTRIBUTE_BUFFERS.0, {BUFFERS:?});
            assert_eq!(CUBE_ATTRIBUTES.0, {ATTRIBUTES:?});
            assert_eq!(CUBE_ATTRIBUTE_BUFFERS.0[CUBE_MODEL_INDEX][0], CUBE_MODEL[0]);
            let indices = [CUBE_MESH_INDEX, CUBE_MODEL_INDEX, CUBE_VERTEX_ID_INDEX];
            assert_eq!(indices, [0, 2, 4]);
            assert_eq!([CUBE_UV_INDEX, CUBE_ID_INDEX], [0, 1]);
            assert_eq!((CUBE_MESH[0], CUBE_VERTEX_ID[0], CUBE_UV, CUBE_ID[1]), (3, 0x22, {:?}, 8));
        }}",
        ATTRIBUTES[0]
    );
    fs::write(folder.join("draws.rs"), main).unwrap();
    run_rust(folder, "draws.rs");
}

#[test]
#[cfg(target_os = "linux")]
fn c_and_cpp_read_what_was_assembled_through_a_header() {
    let arguments = ["--prefix", "cube"];
    assert_reads_assembly(MANIFEST, &arguments, PROGRAM, &printed());
}

#[test]
#[cfg(target_os = "linux")]
fn the_assembly_has_the_tables_on_64_bytes_and_a_label_for_each_descriptor() {
    if !is_there("as", "the assembly has the tables") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let code = generate(MANIFEST, &["--emit", "asm", "--prefix", "cube"]);
    fs::write(folder.join("draws.s"), code).unwrap();
    run("as", &["-o", "draws.o", "draws.s"], folder);
    let bytes = fs::read(folder.join("draws.o")).unwrap();
    let file = object::File::parse(bytes.as_slice()).unwrap();
    let data = file.section_by_name(".rodata").unwrap().data().unwrap();
    for (label, alignment, words) in [
        ("CUBE_ATTRIBUTE_BUFFERS", 64, BUFFERS.as_flattened()),
        ("CUBE_ATTRIBUTES", 64, ATTRIBUTES.as_flattened()),
        ("CUBE_MESH", 32, BUFFERS[..2].as_flattened()),
        ("CUBE_MODEL", 32, BUFFERS[2..4].as_flattened()),
        ("CUBE_VERTEX_ID", 16, &BUFFERS[4]),
        ("CUBE_UV", 8, &ATTRIBUTES[0]),
        ("CUBE_ID", 8, &ATTRIBUTES[1]),
    ] {
        let symbol = file.symbol_by_name(label).unwrap();
        assert_eq!(symbol.address() % alignment, 0, "{label}");
        let begin = usize::try_from(symbol.address()).unwrap();
        let end = begin + usize::try_from(symbol.size()).unwrap();
        let expected: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        assert_eq!(data[begin..end], expected, "{label}");
    }
}

/// V6 and V7 read one descriptor past the last.
#[test]
fn a_table_of_v6_and_v7_has_a_descriptor_of_zeros_at_its_end() {
    for (arch, descriptors) in [("v4", 2), ("v5", 2), ("v6", 3), ("v7", 3)] {
        let manifest =
            format!("arch = \"{arch}\"\n[[attribute_buffer]]\nname = \"mesh\"\nvertices = 70\n");
        assert_contains(
            &generate(&manifest, &["--emit", "c", "--prefix", "cube"]),
            &[&format!(
                "uint32_t CUBE_ATTRIBUTE_BUFFERS[{descriptors}][4] = {{\n"
            )],
        );
    }
}

#[test]
fn there_is_no_table_without_a_prefix_which_two_headers_would_share() {
    for language in ["c", "rust", "asm", "asm-header"] {
        let code = generate(MANIFEST, &["--emit", language]);
        assert!(!code.contains("ATTRIBUTE_BUFFERS"), "{language}");
    }
}

#[test]
fn both_headers_compile_for_firmware() {
    for language in ["c", "asm-header"] {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let header = generate(MANIFEST, &["--emit", language, "--prefix", "cube"]);
        fs::write(folder.join("draws.h"), header).unwrap();
        compile_for_firmware(folder, "#include \"draws.h\"\n#include \"draws.h\"\n");
    }
}
