//! The command as a person or a build system meets it.

mod attr;
mod check;
mod decode;
mod r#gen;
mod golden;
mod manners;
mod pad;
mod plan;
mod readme;
mod shader;
mod tools;
mod trace;
mod varyings;
mod verify;

use assert_cmd::Command;

fn command(arguments: &[&str]) -> Command {
    let mut command = assert_cmd::cargo::cargo_bin_cmd!("mali-instancing");
    command.args(arguments);
    command
}

/// What a command prints that must succeed.
fn output(arguments: &[&str]) -> String {
    let assert = command(arguments).assert().success().stderr("");
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&output(arguments)).unwrap()
}

/// What a command says that must fail with `code` and print nothing.
fn failure(arguments: &[&str], code: i32) -> String {
    let assert = command(arguments).assert().code(code).stdout("");
    String::from_utf8(assert.get_output().stderr.clone()).unwrap()
}

/// What a command prints that must fail with `code` after it, and what it says.
fn output_and_failure(arguments: &[&str], code: i32) -> (String, String) {
    let assert = command(arguments).assert().code(code);
    let output = assert.get_output().clone();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr))
}

/// What a subcommand prints for a manifest on the standard input.
fn accept(subcommand: &str, manifest: &str, arguments: &[&str]) -> String {
    let assert = command(&[subcommand, "-"])
        .args(arguments)
        .write_stdin(manifest)
        .assert()
        .success()
        .stderr("");
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

/// What a subcommand says of a manifest that it must refuse, printing `printed`.
fn refuse_after(subcommand: &str, manifest: &str, arguments: &[&str], printed: &str) -> String {
    let assert = command(&[subcommand, "-"])
        .args(arguments)
        .write_stdin(manifest)
        .assert()
        .code(1)
        .stdout(printed.to_owned());
    String::from_utf8(assert.get_output().stderr.clone()).unwrap()
}

/// What `gen` makes of a manifest.
fn generate(manifest: &str, arguments: &[&str]) -> String {
    accept("gen", manifest, arguments)
}

fn generate_json(manifest: &str) -> serde_json::Value {
    serde_json::from_str(&generate(manifest, &[])).unwrap()
}

/// What `gen` says of a manifest that it must refuse.
fn refuse(manifest: &str, arguments: &[&str]) -> String {
    refuse_after("gen", manifest, arguments, "")
}

#[track_caller]
fn assert_contains(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no `{part}` in:\n{text}");
    }
}

const COMMANDS: [&str; 12] = [
    "attr",
    "pad",
    "gen",
    "decode",
    "check",
    "trace",
    "verify",
    "varyings",
    "plan",
    "shader",
    "completions",
    "man",
];

#[test]
fn the_help_has_examples_that_run() {
    for subcommand in COMMANDS {
        assert_contains(
            &output(&[subcommand, "--help"]),
            &["Examples:\n  mali-instancing"],
        );
    }
    let help = output(&["--help"]);
    assert_contains(&help, &COMMANDS);
    assert_contains(&help, &["Examples:"]);
    assert_contains(&failure(&[], 2), &["Usage"]);
    assert_contains(&failure(&["atr"], 2), &["attr"]);
}
