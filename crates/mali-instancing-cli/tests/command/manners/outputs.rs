//! The outputs: none is an input, or another output.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{PROGRAM, accept, assert_contains, command, finish, refuse};

const DESCRIPTORS: &str = "[[draw]]\nname = \"cube\"\nvertices = 70\n";
const VARYINGS: &str = "[[varying]]\nname = \"uv\"\ntype = \"vec2\"\n";
const SCRIPT: &str = "call = []\n";

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
#[cfg(unix)]
fn an_input_is_not_overwritten_through_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let [input, link, hard] = ["input.toml", "link", "hard"].map(|name| folder.path().join(name));
    fs::write(&input, DESCRIPTORS).unwrap();
    std::os::unix::fs::symlink(&input, &link).unwrap();
    fs::hard_link(&input, &hard).unwrap();
    for (subcommand, manifest) in [
        ("gen", DESCRIPTORS),
        ("varyings", VARYINGS),
        ("plan", SCRIPT),
    ] {
        fs::write(&input, manifest).unwrap();
        for other in [&link, &hard, &input] {
            let message = refuse(&[subcommand, text(&input), "-o", text(other)], "", 2);
            let parts = ["error: --output: ", text(other), " is the input too"];
            assert_contains(&message, &parts);
            assert_eq!(fs::read_to_string(&input).unwrap(), manifest);
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn the_standard_input_is_a_file_too() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("input.toml");
    fs::write(&input, DESCRIPTORS).unwrap();
    // Piped, it is none.
    let output = folder.path().join("output.json");
    accept(&["gen", "-", "-o", text(&output)], DESCRIPTORS);
    let mut gen_over = command(&["gen", "-", "-o", text(&input)]);
    let output = gen_over.stdin(fs::File::open(&input).unwrap()).output();
    assert_eq!(output.unwrap().status.code(), Some(2));
    assert_eq!(fs::read_to_string(&input).unwrap(), DESCRIPTORS);
}

#[test]
#[cfg(unix)]
fn a_link_to_nothing_is_followed() {
    let folder = tempfile::tempdir().unwrap();
    let (link, there) = (folder.path().join("link"), folder.path().join("there"));
    std::os::unix::fs::symlink(&there, &link).unwrap();
    accept(&["gen", "-", "-o", text(&link)], DESCRIPTORS);
    assert!(link.is_symlink());
    let written = fs::read_to_string(&there).unwrap();
    assert_contains(&written, &["0x00830000"]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_terminal_gets_no_binary() {
    if !crate::tools::is_there("script", "a terminal gets no binary") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("draws.toml"), DESCRIPTORS).unwrap();
    let run = |arguments: &str| {
        let line = format!("'{PROGRAM}' gen draws.toml --emit bin{arguments}");
        let options = ["--quiet", "--return", "--command", &line, "/dev/null"];
        let mut script = Command::new("script");
        let (code, printed, _) = finish(script.args(options).current_dir(folder.path()), "");
        (code, String::from_utf8(printed).unwrap())
    };
    let refused = "--emit: a terminal cannot show bin";
    for arguments in ["", " -o -"] {
        let (code, printed) = run(arguments);
        assert_eq!((code, printed.lines().count()), (2, 1), "{printed}");
        assert_contains(&printed, &[refused, "-o"]);
    }
    assert_eq!(run(" -o draws.bin"), (0, String::new()));
    let written = fs::read(folder.path().join("draws.bin")).unwrap();
    assert_eq!(written, [0, 0, 0x83, 0, 0, 0, 0, 0]);
    assert_eq!(run(" | wc -c"), (0, "8\r\n".to_owned()));
}
