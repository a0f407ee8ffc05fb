//! The command as a person or a build system meets it. What it prints is in the files of `tests/cases/`; here is what
//! they cannot say.

mod blocks;
mod cases;
mod check;
mod documentation;
mod r#gen;
mod licence;
mod manners;
mod schema;
mod shader;
mod tools;
mod varyings;
mod verify;

use std::io::Write;
use std::process::{Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_mali-instancing");

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(arguments);
    command
}

/// Runs a command with that on its standard input. Returns its exit code, what it prints, and what it says on stderr.
fn finish(command: &mut Command, input: impl AsRef<[u8]>) -> (i32, Vec<u8>, String) {
    let piped = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // A command that refuses its options reads nothing.
    let _ = stdin.write_all(input.as_ref());
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), output.stdout, said)
}

/// The output of a command that must succeed, with that on its standard input.
#[track_caller]
fn accept(arguments: &[&str], input: impl AsRef<[u8]>) -> Vec<u8> {
    let (code, printed, said) = finish(&mut command(arguments), input);
    assert_eq!((code, said.as_str()), (0, ""), "{arguments:?}");
    printed
}

#[track_caller]
fn output(arguments: &[&str]) -> String {
    String::from_utf8(accept(arguments, "")).unwrap()
}

#[track_caller]
fn json(arguments: &[&str], input: impl AsRef<[u8]>) -> serde_json::Value {
    serde_json::from_slice(&accept(arguments, input)).unwrap()
}

/// The error of a command that must fail with `code` and print nothing.
#[track_caller]
fn refuse(arguments: &[&str], input: impl AsRef<[u8]>, code: i32) -> String {
    let (found, printed, said) = finish(&mut command(arguments), input);
    assert_eq!((found, printed.len()), (code, 0), "{arguments:?}: {said}");
    said
}

/// The output of `gen` for a manifest.
#[track_caller]
fn generate(manifest: &str, arguments: &[&str]) -> String {
    String::from_utf8(accept(&[&["gen", "-"], arguments].concat(), manifest)).unwrap()
}

#[track_caller]
fn generate_json(manifest: &str) -> serde_json::Value {
    json(&["gen", "-"], manifest)
}

#[track_caller]
fn assert_contains(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no `{part}` in:\n{text}");
    }
}

const COMMANDS: &str =
    "attr pad gen decode check trace verify varyings plan shader schema completions man";

fn commands() -> Vec<&'static str> {
    COMMANDS.split(' ').collect()
}
