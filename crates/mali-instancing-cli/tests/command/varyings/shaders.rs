//! `varyings` of the shaders in `tests/shaders`, in each language that is read.

#[cfg(any(feature = "spirv", feature = "wgsl"))]
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::{assert_contains, output, refuse};

fn shader(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/shaders");
    folder.join(name).to_str().unwrap().to_owned()
}

/// A pair as GLSL, or as the SPIR-V that glslang makes of it.
pub(super) fn pair(extension: &str) -> [String; 2] {
    ["cube.vert", "cube.frag"].map(|name| shader(&format!("{name}{extension}")))
}

/// Places by hand: twelve bytes, four, four; twelve at a multiple of 16, four, four; eight at a multiple of
/// eight, three times four; and what shares a location with a component in front of it.
fn assert_is_the_cube(extension: &str) {
    let [vertex, fragment] = pair(extension);
    let json = output(&["varyings", &vertex, &fragment, "--arch", "v10", "--json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    let expected = [
        ("normal", Some((0, 12))),
        ("material", Some((12, 4))),
        ("uv", Some((16, 4))),
        ("unread[0]", None),
        ("unread[1]", None),
        ("unread[2]", None),
        ("light.direction", Some((32, 12))),
        ("light.size[0]", Some((44, 4))),
        ("light.size[1]", Some((48, 4))),
        ("Surface.colour", Some((56, 8))),
        ("Surface.depth[0]", Some((64, 4))),
        ("Surface.depth[1]", Some((68, 4))),
        ("Surface.depth[2]", Some((72, 4))),
        ("shared_by", Some((80, 12))),
    ];
    let places = json["locations"].as_array().unwrap().iter().zip(0..);
    let found = places.map(|(row, location)| {
        assert_eq!(row["location"], location);
        let place = row["offset"].as_u64().zip(row["bytes"].as_u64());
        (row["vertex"].as_str().unwrap(), place)
    });
    assert_eq!(found.collect::<Vec<_>>(), expected);
    assert_eq!(
        (&json["vary_size"], &json["fifo_format"]),
        (&json!(92), &json!("basic"))
    );
}

#[test]
fn a_pair_of_shaders_in_glsl_is_read() {
    assert_is_the_cube("");
}

#[cfg(feature = "spirv")]
#[test]
fn a_pair_of_spirv_modules_is_read() {
    assert_is_the_cube(".spv");
    let [vertex, fragment] = pair(".spv");
    let error = refuse(&["varyings", &fragment, &vertex], "", 1);
    assert_contains(
        &error,
        &["cube.frag.spv", "no entry point of a vertex shader"],
    );
    let folder = tempfile::tempdir().unwrap();
    let cut = folder.path().join("cut.spv");
    let bytes = fs::read(&vertex).unwrap();
    fs::write(&cut, &bytes[..=bytes.len() / 2]).unwrap();
    let error = refuse(&["varyings", cut.to_str().unwrap(), &fragment], "", 1);
    assert_contains(&error, &["cut.spv", "this SPIR-V cannot be read"]);
}

#[cfg(not(feature = "spirv"))]
#[test]
fn spirv_takes_a_build_that_reads_it() {
    let [vertex, fragment] = pair(".spv");
    let error = refuse(&["varyings", &vertex, &fragment], "", 1);
    assert_contains(&error, &["cube.vert.spv", "the feature `spirv`"]);
}

/// Both shaders of the one file.
#[cfg(feature = "wgsl")]
#[test]
fn a_pair_of_shaders_in_wgsl_has_the_same_descriptors() {
    let of_glsl = if cfg!(feature = "spirv") { ".spv" } else { "" };
    let wgsl = &shader("cube.wgsl");
    for arch in [
        "v4", "v5", "v6", "v7", "v9", "v10", "v11", "v12", "v13", "v14",
    ] {
        for options in [&[][..], &["--separable"]] {
            let linked = |[vertex, fragment]: [&str; 2]| {
                let shown = ["varyings", vertex, fragment, "--json", "--arch", arch];
                let mut json: Value =
                    serde_json::from_str(&output(&[&shown, options].concat())).unwrap();
                for location in json["locations"].as_array_mut().unwrap() {
                    for stage in ["vertex", "fragment"] {
                        // WGSL has other names for parts of what other languages have.
                        location[stage] = location[stage].is_string().into();
                    }
                }
                json
            };
            let [vertex, fragment] = pair(of_glsl);
            assert_eq!(linked([wgsl, wgsl]), linked([&vertex, &fragment]), "{arch}");
        }
    }
    let text = output(&["varyings", wgsl, wgsl]);
    assert_contains(&text, &["13        shared_by  shared_by"]);
}

#[cfg(feature = "wgsl")]
#[test]
fn wgsl_that_cannot_be_linked_is_named_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.wgsl");
    let path = path.to_str().unwrap();
    let vertex = "@vertex\nfn v() -> Out { return Out(); }\n";
    for (out, fragment, parts) in [
        ("", "@fragment fn f() {", [":4: ", "expected"]),
        ("", "", ["no entry point of a", "fragment shader"]),
        (
            "@location(32) a: vec2f",
            "@fragment fn f() {}",
            [":1: `a`: location 32", "0 to 31 are allowed"],
        ),
        (
            "@location(1) a: mat2x2f",
            "@fragment fn f() {}",
            [":1: `a` is not supported", "a number or a vector"],
        ),
        (
            "a: vec2f",
            "@fragment fn f() {}",
            [":1: `a` has neither", "`@location` nor `@builtin`"],
        ),
        (
            "@location(1) a: vec2f",
            "@fragment fn f(@location(1) b: vec3f) {}",
            ["varying `b`", "which writes vec2"],
        ),
    ] {
        let position = "@builtin(position) p: vec4f";
        fs::write(
            path,
            format!("struct Out {{ {position}, {out} }}\n{vertex}{fragment}"),
        )
        .unwrap();
        assert_contains(&refuse(&["varyings", path, path], "", 1), &parts);
    }
}

#[cfg(not(feature = "wgsl"))]
#[test]
fn wgsl_takes_a_build_that_reads_it() {
    let wgsl = &shader("cube.wgsl");
    let error = refuse(&["varyings", wgsl, wgsl], "", 1);
    assert_contains(&error, &["cube.wgsl", "the feature `wgsl`"]);
}
