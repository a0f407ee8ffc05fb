//! `gen --emit c`.

use std::fs;

use super::kinds::EVERY_KIND;
use crate::tools::{is_there, run};
use crate::{assert_contains, command, finish, generate};

#[test]
fn a_wrong_size_does_not_compile_in_any_standard() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let header = generate(EVERY_KIND, &["--emit", "c"]);
    let wrong = header.replace("words(MESH, 8)", "words(MESH, 9)");
    assert_ne!(header, wrong);
    fs::write(folder.join("draws.h"), wrong).unwrap();
    fs::write(folder.join("main.c"), "#include \"draws.h\"\n").unwrap();
    fs::write(folder.join("main.cc"), "#include \"draws.h\"\n").unwrap();
    for (compiler, file, standard, message) in [
        ("gcc", "main.c", "-std=c99", "mali_inst_words_of_MESH"),
        ("gcc", "main.c", "-std=c11", "MESH is not 9 words"),
        ("g++", "main.cc", "-std=c++98", "mali_inst_words_of_MESH"),
        ("g++", "main.cc", "-std=c++11", "MESH is not 9 words"),
    ] {
        if !is_there(compiler, "an array of another size is an error") {
            continue;
        }
        let output = std::process::Command::new(compiler)
            .args([standard, "-fsyntax-only", file])
            .current_dir(folder)
            .output()
            .unwrap();
        assert!(!output.status.success(), "{standard}");
        assert_contains(&String::from_utf8_lossy(&output.stderr), &[message]);
    }
}

pub(crate) fn descriptor(name: &str) -> String {
    format!("[[draw]]\nname = \"{name}\"\nvertices = 7\n")
}

/// Every macro in capitals that the compiler's own headers define, but for those of `<errno.h>` and
/// `<signal.h>`, where a system may add its own.
#[test]
fn a_macro_of_the_standard_headers_is_no_name() {
    if !is_there("gcc", "every macro of the standard headers is refused") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let headers = [
        "assert", "complex", "ctype", "fenv", "float", "inttypes", "iso646", "limits", "locale",
        "math", "setjmp", "stdarg", "stdbool", "stddef", "stdint", "stdio", "stdlib", "string",
        "tgmath", "time", "wchar", "wctype",
    ];
    let includes = headers.map(|header| format!("#include <{header}.h>\n"));
    fs::write(folder.path().join("all.c"), includes.concat()).unwrap();
    let macros = run("gcc", &["-std=c99", "-dM", "-E", "all.c"], folder.path());
    let names = macros.lines().filter_map(|line| {
        let name = line.strip_prefix("#define ")?.split([' ', '(']).next()?;
        let is_capital =
            |letter: u8| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == b'_';
        (name.bytes().all(is_capital) && !name.starts_with('_')).then_some(name)
    });
    let mut accepted = Vec::new();
    for name in names {
        let arguments = ["gen", "-", "--emit", "c"];
        if finish(&mut command(&arguments), descriptor(name)).0 == 0 {
            accepted.push(name);
        }
    }
    assert!(accepted.is_empty(), "{accepted:?}");
}
