//! The blocks of code in the README, the guide and the reference: each compiles or runs as it is.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::cases::{self, ROOT, read};
use crate::documentation::{is_followed, pages};
use crate::{accept, tools};

/// The language of each block of a page, and its text.
fn blocks(page: &str) -> Vec<(String, String)> {
    let parts: Vec<&str> = page.split("```").collect();
    assert_eq!(parts.len() % 2, 1, "a block does not end");
    let blocks = parts.into_iter().skip(1).step_by(2);
    let block = |text: &str| {
        let (language, code) = text.split_once('\n').unwrap();
        (language.to_owned(), code.to_owned())
    };
    blocks.map(block).collect()
}

/// Whether a library's documentation tests include the page.
fn is_doctested(page: &str) -> bool {
    let file = Path::new(page).file_name().unwrap().to_str().unwrap();
    let in_guide = read("mali-instancing/guide.rs").contains(&format!(": \"{file}\","));
    let mut libraries = vec!["mali-instancing/lib.rs".to_owned()];
    let crates = cases::listed(&Path::new(ROOT).join("crates"));
    libraries.extend(
        crates
            .iter()
            .map(|name| format!("crates/{name}/src/lib.rs")),
    );
    let included = format!("../{page}\")]");
    let is_in = |library: &String| {
        Path::new(ROOT).join(library).exists() && read(library).contains(&included)
    };
    page.starts_with("docs/guide/") && in_guide || libraries.iter().any(is_in)
}

/// Whether a program that a test builds has the code, after its comments.
fn is_an_examples(code: &str) -> bool {
    let files = ["build.rs", "src/main.rs"];
    files
        .iter()
        .any(|file| read(&format!("examples/build_script/{file}")).contains(code))
}

/// Compiles C, if there is a compiler.
fn compile_c(page: &str, code: &str) {
    if !tools::is_there("cc", "the C of the documentation compiles") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("block.c"), code).unwrap();
    let mut compiler = Command::new("cc");
    compiler.args([
        "-std=c99",
        "-Wall",
        "-Wextra",
        "-pedantic",
        "-Werror",
        "-fsyntax-only",
    ]);
    let output = compiler
        .arg("block.c")
        .current_dir(folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{page}: {said}");
}

/// Reads TOML, and lets the command read what is a manifest of its.
fn read_toml(page: &str, code: &str) {
    let table: toml::Table = toml::from_str(code).unwrap_or_else(|error| panic!("{page}: {error}"));
    let is_indirect = code.contains("\"indirect\"");
    let command: &[&str] = if table.contains_key("varying") {
        &["varyings", "-"]
    } else if table.contains_key("call") {
        &["plan", "-"]
    } else if is_indirect {
        &["shader", "--language", "wgsl", "--from", "-"]
    } else if ["attribute_buffer", "vertex_input", "draw"]
        .iter()
        .any(|key| table.contains_key(*key))
    {
        &["gen", "-"]
    } else {
        return;
    };
    accept(command, code);
}

/// Files of the projects that `meson/run` builds.
const WRAPS: [&str; 2] = [
    "meson/subprojects/mali-instancing-0.1-rs.wrap",
    "meson/clone/subprojects/mali-instancing.wrap",
];

/// Whether a wrap file is one that is built. That of a repository differs from that of a folder in where the sources are.
fn is_built(wrap: &str) -> bool {
    let provided = |text: &str| Some(text.split_once("[provide]")?.1.to_owned());
    WRAPS
        .map(read)
        .iter()
        .any(|built| wrap == built || provided(wrap).is_some() && provided(wrap) == provided(built))
}

/// A block is tested as a reader pastes it.
#[test]
fn every_block_of_the_guide_and_the_reference_compiles_or_runs() {
    let of_c = read("crates/mali-instancing-ffi/tests/guide.rs");
    let mut count = 0;
    let is_read = |page: &String| !page.starts_with("docs/internals/");
    for page in pages().into_iter().filter(is_read) {
        for (language, code) in blocks(&read(&page)) {
            count += 1;
            match language.as_str() {
                // Commands, which the test of commands runs; output and formulas.
                "console" | "text" => {}
                "ini" => assert!(is_built(&code), "{page}: {code}"),
                "meson" => {
                    let names = code.split("dependency('").skip(1);
                    for name in names.map(|rest| rest.split('\'').next().unwrap()) {
                        assert!(
                            read("meson/meson.build").contains(&format!("'{name}'")),
                            "{page}: {name}"
                        );
                    }
                }
                "rust" => {
                    assert!(is_doctested(&page), "{page}: {code}");
                    // rustdoc hides such a line, and a page does not: it would be pasted.
                    assert!(
                        !code.lines().any(|line| line.starts_with("# ")),
                        "{page}: {code}"
                    );
                }
                "rust,ignore" => assert!(
                    is_followed(&page) || is_an_examples(&code),
                    "{page}: {code}"
                ),
                "c" if is_followed(&page) || of_c.contains(&format!("../{page}\"")) => {}
                "c" => compile_c(&page, &code),
                "toml" => read_toml(&page, &code),
                "sh" => {
                    tools::run("sh", &["-n", "-c", &code], Path::new(ROOT));
                }
                // Kbuild's variables and functions are not there: the lines are parsed, and another rule is followed.
                "make" => {
                    let eval = format!("--eval={code}\nnothing: ;");
                    tools::run(
                        "make",
                        &["-f", "/dev/null", &eval, "nothing"],
                        Path::new(ROOT),
                    );
                }
                other => panic!("{page}: nothing tests {other}"),
            }
        }
    }
    assert!(count > 90, "only {count} blocks were found");
}
