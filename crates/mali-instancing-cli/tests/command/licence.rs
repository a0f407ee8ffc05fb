//! The licence of what the command writes.

use crate::cases::read;
use crate::output;

const MANIFESTS: &str = "../../tests/manifests";

/// A shader in GLSL begins with `#version`, which has to be first in GLSL ES. JSON and bytes have no comments.
#[test]
fn everything_that_is_generated_names_its_licence_first() {
    let manifest = read("Cargo.toml");
    let licence = manifest
        .lines()
        .find_map(|line| line.strip_prefix("license = \"")?.strip_suffix('"'))
        .unwrap();
    let expected = format!("SPDX-License-Identifier: {licence}");
    let assert_named = |arguments: &[&str]| {
        let text = output(arguments);
        let first = text.lines().find(|line| !line.starts_with("#version"));
        let comment = first
            .unwrap_or_default()
            .trim_start_matches(['/', '*', ' ']);
        let comment = comment.trim_end_matches("*/").trim_end();
        assert_eq!(comment, expected, "{arguments:?}");
    };

    let cube = format!("{MANIFESTS}/cube.toml");
    for language in ["rust", "c", "asm", "asm-header"] {
        assert_named(&["gen", &cube, "--emit", language]);
    }
    let varyings = format!("{MANIFESTS}/cube_varyings.toml");
    for language in ["rust", "c"] {
        assert_named(&["varyings", &varyings, "--emit", language]);
    }
    let culled = format!("{MANIFESTS}/culled_cubes.toml");
    for language in ["glsl", "glsl-es", "wgsl", "opencl"] {
        let shader = ["shader", "--language", language];
        assert_named(&shader);
        for kernel in [
            &["--from", &culled][..],
            &["--from", &culled, "--index-bounds"],
        ] {
            assert_named(&[&shader, kernel].concat());
        }
    }
}
