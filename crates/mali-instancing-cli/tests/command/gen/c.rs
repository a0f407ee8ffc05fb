//! `gen --emit c`.

use std::fs;
use std::path::Path;
use std::process::Command;

use mali_instancing_codegen::{Language, Manifest, Naming};

use crate::tools::{is_there, run};
use crate::{assert_contains, command, finish, generate};

fn descriptor(name: &str) -> String {
    format!("[[draw]]\nname = \"{name}\"\nvertices = 7\n")
}

#[test]
fn a_wrong_size_does_not_compile_in_any_standard() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let header = generate(&descriptor("mesh"), &["--emit", "c"]);
    let wrong = header.replace("words(MESH, 2)", "words(MESH, 9)");
    assert_ne!(header, wrong);
    for file in ["main.c", "main.cc"] {
        fs::write(folder.join(file), &wrong).unwrap();
    }
    for (compiler, file, standard, message) in [
        ("gcc", "main.c", "-std=c99", "mali_inst_words_of_MESH"),
        ("gcc", "main.c", "-std=c11", "MESH is not 9 words"),
        ("g++", "main.cc", "-std=c++98", "mali_inst_words_of_MESH"),
        ("g++", "main.cc", "-std=c++11", "MESH is not 9 words"),
    ] {
        if !is_there(compiler, "an array of another size is an error") {
            continue;
        }
        let mut compiler = Command::new(compiler);
        let compiler = compiler.args([standard, "-fsyntax-only", file]);
        let (code, _, said) = finish(compiler.current_dir(folder), "");
        assert_ne!(code, 0, "{standard}");
        assert_contains(&said, &[message]);
    }
}

/// The low bits of an address have no place in a descriptor. A program may choose how that is reported.
#[test]
fn an_address_with_low_bits_is_refused() {
    if !is_there("gcc", "an unaligned address fails an assertion") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let manifest = "[[attribute_buffer]]\nname = \"mesh\"\nvertices = 70\nstride = 20\n";
    fs::write(folder.join("mesh.h"), generate(manifest, &["--emit", "c"])).unwrap();
    let own =
        "#include <stdlib.h>\n#define MALI_INST_ASSERT(condition) if (!(condition)) exit(3)\n";
    for (before, refused) in [("", None), (own, Some(3)), ("#define NDEBUG\n", Some(0))] {
        for (address, is_allowed) in [
            ("0", true),
            ("0x00ffffffffffffc0", true),
            ("0x10000010", false),
            ("0x0100000000000000", false),
        ] {
            let main = format!(
                "{before}#include \"mesh.h\"\nint main(void) {{ uint32_t words[8] = {{0}};\n\
                 mali_inst_attribute_buffer_set_address(words, {address}); return sizeof MESH != 32; }}\n"
            );
            fs::write(folder.join("main.c"), main).unwrap();
            run("gcc", &["-o", "main", "main.c"], folder);
            let status = Command::new(folder.join("main")).output().unwrap().status;
            let expected = if is_allowed { Some(0) } else { refused };
            assert_eq!(status.code(), expected, "{before}{address}");
        }
    }
}

/// Every macro in capitals that the compiler's own headers define, except for those of `<errno.h>` and
/// `<signal.h>`, where a system may add its own.
#[test]
fn a_macro_of_the_standard_headers_is_no_name() {
    const HEADERS: &str = "assert complex ctype fenv float inttypes iso646 limits locale math setjmp \
        stdarg stdbool stddef stdint stdio stdlib string tgmath time wchar wctype";
    if !is_there("gcc", "every macro of the standard headers is refused") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let includes = HEADERS
        .split(' ')
        .map(|header| format!("#include <{header}.h>\n"));
    fs::write(folder.path().join("all.c"), includes.collect::<String>()).unwrap();
    let macros = run("gcc", &["-std=c99", "-dM", "-E", "all.c"], folder.path());
    let names = macros.lines().filter_map(|line| {
        let name = line.strip_prefix("#define ")?.split([' ', '(']).next()?;
        let is_capital = |letter: char| matches!(letter, 'A'..='Z' | '0'..='9' | '_');
        (name.chars().all(is_capital) && !name.starts_with('_')).then_some(name)
    });
    let is_accepted = |name: &&str| {
        let manifest = Manifest::from_toml("draws.toml", descriptor(name)).unwrap();
        mali_instancing_codegen::generate(&manifest, Language::C, Naming::default()).is_ok()
    };
    let accepted: Vec<&str> = names.filter(is_accepted).collect();
    assert!(accepted.is_empty(), "{accepted:?}");
}

/// The guard of the header that `gen` makes in a folder. It is in the file after `-o`, or printed.
fn guard(folder: &Path, arguments: &[&str]) -> String {
    let arguments = [&["gen", "--emit", "c"], arguments].concat();
    let (_, header, said) = finish(command(&arguments).current_dir(folder), descriptor("one"));
    assert_eq!(said, "");
    let mut header = String::from_utf8(header).unwrap();
    if header.is_empty() {
        header = fs::read_to_string(folder.join(arguments.last().unwrap())).unwrap();
    }
    let (_, rest) = header.split_once("#ifndef ").unwrap();
    let (guard, rest) = rest.split_once('\n').unwrap();
    assert!(rest.starts_with(&format!("#define {guard}\n")), "{header}");
    guard.to_owned()
}

#[test]
fn the_guard_begins_with_the_name_of_the_header_or_else_of_the_manifest() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("cube map.toml"), descriptor("one")).unwrap();
    for (arguments, name) in [
        (&["cube map.toml"][..], "MALI_INST_CUBE_MAP_H"),
        (&["-", "-o", "-"], "MALI_INST_STANDARD_INPUT_H"),
        (&["-", "-o", "draws.h"], "MALI_INST_DRAWS_H"),
        (&["-", "-o", "3d--draws.hpp"], "MALI_INST_3D_DRAWS_HPP"),
        (&["-", "-o", "würfel.h"], "MALI_INST_WU00FCRFEL_H"),
    ] {
        let guard = guard(folder.path(), arguments);
        let digest = guard.strip_prefix(name).unwrap();
        assert_eq!(digest.len(), "_01234567".len(), "{digest}");
    }
}

#[test]
fn guards_differ_where_the_path_the_prefix_or_the_descriptors_do() {
    let folder = tempfile::tempdir().unwrap();
    for (directory, name) in [("a", "one"), ("b", "two"), ("c", "two")] {
        fs::create_dir(folder.path().join(directory)).unwrap();
        let manifest = folder.path().join(directory).join("cube.toml");
        fs::write(manifest, descriptor(name)).unwrap();
    }
    let guard_in = |directory: &str, arguments| guard(&folder.path().join(directory), arguments);
    let guards = [
        guard_in("a", &["cube.toml"][..]),
        guard_in("b", &["cube.toml"]),
        guard_in("b", &["cube.toml", "--prefix", "left"]),
        guard_in("b", &["cube.toml", "--prefix", "right"]),
        guard_in("", &["b/cube.toml"]),
        guard_in("", &["c/cube.toml"]),
    ];
    for (index, guard) in guards.iter().enumerate() {
        assert!(!guards[..index].contains(guard), "{guards:?}");
    }
    // The same command has the same guard again.
    assert_eq!(guards[0], guard_in("a", &["cube.toml"]));
}
