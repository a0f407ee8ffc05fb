//! `varyings --emit`: code that compilers take, with the places that were computed by hand.

use std::fmt::Write;
use std::fs;

use super::grid::manifest;
use crate::tools::{C, CPP, assert_prints, compile_for_firmware, is_there, run};
use crate::{accept, assert_contains, failure, refuse_after};

/// Each matrix of two columns takes three rows of x to z, the vector the row below. That leaves the
/// scalars nothing but w: the array at its beginning, the other after it.
fn declarations() -> String {
    manifest(
        "rules = \"es100\"\nregisters = 7",
        &[
            "mat2x3[2] bones",
            "float[3] weights",
            "flat uint match",
            "vec3 normal",
        ],
    )
}

/// The name of every varying, and what a program prints of it: register and component, and both of
/// every vector.
const PLACES: [(&str, &str); 4] = [
    ("BONES", "0 0 0 0 1 0 3 0 4 0"),
    ("WEIGHTS", "0 3 0 3 1 3 2 3"),
    ("MATCH", "3 3 3 3"),
    ("NORMAL", "6 0 6 0"),
];

fn printed() -> String {
    PLACES
        .map(|(name, places)| format!("{name} {places}\n"))
        .concat()
}

#[test]
fn rustc_takes_the_constants() {
    if !is_there("rustc", "the constants compile and have the right places") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut main = accept("varyings", &declarations(), &["--emit", "rust"]);
    main.push_str(
        "fn print(name: &str, first: [u32; 2], vectors: &[(u32, u32)]) {\n\
         print!(\"{name} {} {}\", first[0], first[1]);\n\
         for (register, component) in vectors { print!(\" {register} {component}\"); }\n\
         println!();\n}\nfn main() {\n",
    );
    for (name, _) in PLACES {
        writeln!(
            main,
            "print(\"{name}\", [{name}_REGISTER, {name}_COMPONENT], &{name}_ELEMENTS);"
        )
        .unwrap();
    }
    main.push_str("}\n");
    fs::write(folder.join("main.rs"), main).unwrap();
    run(
        "rustc",
        &["--edition=2021", "-Dwarnings", "-o", "program", "main.rs"],
        folder,
    );
    assert_eq!(run(folder.join("program"), &[], folder), printed());
}

fn compile(compiler: &str, extension: &str, standards: &[&str]) {
    if !is_there(compiler, "the header compiles and has the right places") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let header = accept("varyings", &declarations(), &["--emit", "c"]);
    fs::write(folder.join("cube.h"), header).unwrap();
    let include = "#include \"cube.h\"\n#include \"cube.h\"\n";
    let mut main = format!(
        "{include}#include <stdio.h>\n\
         static void print(const char *name, unsigned first, unsigned component,\n\
         const uint32_t (*vectors)[2], unsigned size) {{\n\
         unsigned i;\n\
         printf(\"%s %u %u\", name, first, component);\n\
         for (i = 0; i < size / sizeof *vectors; i++)\n\
         printf(\" %u %u\", (unsigned)vectors[i][0], (unsigned)vectors[i][1]);\n\
         printf(\"\\n\");\n}}\n\
         int constant_expression[VARYING_NORMAL_REGISTER == 6 ? 1 : -1];\n\
         int main(void) {{\n"
    );
    for (name, _) in PLACES {
        writeln!(
            main,
            "print(\"{name}\", VARYING_{name}_REGISTER, VARYING_{name}_COMPONENT, \
             VARYING_{name}_ELEMENTS, (unsigned)sizeof VARYING_{name}_ELEMENTS);"
        )
        .unwrap();
    }
    main.push_str("return 0; }\n");
    let files = [main.as_str(), include];
    assert_prints(compiler, extension, standards, folder, files, &printed());
}

#[test]
fn a_c_compiler_takes_the_header() {
    compile("gcc", "c", &C);
}

#[test]
fn a_cpp_compiler_takes_the_header() {
    compile("g++", "cc", &CPP);
}

#[test]
fn code_says_what_it_is_of() {
    let rust = accept("varyings", &declarations(), &["--emit", "rust"]);
    assert_contains(
        &rust,
        &[
            "// Made by mali-instancing ",
            " from standard input. Do not edit.\n// 7 of 7 registers used, rules es100.\n",
            "/// smooth mat2x3[2]: registers 0 to 5, xyz, vertical, height 2.\n",
            "/// Register and component of each column of each element.\n",
            "/// flat uint: register 3, w.\n",
            "/// Register and component.\n",
        ],
    );
    let dense = manifest("rules = \"chosen\"\nregisters = 3", &["vec3[4] a"]);
    for language in ["rust", "c"] {
        assert_contains(
            &accept("varyings", &dense, &["--emit", language]),
            &["of each element; what passes w goes on at x of the next register."],
        );
    }
}

#[test]
fn names_that_a_language_has_not_are_refused() {
    let refuse = |names: &[&str], language: &str| {
        let declarations: Vec<_> = names.iter().map(|name| format!("float {name}")).collect();
        let declarations: Vec<_> = declarations.iter().map(String::as_str).collect();
        let manifest = manifest("", &declarations);
        accept("varyings", &manifest, &["--json"]);
        refuse_after("varyings", &manifest, &["--emit", language], "")
    };
    for (name, language, reason) in [
        ("a-b", "rust", "a Rust name is made of ASCII letters"),
        ("0row", "rust", "does not begin with a digit"),
        ("a-b", "c", "a C name is made of ASCII letters"),
        (
            "_row",
            "c",
            "cannot be `VARYING__ROW_REGISTER`: C++ keeps names with __",
        ),
        (
            "row_",
            "c",
            "cannot be `VARYING_ROW__REGISTER`: C++ keeps names with __",
        ),
    ] {
        let error = refuse(&[name], language);
        assert_contains(&error, &["input:3: varying `", ", name: ", reason]);
    }
    for (language, name) in [("rust", "`ROW`"), ("c", "`VARYING_ROW`")] {
        assert_contains(
            &refuse(&["row", "Row"], language),
            &["input:6: ", "`row` on line 3 is ", name],
        );
    }
}

#[test]
fn the_header_compiles_for_firmware() {
    let folder = tempfile::tempdir().unwrap();
    let header = accept("varyings", &declarations(), &["--emit", "c"]);
    fs::write(folder.path().join("cube.h"), header).unwrap();
    compile_for_firmware(folder.path(), "#include \"cube.h\"\n#include \"cube.h\"\n");
}

#[test]
fn a_prefix_stands_in_front_of_all_names_of_code() {
    for language in ["c", "rust"] {
        let arguments = ["--emit", language, "--prefix", "cube"];
        let code = accept("varyings", &declarations(), &arguments);
        assert_contains(&code, &["CUBE_NORMAL_REGISTER", "CUBE_WEIGHTS_ELEMENTS"]);
    }
    for arguments in [&["--prefix", "cube"][..], &["--prefix", "cube", "--json"]] {
        let error = failure(&[&["varyings", "-"], arguments].concat(), 2);
        assert_contains(&error, &["--prefix: only code has names that take one"]);
    }
}
