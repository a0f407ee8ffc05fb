//! `varyings` of the shaders in `tests/shaders`, in each language that is read.

#[cfg(feature = "wgsl")]
use std::fs;
use std::path::Path;

#[cfg(feature = "wgsl")]
use serde_json::Value;

#[cfg(any(feature = "spirv", feature = "wgsl"))]
use crate::output;
use crate::{assert_contains, refuse};

fn shader(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/shaders");
    folder.join(name).to_str().unwrap().to_owned()
}

/// A pair as GLSL, or as the SPIR-V that glslang makes of it.
pub(super) fn pair(extension: &str) -> [String; 2] {
    ["cube.vert", "cube.frag"].map(|name| shader(&format!("{name}{extension}")))
}

/// The places of GLSL are in a case.
#[cfg(feature = "spirv")]
#[test]
fn a_pair_of_spirv_modules_has_the_places_of_glsl() {
    let [vertex, fragment] = pair(".spv");
    let linked = |[vertex, fragment]: [String; 2]| {
        let arguments = [
            "varyings",
            &vertex,
            &fragment,
            "--arch",
            "v10",
            "--matching",
            "vulkan",
        ];
        output(&arguments)
    };
    assert_eq!(linked(pair(".spv")), linked(pair("")));
    let error = refuse(&["varyings", &fragment, &vertex], "", 1);
    assert_contains(
        &error,
        &["cube.frag.spv", "no entry point of a vertex shader"],
    );
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
    for arch in mali_instancing::Arch::ALL.iter().map(|arch| arch.name()) {
        for options in [&[][..], &["--separable"]] {
            let linked = |[vertex, fragment]: [&str; 2]| {
                let shown = [
                    "varyings",
                    vertex,
                    fragment,
                    "--json",
                    "--matching",
                    "gl",
                    "--arch",
                    arch,
                ];
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

/// WGSL, 13.3.1.1: the position is a value of an entry point, and has no name of its own.
#[cfg(feature = "wgsl")]
#[test]
fn a_missing_position_is_named_as_wgsl_writes_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.wgsl");
    let text = "@vertex fn v() -> @location(0) f32 { return 1; }\n\
                @fragment fn f(@location(0) a: f32) {}\n";
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let text = output(&["varyings", path, path]);
    assert_contains(&text, &["a.wgsl: writes no @builtin(position): "]);
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
            [":1: varying `a`: location 32", "0 to 31 are allowed"],
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
            ["varying `b`", "vec3 here, vec2 on line 1"],
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
