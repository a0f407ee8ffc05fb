//! The examples of build scripts, in crates as a user has them.

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::tools::{is_there, run};
use crate::{PROGRAM, assert_contains};

const MANIFEST: &str = r#"
[[attribute_buffer]]
name = "model_row0"
vertices = 70
divisor = 3
"#;

/// Writes a crate without dependencies around a build script.
fn write_crate(folder: &Path, build_script: &str, main: &str) {
    let cargo_manifest = "[package]\nname = \"user\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
                          links = \"draws\"\n[workspace]\n";
    fs::create_dir(folder.join("src")).unwrap();
    for (file, text) in [
        ("Cargo.toml", cargo_manifest),
        ("build.rs", build_script),
        ("src/main.rs", main),
        ("draws.toml", MANIFEST),
    ] {
        fs::write(folder.join(file), text).unwrap();
    }
}

/// `cargo run` with the command under test on PATH.
fn cargo_run(folder: &Path) -> Output {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path);
    let path = env::join_paths(
        std::iter::once(Path::new(PROGRAM).parent().unwrap().into()).chain(folders),
    );
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["run", "--quiet", "--offline", "--target-dir", "target"])
        .current_dir(folder)
        .env("PATH", path.unwrap())
        .output()
        .unwrap()
}

/// What the crate's program prints, by way of a build that must succeed.
fn printed(folder: &Path) -> String {
    let output = cargo_run(folder);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_build_script_generates_rust() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_crate(
        folder,
        include_str!("../../../examples/build_script_rust.rs"),
        "include!(concat!(env!(\"OUT_DIR\"), \"/draws.rs\"));\n\
         fn main() { print!(\"{MODEL_ROW0:x?}\"); }\n",
    );
    assert_eq!(printed(folder), "[4, 27000000, 0, 0, 20, 17b425ed, 0, 3]");

    // The build follows the manifest, and an error of the command's is the build's.
    let per_vertex = MANIFEST.replace("divisor = 3", "");
    fs::write(folder.join("draws.toml"), per_vertex).unwrap();
    assert_eq!(printed(folder), "[3, 83000000, 0, 0, 0, 0, 0, 0]");
    let wrong = MANIFEST.replace("70", "0");
    fs::write(folder.join("draws.toml"), wrong).unwrap();
    let output = cargo_run(folder);
    assert!(!output.status.success());
    assert_contains(
        &String::from_utf8_lossy(&output.stderr),
        &["draws.toml:4: ", "`model_row0`, vertices: 0"],
    );
}

#[test]
fn a_build_script_generates_a_header() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_crate(
        folder,
        include_str!("../../../examples/build_script_c.rs"),
        "fn main() { print!(\"{}\", env!(\"OUT_DIR\")); }\n",
    );
    let out_dir = printed(folder);
    let out_dir = Path::new(&out_dir);
    assert_contains(
        &fs::read_to_string(out_dir.join("draws.h")).unwrap(),
        &[
            "#ifndef MALI_INST_DRAWS_H_",
            "MODEL_ROW0[8] = {\n    0x00000004, 0x27000000,",
        ],
    );
    if is_there("gcc", "C compiles with the header of a build script") {
        let main = "#include \"draws.h\"\n\
                    int main(void) { return MODEL_ROW0[5] == 0x17b425ed ? 0 : 1; }\n";
        fs::write(folder.join("main.c"), main).unwrap();
        let include = format!("-I{}", out_dir.display());
        let arguments = [
            "-Wall", "-Wextra", "-Werror", &include, "-o", "program", "main.c",
        ];
        run("gcc", &arguments, folder);
        run(folder.join("program"), &[], folder);
    }
}
