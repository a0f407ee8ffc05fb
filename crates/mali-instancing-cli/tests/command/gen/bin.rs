//! `gen --emit bin`.

use std::fs;

use super::kinds::EVERY_KIND;
use crate::tools::{is_there, words};
use crate::{PROGRAM, accept, assert_contains, output};

const ORDER: [&str; 6] = [
    "ROW0_VALHALL",
    "CUBE_DRAW",
    "CUBE_INVOCATION",
    "VERTEX_ID",
    "UV",
    "MESH",
];

#[test]
fn the_binary_has_the_words_of_json_in_the_order_of_the_manifest() {
    let words = words(EVERY_KIND);
    let expected: Vec<u8> = ORDER
        .iter()
        .flat_map(|name| &words[*name])
        .flat_map(|word| word.to_le_bytes())
        .collect();
    assert_eq!(expected.len(), 4 * (8 + 2 + 2 + 4 + 2 + 8));
    // The first word of the first descriptor, 0x2fc00035.
    assert_eq!(expected[..4], [0x35, 0x00, 0xc0, 0x2f]);

    assert_eq!(accept(&["gen", "-", "--emit", "bin"], EVERY_KIND), expected);

    let folder = tempfile::tempdir().unwrap();
    let manifest = folder.path().join("draws.toml");
    let binary = folder.path().join("draws.bin");
    fs::write(&manifest, EVERY_KIND).unwrap();
    let [manifest, path] = [&manifest, &binary].map(|path| path.to_str().unwrap());
    assert_eq!(output(&["gen", manifest, "--emit", "bin", "-o", path]), "");
    assert_eq!(fs::read(&binary).unwrap(), expected);
}

#[test]
#[cfg(target_os = "linux")]
fn a_terminal_gets_no_binary() {
    if !is_there("script", "a terminal gets no binary") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("draws.toml"), EVERY_KIND).unwrap();
    let run = |arguments: &str| {
        let output = std::process::Command::new("script")
            .args(["--quiet", "--return", "--command"])
            .arg(format!("'{PROGRAM}' gen draws.toml --emit bin{arguments}"))
            .arg("/dev/null")
            .current_dir(folder.path())
            .stdin(std::process::Stdio::null())
            .output()
            .unwrap();
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap(),
        )
    };
    for arguments in ["", " -o -"] {
        let (code, printed) = run(arguments);
        assert_eq!(code, Some(2), "{printed}");
        assert_contains(
            &printed,
            &["--emit: a terminal cannot show bin", "terminal", "-o"],
        );
        assert_eq!(printed.lines().count(), 1, "{printed}");
    }
    assert_eq!(run(" -o draws.bin"), (Some(0), String::new()));
    assert!(folder.path().join("draws.bin").exists());
    let (code, _) = run(" | wc -c");
    assert_eq!(code, Some(0));
}

#[test]
fn names_do_not_matter_to_the_binary() {
    let draw = |name: &str| format!("[[draw]]\nname = \"{name}\"\nvertices = 7\n");
    let printed = accept(&["gen", "-", "--emit", "bin"], draw("a b") + &draw("A B"));
    assert_eq!(printed.len(), 4 * (2 + 2));
}
