//! `varyings --emit`: code that compilers take, with the places that were computed by hand.

use std::fmt::Write;
use std::fs;

use crate::tools::{C, CPP, assert_prints, compile_for_firmware, is_there, run};
use crate::{accept, assert_contains, refuse};

/// Each matrix of two columns takes three rows of x to z, the vector the row below. That leaves the
/// scalars nothing but w: the array at its beginning, the other after it.
const DECLARATIONS: &str = r#"
    rules = "es100"
    registers = 7
    varying = [
        { name = "bones", type = "mat2x3", array = 2 },
        { name = "weights", type = "float", array = 3 },
        { name = "match", type = "uint", interpolation = "flat" },
        { name = "normal", type = "vec3" },
    ]
"#;

fn code_of(language: &str) -> String {
    let arguments = ["varyings", "-", "--emit", language];
    String::from_utf8(accept(&arguments, DECLARATIONS)).unwrap()
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
    let mut main = code_of("rust");
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
    let header = code_of("c");
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
fn the_header_compiles_for_firmware() {
    let folder = tempfile::tempdir().unwrap();
    let header = code_of("c");
    fs::write(folder.path().join("cube.h"), header).unwrap();
    compile_for_firmware(folder.path(), "#include \"cube.h\"\n#include \"cube.h\"\n");
}

#[test]
fn more_varyings_than_components_are_refused() {
    let mut manifest = "registers = 64\n".to_owned();
    for number in 0..=256 {
        write!(
            manifest,
            "[[varying]]\nname = \"v{number}\"\ntype = \"float\"\n"
        )
        .unwrap();
    }
    let message = refuse(&["varyings", "-", "--json"], &manifest, 1);
    assert_contains(
        &message,
        &["input:771: varying `v256`: 257 varyings", "at most 256"],
    );
    let fewer = manifest.rsplit_once("[[varying]]").unwrap().0;
    let packed = crate::json(&["varyings", "-", "--json"], fewer);
    assert_eq!(packed["registers_used"], 64);
}
