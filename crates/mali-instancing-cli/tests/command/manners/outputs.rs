//! What is written is neither what is read nor something else that is written.

use std::fs;
use std::path::Path;

use crate::{assert_contains, command, failure, json, output};

const DESCRIPTORS: &str = "[[draw]]\nname = \"cube\"\nvertices = 70\n";
const VARYINGS: &str = "[[varying]]\nname = \"uv\"\ntype = \"vec2\"\n";
const SCRIPT: &str = "call = []\n";

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn nobodys_input_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("input.toml");
    for (subcommand, manifest) in [
        ("gen", DESCRIPTORS),
        ("varyings", VARYINGS),
        ("plan", SCRIPT),
    ] {
        fs::write(&input, manifest).unwrap();
        let mut others = vec![folder.path().join(".").join("input.toml")];
        for name in ["link", "hard"] {
            let other = folder.path().join(name);
            let _ = fs::remove_file(&other);
            #[cfg(unix)]
            match name {
                "link" => std::os::unix::fs::symlink(&input, &other).unwrap(),
                _ => fs::hard_link(&input, &other).unwrap(),
            }
            #[cfg(unix)]
            others.push(other);
        }
        for other in others.iter().chain([&input]) {
            let message = failure(&[subcommand, text(&input), "-o", text(other)], 2);
            assert_contains(
                &message,
                &["error: --output: ", text(other), " is the input too"],
            );
            assert_eq!(fs::read_to_string(&input).unwrap(), manifest);
        }
    }
    // varyings has two outputs.
    let [svg, other] = ["a.svg", "./a.svg"].map(|name| folder.path().join(name));
    fs::write(&input, VARYINGS).unwrap();
    for _ in ["a file that is made", "one that is there"] {
        let arguments = [
            "varyings",
            text(&input),
            "--plot",
            text(&svg),
            "-o",
            text(&other),
        ];
        assert_contains(
            &failure(&arguments, 2),
            &["--output: ", "is what --plot writes too"],
        );
        fs::write(&svg, "").unwrap();
    }
    let arguments = ["varyings", text(&svg), "--plot", text(&svg)];
    assert_contains(
        &failure(&arguments, 2),
        &["--plot: ", "a.svg is the input too"],
    );
}

#[test]
#[cfg(target_os = "linux")]
fn the_standard_input_is_a_file_too() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("input.toml");
    fs::write(&input, DESCRIPTORS).unwrap();
    let run = |output: &Path| {
        let mut command = command(&["gen", "-", "-o", text(output)]);
        command.pipe_stdin(&input).unwrap();
        command.assert()
    };
    // Piped, it is none.
    run(&folder.path().join("output.json")).success();
    let program = assert_cmd::cargo::cargo_bin!("mali-instancing");
    let status = std::process::Command::new(program)
        .args(["gen", "-", "-o", text(&input)])
        .stdin(fs::File::open(&input).unwrap())
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(2));
    assert_eq!(fs::read_to_string(&input).unwrap(), DESCRIPTORS);
}

#[test]
fn devices_are_written_to_as_often_as_one_likes() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("input.toml");
    fs::write(&input, VARYINGS).unwrap();
    assert_eq!(
        output(&[
            "varyings",
            text(&input),
            "--plot",
            "/dev/null",
            "-o",
            "/dev/null"
        ]),
        ""
    );
}

#[test]
fn a_picture_is_svg() {
    let folder = tempfile::tempdir().unwrap();
    let [input, png, svg] = ["input.toml", "x.png", "x.SVG"].map(|name| folder.path().join(name));
    fs::write(&input, VARYINGS).unwrap();
    for arguments in [["pad", "1..20"], ["varyings", text(&input)]] {
        let message = failure(&[&arguments[..], &["--plot", text(&png)]].concat(), 2);
        assert_contains(
            &message,
            &["--plot: the picture is SVG: ", "x.png must end in .svg"],
        );
        assert!(!png.exists());
        output(&[&arguments[..], &["--plot", text(&svg)]].concat());
    }
}

#[test]
fn every_command_that_prints_has_json() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (descriptors, varyings, script) = (
        write("r.toml", DESCRIPTORS),
        write("v.toml", VARYINGS),
        write("s.toml", SCRIPT),
    );
    for arguments in [
        &["attr", "--vertices", "70"][..],
        &["pad", "70"],
        &["gen", &descriptors],
        &["decode", "1", "0", "64", "0"],
        &[
            "decode",
            "--buffers",
            "1",
            "0",
            "64",
            "0",
            "--attributes",
            "0",
            "0",
        ],
        &["trace", "--vertices", "3"],
        &["verify", "--vertices", "70"],
        &["varyings", &varyings],
        &["plan", &script],
    ] {
        assert!(
            json(&[arguments, &["--json"]].concat()).is_object(),
            "{arguments:?}"
        );
    }
}
