//! `gen --emit asm`.

use std::fmt::Write;
use std::fs;

use object::{Object, ObjectSection, ObjectSymbol, SymbolKind};

use super::kinds::EVERY_KIND;
use crate::generate;
use crate::tools::{is_there, run, run_rust, words};

/// The table of attribute buffers and each Valhall attribute are on 32 bytes, the ids of V4 and V5
/// are entries of 16, all others pairs of words.
const ALIGNMENTS: [(&str, u64); 6] = [
    ("ROW0_VALHALL", 32),
    ("CUBE_DRAW", 8),
    ("CUBE_INVOCATION", 8),
    ("VERTEX_ID", 16),
    ("UV", 8),
    ("MESH", 32),
];

fn assemble(assembler: &str, arguments: &[&str]) {
    if !is_there(assembler, "the assembly has the words of JSON") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(
        folder.join("draws.s"),
        generate(EVERY_KIND, &["--emit", "asm"]),
    )
    .unwrap();
    run(
        assembler,
        &[arguments, &["-o", "draws.o", "draws.s"]].concat(),
        folder,
    );
    let bytes = fs::read(folder.join("draws.o")).unwrap();
    let file = object::File::parse(bytes.as_slice()).unwrap();
    let section = file.section_by_name(".rodata").unwrap();
    assert_eq!(section.align(), 32);
    let data = section.data().unwrap();

    let words = words(EVERY_KIND);
    let mut end = 0;
    for (name, alignment) in ALIGNMENTS {
        let symbol = file.symbol_by_name(name).unwrap();
        assert!(
            symbol.is_global() && symbol.section_index() == Some(section.index()),
            "{name}"
        );
        assert_eq!(symbol.kind(), SymbolKind::Data, "{name}");
        // The descriptors stand in the manifest's order, with no more between them than they need.
        let begin = usize::try_from(symbol.address()).unwrap();
        assert_eq!(symbol.address() % alignment, 0, "{name}");
        assert!((end..end + 32).contains(&begin), "{name}");
        end = begin + usize::try_from(symbol.size()).unwrap();
        let expected: Vec<u8> = words[name]
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect();
        assert_eq!(data[begin..end], expected, "{name}");
    }
    assert_eq!(data.len(), end);
}

#[test]
#[cfg(target_os = "linux")]
fn the_assembler_of_the_host_has_the_words_of_json() {
    assemble("as", &[]);
}

#[test]
#[cfg(target_os = "linux")]
fn gcc_assembles_it() {
    assemble("gcc", &["-Wall", "-Wextra", "-Werror", "-c"]);
}

#[test]
fn an_assembler_for_arm_has_the_words_of_json() {
    assemble("arm-none-eabi-as", &["-mthumb", "-mcpu=cortex-m0"]);
    assemble("aarch64-linux-gnu-as", &[]);
}

/// Any Rust can assemble for its host.
#[test]
#[cfg(target_os = "linux")]
fn a_program_links_with_the_assembly() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(
        folder.join("draws.s"),
        generate(EVERY_KIND, &["--emit", "asm"]),
    )
    .unwrap();
    let mut statics = String::new();
    let mut checks = String::new();
    for (name, words) in words(EVERY_KIND) {
        writeln!(statics, "static {name}: [u32; {}];", words.len()).unwrap();
        writeln!(checks, "assert_eq!(unsafe {{ {name} }}, {words:?});").unwrap();
    }
    let main = format!(
        "core::arch::global_asm!(include_str!(\"draws.s\"), options(raw));\n\
         unsafe extern \"C\" {{ {statics} }}\nfn main() {{ {checks} }}\n"
    );
    fs::write(folder.join("main.rs"), main).unwrap();
    run_rust(folder, "main.rs");
}
