//! `gen --emit c`.

use std::fmt::Write;
use std::fs;

use super::kinds::EVERY_KIND;
use crate::tools::{C, CPP, assert_prints, is_there, run, words};
use crate::{assert_contains, command, generate, refuse};

/// A program of two files that both include the header twice. One of them uses nothing of it.
fn program(words: &std::collections::BTreeMap<String, Vec<u32>>) -> [String; 2] {
    let include = "#include \"draws.h\"\n#include \"draws.h\"\n";
    let mut main = format!(
        "{include}#include <stdio.h>\n
        static void print(const char *name, const uint32_t *words, unsigned size) {{
            unsigned i;
            printf(\"%s\", name);
            for (i = 0; i < size / 4; i++) printf(\" %08lx\", (unsigned long)words[i]);
            printf(\"\\n\");
        }}
        int main(void) {{\n"
    );
    for name in words.keys() {
        writeln!(main, "print(\"{name}\", {name}, (unsigned)sizeof {name});").unwrap();
    }
    main.push_str("return 0; }\n");
    [main, include.to_owned()]
}

fn compile(compiler: &str, extension: &str, standards: &[&str]) {
    if !is_there(compiler, "the header compiles and has the words of JSON") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(
        folder.join("draws.h"),
        generate(EVERY_KIND, &["--emit", "c"]),
    )
    .unwrap();
    let words = words(EVERY_KIND);
    assert_eq!(words.len(), 6);
    let mut expected = String::new();
    for (name, words) in &words {
        expected.push_str(name);
        for word in words {
            write!(expected, " {word:08x}").unwrap();
        }
        expected.push('\n');
    }
    let [main, other] = program(&words);
    let files = [main.as_str(), &other];
    assert_prints(compiler, extension, standards, folder, files, &expected);
}

#[test]
fn a_c_compiler_has_the_words_of_json() {
    compile("gcc", "c", &C);
}

#[test]
fn a_cpp_compiler_has_the_words_of_json() {
    compile("g++", "cc", &CPP);
}

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

#[test]
fn the_header_explains_each_descriptor_in_the_order_of_the_manifest() {
    let header = generate(EVERY_KIND, &["--emit", "c"]);
    let parts = [
        "/* Made by mali-instancing ",
        "#include <stdint.h>\n",
        "/* Mali v9, attribute of buffer 1, other divisor: format 0x0bf000, offset 16. */\n\
         static const uint32_t ROW0_VALHALL[8] = {\n    0x2fc00035,",
        "/* Mali v7, draw: instance size 72, offset start 7. */\n\
         static const uint32_t CUBE_DRAW[2] = {\n    0x00830000, 0x00000007,\n};",
        "static const uint32_t CUBE_INVOCATION[2] = {\n    0x00007115, 0x21400000,\n};",
        "/* Mali v5, vertex ID: 72 threads an instance. */\n\
         static const uint32_t VERTEX_ID[4] = {",
        "static const uint32_t UV[2] = {\n    0x2b004202, 0xfffffff4,\n};",
        "static const uint32_t MESH[8] = {\n    0x00000003,",
    ];
    let positions = parts.map(|part| header.find(part).unwrap_or_else(|| panic!("no {part}")));
    assert!(positions.is_sorted(), "{header}");
}

pub(crate) fn descriptor(name: &str) -> String {
    format!("[[draw]]\nname = \"{name}\"\nvertices = 7\n")
}

#[test]
fn names_that_c_or_cpp_keep_are_refused() {
    for (name, reason) in [
        ("a-b", "a C name is made of ASCII letters"),
        ("0row", "does not begin with a digit"),
        ("", "a C name is made of"),
        ("_", "is not _ alone"),
        ("größe", "ASCII"),
        (
            "_row",
            "a C name cannot be `_ROW`: C and C++ keep names that begin with _",
        ),
        ("_0", "begin with _"),
        ("model__row", "C++ keeps names with __"),
        ("row__", "C++ keeps names with __"),
        (
            "uint32_max",
            "a C name cannot be `UINT32_MAX`: <stdint.h> keeps",
        ),
        ("int_fast8_min", "<stdint.h>"),
        ("int8_c", "<stdint.h>"),
        ("size_max", "<stdint.h>"),
        ("wchar_width", "<stdint.h>"),
        (
            "null",
            "cannot be `NULL`: C's standard headers have a macro or a type",
        ),
        ("eof", "cannot be `EOF`"),
        ("FILE", "cannot be `FILE`"),
        ("randMax", "cannot be `RAND_MAX`"),
        ("einval", "cannot be `EINVAL`: <errno.h> has a macro"),
        ("flt_max", "cannot be `FLT_MAX`: C's standard headers keep"),
        ("prix32", "cannot be `PRIX32`"),
        ("int", "cannot be `INT`: `int` is a keyword of C or C++"),
        ("Namespace", "`namespace` is a keyword"),
        ("staticAssert", "`static_assert` is a keyword"),
    ] {
        let error = refuse(&descriptor(name), &["--emit", "c"]);
        assert_contains(&error, &["input:2: ", ", name: ", reason]);
        generate(&descriptor(name), &[]);
    }
    for name in ["size_of", "edge", "integer", "interval", "max", "points"] {
        generate(&descriptor(name), &["--emit", "c"]);
    }
    let error = refuse(&(descriptor("row") + &descriptor("Row")), &["--emit", "c"]);
    assert_contains(&error, &["input:5: ", "`row` on line 2", "`ROW`"]);
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
        let mut command = command(&["gen", "-", "--emit", "c"]);
        if command
            .write_stdin(descriptor(name))
            .output()
            .unwrap()
            .status
            .success()
        {
            accepted.push(name);
        }
    }
    assert!(accepted.is_empty(), "{accepted:?}");
}
