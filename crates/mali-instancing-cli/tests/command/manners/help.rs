//! The examples of the helps, and how the helps are wrapped.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::cases::read;
use crate::{PROGRAM, assert_contains, command, commands, finish, output};

/// The files that the examples read, beside those that are copies of the repository's.
const FILES: &[(&str, &str)] = &[
    (
        "draws.json",
        r#"{"attribute_buffer": [{"name": "row0", "vertices": 70, "divisor": 3}]}"#,
    ),
    ("v9.txt", "0x2fc00035 0x21000040 0 1\n64 0x2aaaaaaa 0 0\n"),
    ("draw.txt", "0x00830000 0\n"),
    (
        "cube.json",
        r#"{"varying": [{"name": "uv", "type": "vec2"}]}"#,
    ),
    (
        "cube.vert",
        "#version 300 es\nin vec4 p; out vec2 uv; void main() { uv = p.xy; gl_Position = p; }\n",
    ),
    (
        "cube.frag",
        "#version 300 es\nprecision highp float; in vec2 uv; out vec4 c; void main() { c = uv.xyxy; }\n",
    ),
    (
        "frame.json",
        r#"{"call": [{"kind": "buffer-data", "buffer": "cube", "size": 1400, "usage": "static"}]}"#,
    ),
];

/// Copies of the repository's files. `gen` and `shader` read draws of different kinds.
const COPIES: &[(&str, &str, &str)] = &[
    ("gen", "draws.toml", "tests/manifests/cube.toml"),
    ("shader", "draws.toml", "tests/manifests/culled_cubes.toml"),
    (
        "varyings",
        "cube.toml",
        "tests/manifests/cube_varyings.toml",
    ),
    ("varyings", "slots.toml", "tests/manifests/slots.toml"),
    ("check", "cube.toml", "tests/manifests/cube.toml"),
    ("plan", "frame.toml", "tests/manifests/streamed_cube.toml"),
];

/// The tables of a draw of 70 vertices and 100 instances on V7, in words.
const BUFFERS: [u32; 20] = [
    0x1000_0003,
    0x8300_0000,
    20,
    1400,
    0x1000_0003,
    0x8300_0000,
    20,
    1400,
    0x2000_0004,
    0x2700_0000,
    64,
    2192,
    0x20,
    0x17b4_25ed,
    0,
    3,
    0,
    0,
    0,
    0,
];
const ATTRIBUTES: [u32; 4] = [0x2dc0_4200, 0, 0x2fc0_0202, 16];

/// The help of `subcommand`, or of all, on a terminal of so many columns.
fn help(subcommand: &str, columns: &str) -> String {
    let arguments: Vec<&str> = subcommand.split_whitespace().chain(["--help"]).collect();
    let (code, help, said) = finish(command(&arguments).env("COLUMNS", columns), "");
    assert_eq!((code, said.as_str()), (0, ""));
    String::from_utf8(help).unwrap()
}

/// The notes and the manifests are in `--help`.
#[test]
fn the_short_help_of_every_command_fits_a_screen() {
    const LINES: usize = 50;
    for subcommand in commands() {
        let arguments: Vec<&str> = subcommand.split_whitespace().chain(["-h"]).collect();
        let help = output(&arguments);
        assert!(help.contains("Examples:"), "{subcommand}");
        let lines = help.lines().count();
        assert!(lines <= LINES, "{subcommand}: {lines} lines");
    }
}

/// The command lines of the part `Examples:`. One that ends with `\` goes on.
fn examples(help: &str) -> Vec<String> {
    let (_, part) = help.split_once("Examples:\n").unwrap();
    let part = part.split("\n\n").next().unwrap().replace("\\\n", "");
    part.lines().map(|line| line.trim().to_owned()).collect()
}

/// Whatever `verify` takes minutes for, and what a test must not do.
fn shortened(example: &str) -> String {
    if example == "mali-instancing verify" || example.contains("--shard") {
        return format!("{example} --divisors 1..=1000 --vertices 0..1000");
    }
    example.replace(" | man --local-file -", " > page.1")
}

fn prepare(subcommand: &str, folder: &Path) {
    for name in [
        "dumps",
        ".zfunc",
        ".config/fish/completions",
        ".local/share/bash-completion/completions",
    ] {
        fs::create_dir_all(folder.join(name)).unwrap();
    }
    for (name, text) in FILES {
        fs::write(folder.join(name), text).unwrap();
    }
    for (_, name, path) in COPIES.iter().filter(|(of, _, _)| *of == subcommand) {
        fs::write(
            folder.join(name),
            read(path).replace("culled_cubes", "cubes"),
        )
        .unwrap();
    }
    for (name, words) in [
        ("buffers.bin", &BUFFERS[..]),
        ("attributes.bin", &ATTRIBUTES),
    ] {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        fs::write(folder.join(name), bytes).unwrap();
    }
    for name in ["pandecode.dump.ctx-0.0000", "dumps/cube.txt"] {
        fs::write(folder.join(name), read(DUMP)).unwrap();
    }
}

/// A dump with a fault to be found.
const DUMP: &str = "tests/dumps/kept_tables.txt";

#[test]
fn every_example_of_a_help_runs() {
    let programs = Path::new(PROGRAM).parent().unwrap().display();
    let path = format!("{programs}:{}", std::env::var("PATH").unwrap());
    for subcommand in commands() {
        let folder = tempfile::tempdir().unwrap();
        prepare(subcommand, folder.path());
        let examples = examples(&help(subcommand, "100"));
        assert!(examples.len() >= 2, "{subcommand}: {examples:?}");
        for example in examples {
            assert!(
                example.starts_with(&format!("mali-instancing {subcommand}")),
                "{example}"
            );
            let mut shell = Command::new("sh");
            shell
                .args(["-c", &shortened(&example)])
                .current_dir(folder.path());
            shell.env("PATH", &path).env("HOME", folder.path());
            let (code, _, said) = finish(&mut shell, "");
            // There is a mistake to be found.
            let finds = ["--floating-point", "dump"]
                .iter()
                .any(|part| example.contains(part));
            let expected = i32::from(finds);
            assert_eq!(code, expected, "{example}: {said}");
        }
    }
}

#[test]
fn a_help_is_as_wide_as_its_terminal_at_most() {
    for subcommand in commands().into_iter().chain([""]) {
        for (columns, width) in [("80", 80), ("200", 100)] {
            for line in help(subcommand, columns).lines() {
                assert!(line.chars().count() <= width, "{subcommand}: {line}");
            }
        }
    }
}

/// Indented text in a help is to be copied: no terminal wraps it.
#[test]
fn a_narrow_terminal_wraps_no_example() {
    for subcommand in commands() {
        let [narrow, wide] = ["80", "200"].map(|columns| help(subcommand, columns));
        let (_, part) = wide.split_once("Examples:").unwrap();
        for line in part.lines().filter(|line| line.starts_with("  ")) {
            assert!(
                narrow.lines().any(|other| other == line),
                "{subcommand}: {line}"
            );
        }
    }
}

/// Each command has a line, in one of four groups.
#[test]
fn the_help_of_all_has_the_commands_in_groups() {
    for option in ["-h", "--help"] {
        let help = output(&[option]);
        assert_contains(&help, &["Usage: mali-instancing <COMMAND>", "Examples:"]);
        let (_, listed) = help.split_once("<COMMAND>\n\n").unwrap();
        let (listed, _) = listed.split_once("\n\nOptions:").unwrap();
        let groups = listed.split("\n\n").map(|group| {
            let (title, rows) = group.split_once(":\n").unwrap();
            let rows = rows
                .lines()
                .map(|row| row.split_whitespace().next().unwrap());
            (title, rows.collect::<Vec<_>>())
        });
        let (titles, listed): (Vec<_>, Vec<_>) = groups.unzip();
        assert_eq!(titles, ["Explain", "Check", "Pack and plan", "Set up"]);
        let mut listed = listed.concat();
        let mut expected = [commands(), vec!["help"]].concat();
        listed.sort_unstable();
        expected.sort_unstable();
        assert_eq!(listed, expected);
    }
}

/// roff would hyphenate options, and fill the lines of examples.
#[test]
fn a_page_of_the_manual_leaves_examples_as_they_are() {
    for subcommand in commands() {
        let page = output(&["man", subcommand]);
        assert_contains(&page, &[" \n.nh\n", "Examples:\n.nf\n  mali\\-instancing "]);
        assert_eq!(
            page.matches("\n.nf\n").count(),
            page.matches("\n.fi\n").count()
        );
    }
}
