//! The guards of headers that share a program.

use std::fs;

use super::c::descriptor;
use super::kinds::EVERY_KIND;
use crate::{command, finish, generate, output};

/// What a header's guard is, by what is before and behind it.
fn guard(header: &str) -> &str {
    let (_, rest) = header.split_once("#ifndef ").unwrap();
    let (guard, rest) = rest.split_once('\n').unwrap();
    assert!(rest.starts_with(&format!("#define {guard}\n")), "{header}");
    guard
}

#[test]
fn the_guard_begins_with_the_name_of_the_header_or_else_of_the_manifest() {
    let folder = tempfile::tempdir().unwrap();
    let manifest = folder.path().join("cube map.toml");
    fs::write(&manifest, EVERY_KIND).unwrap();
    let manifest = manifest.to_str().unwrap();
    let assert_named = |header: &str, name: &str| {
        let digest = guard(header).strip_prefix(name).unwrap();
        assert_eq!(digest.len(), "_01234567".len(), "{digest}");
    };
    assert_named(
        &output(&["gen", manifest, "--emit", "c"]),
        "MALI_INST_CUBE_MAP_H",
    );
    assert_named(
        &generate(EVERY_KIND, &["--emit", "c", "-o", "-"]),
        "MALI_INST_STANDARD_INPUT_H",
    );
    for (file, name) in [
        ("draws.h", "MALI_INST_DRAWS_H"),
        ("3d--draws.hpp", "MALI_INST_3D_DRAWS_HPP"),
        ("würfel.h", "MALI_INST_WU00FCRFEL_H"),
    ] {
        let header = folder.path().join(file);
        let path = header.to_str().unwrap();
        output(&["gen", manifest, "--emit", "c", "-o", path]);
        assert_named(&fs::read_to_string(header).unwrap(), name);
    }
}

#[test]
fn guards_differ_where_the_path_the_prefix_or_the_descriptors_do() {
    let folder = tempfile::tempdir().unwrap();
    let guard_of = |directory: &str, descriptor: &str, arguments: &[&str]| {
        let directory = folder.path().join(directory);
        fs::create_dir_all(&directory).unwrap();
        fs::write(directory.join("cube.toml"), descriptor).unwrap();
        let mut command = command(&["gen", "cube.toml", "--emit", "c"]);
        let (_, header, said) = finish(command.args(arguments).current_dir(&directory), "");
        assert_eq!(said, "");
        let header = String::from_utf8(header).unwrap();
        guard(&header).to_owned()
    };
    let of_path = |directory: &str| {
        let path = folder.path().join(directory).join("cube.toml");
        guard(&output(&["gen", path.to_str().unwrap(), "--emit", "c"])).to_owned()
    };
    let one = descriptor("one");
    let guards = [
        guard_of("a", &one, &[]),
        guard_of("b", &descriptor("two"), &[]),
        guard_of("b", &one, &["--prefix", "left"]),
        guard_of("b", &one, &["--prefix", "right"]),
        of_path("a"),
        of_path("b"),
    ];
    for (index, guard) in guards.iter().enumerate() {
        assert!(!guards[..index].contains(guard), "{guards:?}");
    }
    // The same command has the same guard again.
    assert_eq!(guards[0], guard_of("a", &one, &[]));
}
