use std::fs;

use crate::command;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The files that the README's commands read.
const MANIFESTS: [&str; 3] = [
    "tests/manifests/model_row0.toml",
    "tests/manifests/cube_varyings.toml",
    "tests/manifests/streamed_cube.toml",
];

fn readme() -> String {
    fs::read_to_string(format!("{ROOT}/README.md")).unwrap()
}

/// Every ```console block: the command after `$ `, and what it prints up to the next one.
#[test]
fn every_command_in_the_readme_prints_what_the_readme_says() {
    let readme = readme();
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("tests/manifests")).unwrap();
    for manifest in MANIFESTS {
        fs::copy(format!("{ROOT}/{manifest}"), folder.path().join(manifest)).unwrap();
    }
    let mut commands = 0;
    for block in readme.split("```console\n").skip(1) {
        let (block, _) = block.split_once("```").unwrap();
        for session in block.split("$ ").skip(1) {
            let (line, expected) = session.split_once('\n').unwrap();
            let Some(arguments) = line.strip_prefix("cargo run -- ") else {
                assert_eq!(line, "cargo test --workspace", "what does this print?");
                continue;
            };
            let arguments: Vec<&str> = arguments.split_whitespace().collect();
            let assert = command(&arguments)
                .current_dir(folder.path())
                .assert()
                .success()
                .stderr("");
            let printed = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
            assert_eq!(printed, expected, "{line}");
            commands += 1;
        }
    }
    assert_eq!(commands, 10);
}

#[test]
fn the_manifests_in_the_readme_are_those_that_its_commands_read() {
    for name in MANIFESTS {
        let manifest = fs::read_to_string(format!("{ROOT}/{name}")).unwrap();
        assert!(
            readme().contains(&format!("```toml\n{manifest}```\n")),
            "{name}"
        );
    }
}

/// The compile error that the README shows is the one that the compiler's test has, but for the
/// name of the file and of the function.
#[test]
fn the_compile_error_in_the_readme_is_the_compilers() {
    let text =
        fs::read_to_string(format!("{ROOT}/tests/ui/fail/divisor_too_large.stderr")).unwrap();
    let shown = text
        .replace("tests/ui/fail/divisor_too_large.rs", "src/lib.rs")
        .replace("nobody_calls_this", "draw");
    let (shown, _) = shown.split_once("  |\n  = note").unwrap();
    assert!(readme().contains(shown), "not in the README:\n{shown}");
}
