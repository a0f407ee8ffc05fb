//! `varyings` of two shaders: where a Mali keeps what they share.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::tools::{is_there, run};
use crate::{assert_contains, failure, output};

const VERTEX: &str = "#version 320 es
#define WEIGHTS 3
// out vec4 commented;
struct Light { vec3 direction; mediump vec2 size[2]; };
layout(location = 0) out vec3 normal;
layout(location = 4, component = 1) out mediump vec2 uv;
flat out uint material, unread;
out float weights[WEIGHTS];
invariant centroid out Light light;
layout(std140) uniform Block { mat4 transform; };
out Surface { mediump vec4 colour; } surface[2];
void main() { int out_of_here[2]; gl_Position = transform[0]; gl_PointSize = 2.0; }
";

const FRAGMENT: &str = "#version 320 es
precision mediump float;
struct Light { vec3 direction; mediump vec2 size[2]; };
layout(location = 0) in vec3 normal;
layout(location = 4, component = 1) in vec2 uv;
flat in uint material;
in Light light;
in vec4 nobody;
out vec4 result;
void main() { result = gl_FragCoord; }
";

fn shaders(folder: &Path, vertex: &str, fragment: &str) -> [String; 2] {
    [("cube.vert", vertex), ("cube.frag", fragment)].map(|(name, text)| {
        let path: PathBuf = folder.join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    })
}

fn linked(vertex: &str, fragment: &str, arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let [vertex, fragment] = shaders(folder.path(), vertex, fragment);
    let mut all = vec!["varyings", vertex.as_str(), fragment.as_str()];
    all.extend(arguments);
    output(&all)
}

fn places(json: &Value) -> Vec<(u64, Value, Value, Value, Value)> {
    let locations = json["locations"].as_array().unwrap();
    let of = |row: &Value, key: &str| row[key].clone();
    locations
        .iter()
        .map(|row| {
            let location = row["location"].as_u64().unwrap();
            let [vertex, fragment] = ["vertex", "fragment"].map(|key| of(row, key));
            (
                location,
                vertex,
                fragment,
                of(row, "offset"),
                of(row, "bytes"),
            )
        })
        .collect()
}

/// Places by hand: 12 bytes at 0, 4 at 12, 12 at the next multiple of 16, three halves at a multiple of 8,
/// two halves each.
#[test]
fn what_both_stages_have_is_stored_in_the_order_of_locations() {
    let json: Value = serde_json::from_str(&linked(VERTEX, FRAGMENT, &["--json"])).unwrap();
    assert_eq!(
        (&json["arch"], &json["bytes_per_vertex"]),
        (&json!("v7"), &json!(48))
    );
    let both = |location, name: &str, offset, bytes| {
        (
            location,
            json!(name),
            json!(name),
            json!(offset),
            json!(bytes),
        )
    };
    let one = |location, name: &str| (location, json!(name), Value::Null, Value::Null, Value::Null);
    let expected = [
        both(0, "normal", 0, 12),
        both(1, "material", 12, 4),
        one(2, "unread"),
        both(3, "light.direction", 16, 12),
        both(4, "uv", 32, 6),
        one(5, "weights[0]"),
        one(6, "weights[1]"),
        one(7, "weights[2]"),
        both(8, "light.size[0]", 40, 4),
        both(9, "light.size[1]", 44, 4),
        one(10, "Surface[0].colour"),
        one(11, "Surface[1].colour"),
        (12, Value::Null, json!("nobody"), Value::Null, Value::Null),
    ];
    assert_eq!(places(&json), expected);
    // Twelve locations, the position and the point size; seven locations that the other stage reads.
    let count = |key: &str| json[key].as_array().unwrap().len();
    assert_eq!(
        (count("vertex_descriptors"), count("fragment_descriptors")),
        (14, 7)
    );
}

#[test]
fn v4_has_a_descriptor_for_what_is_built_in() {
    let json = linked(VERTEX, FRAGMENT, &["--json", "--arch", "v4"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    let last = json["fragment_descriptors"]
        .as_array()
        .unwrap()
        .last()
        .unwrap();
    // Buffer 5, offset enable, "RGBA32F" with its components in order.
    let word = 5 | 1 << 9 | (0xbf << 12 | 0o3210) << 10;
    assert_eq!(last, &json!([format!("{word:#010x}"), "0x00000000"]));
}

#[test]
fn from_v9_on_offsets_are_baked_unless_the_shaders_are_compiled_apart() {
    for (arch, allocation, vary_size) in [
        ("v9", json!("0x00300040"), Value::Null),
        ("v10", Value::Null, json!(48)),
    ] {
        let json = linked(VERTEX, FRAGMENT, &["--json", "--arch", arch]);
        let json: Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["access"], "baked");
        assert_eq!(json["fragment_descriptors"], json!([]));
        assert_eq!(
            (&json["allocation"], &json["vary_size"]),
            (&allocation, &vary_size)
        );
        assert_eq!(json["fifo_format"], "extended");
    }
    let vertex = "layout(location = 0) out vec3 a; layout(location = 1) out vec2 b;";
    let fragment = "layout(location = 1) in vec2 b;";
    let text = linked(vertex, fragment, &["--arch", "v12", "--separable"]);
    let descriptor = format!(
        "fragment descriptor 0: {:#010x} 0x0000003d 0x00000410 0x00000001 0x00280018 ",
        0x65 | (175 << 12 | 0x10) << 10
    );
    assert_contains(
        &text,
        &[
            "v12, compiled apart: 24 bytes of each vertex",
            &descriptor,
            "VARY_SIZE: 24",
        ],
    );
}

/// The names' order is what both shaders have in common.
#[test]
fn shaders_compiled_apart_match_by_name_if_they_declare_the_same() {
    let vertex = "out vec3 normal; out float depth; layout(location = 1) out vec2 uv;";
    let fragment = "layout(location = 1) in vec2 coordinates; in float depth; in vec3 normal;";
    let json: Value =
        serde_json::from_str(&linked(vertex, fragment, &["--separable", "--json"])).unwrap();
    let row = |location, vertex, fragment, offset, bytes| {
        let [vertex, fragment] = [vertex, fragment].map(|name: &str| json!(name));
        (location, vertex, fragment, json!(offset), json!(bytes))
    };
    let expected = [
        row(0, "depth", "depth", 0, 4),
        row(1, "uv", "coordinates", 8, 8),
        row(2, "normal", "normal", 16, 12),
    ];
    assert_eq!(places(&json), expected);
    let folder = tempfile::tempdir().unwrap();
    let [vertex, fragment] = shaders(folder.path(), vertex, "\nin vec3 normal;");
    let error = failure(&["varyings", &vertex, &fragment, "--separable"], 1);
    let parts = [
        "cube.frag:2: varying `normal`",
        "at location 0",
        "has it at 2",
    ];
    assert_contains(&error, &parts);
}

/// Places by hand: the weights, which nobody reads, are stored as they are captured, from 40 on. 70 vertices
/// are padded to 72 in memory, and are 70 where they are captured.
#[test]
fn transform_feedback_is_shown_with_the_addresses_of_a_draw() {
    let draw = ["--vertices", "70", "--instances", "100"];
    let capture = "gl_Position,light.direction,weights[1]";
    let arguments = [&["--capture", capture][..], &draw].concat();
    let text = linked(VERTEX, FRAGMENT, &arguments);
    assert_contains(
        &text,
        &[
            "v7, linked together: 60 bytes of each vertex",
            "\ncapture          from    byte  bits  components  buffer  lands at\n\
             gl_Position      shader  -     32    4           0       0\n\
             light.direction  memory  16    32    3           0       16\n\
             weights[1]       memory  44    32    1           0       28\n\n\
             feedback buffer 0: 32 bytes of each vertex, 2240 of each instance, 224000 of the draw\n\
             in memory, padded: 4320 bytes of each instance\n",
        ],
    );
    let arguments = [
        &["--json", "--separate", "--capture", "gl_PointSize,uv"][..],
        &draw,
    ]
    .concat();
    let json: Value = serde_json::from_str(&linked(VERTEX, FRAGMENT, &arguments)).unwrap();
    let buffers = [(4, 28_000, 280), (8, 56_000, 560)];
    let buffers = buffers.map(|(stride, size, instance)| {
        json!({"stride": stride, "size": size, "instance_stride": instance})
    });
    assert_eq!(json["feedback_buffers"], json!(buffers));
    assert_eq!(json["feedback_source_instance_stride"], 72 * 48);
    // Behind the component in front of it, and of 16 bits.
    let uv = json!({
        "capture": "uv", "source": "memory", "byte": 34, "bits": 16, "components": 2,
        "buffer": 1, "offset": 0,
    });
    assert_eq!(json["feedback"][1], uv);
}

#[test]
fn one_shader_is_not_taken_for_a_manifest() {
    let folder = tempfile::tempdir().unwrap();
    let [vertex, _] = shaders(folder.path(), VERTEX, "");
    for arguments in [
        &["varyings", &vertex][..],
        &["varyings", &vertex, "--arch", "v7"],
    ] {
        let error = failure(arguments, 2);
        assert_contains(
            &error,
            &["cube.vert is a shader alone: name the fragment shader"],
        );
    }
}

#[test]
fn what_the_vertex_shader_does_not_have_cannot_be_captured() {
    let folder = tempfile::tempdir().unwrap();
    let [vertex, fragment] = shaders(folder.path(), VERTEX, FRAGMENT);
    for (capture, vertices, parts) in [
        (
            "gl_position",
            "3",
            ["`gl_position` is unknown", "`gl_Position`"],
        ),
        (
            "nobody",
            "3",
            ["--capture: `nobody` is unknown", "gl_PointSize, normal, uv"],
        ),
        (
            "normal,weights[3]",
            "3",
            ["capture 1: element 3", "there are 3"],
        ),
        ("normal", "0", ["--capture: ", "0 vertices"]),
    ] {
        let arguments = [
            "varyings",
            &vertex,
            &fragment,
            "--capture",
            capture,
            "--vertices",
            vertices,
        ];
        assert_contains(&failure(&arguments, 2), &parts);
    }
}

/// Places by hand: two halves at the location's second component, so six bytes, and four floats at a
/// multiple of 16.
#[test]
fn a_manifest_says_what_the_stages_have() {
    let varying = |name: &str, rest: &str| format!("[[varying]]\nname = \"{name}\"\n{rest}\n");
    let manifest = [
        varying(
            "uv",
            "type = \"vec2\"\nlocation = 3\ncomponent = 1\nprecision = \"mediump\"",
        ),
        varying("unread", "type = \"vec4\"\nstage = \"out\""),
        varying("colour", "type = \"vec4\"\nstage = \"out\"\nlocation = 4"),
        varying("colour", "type = \"vec4\"\nstage = \"in\"\nlocation = 4"),
    ]
    .concat();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cube.toml");
    fs::write(&path, &manifest).unwrap();
    let path = path.to_str().unwrap();
    let json = output(&["varyings", path, "--arch", "v10", "--json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    let at = |location, vertex: &str, fragment: Value, offset, bytes| {
        (location, json!(vertex), fragment, offset, bytes)
    };
    let expected = [
        at(0, "unread", Value::Null, Value::Null, Value::Null),
        at(3, "uv", json!("uv"), json!(0), json!(6)),
        at(4, "colour", json!("colour"), json!(16), json!(16)),
    ];
    assert_eq!(places(&json), expected);
    let captured = output(&["varyings", path, "--arch", "v7", "--capture", "unread"]);
    assert_contains(&captured, &["48 bytes of each vertex", "unread   memory"]);
    let error = failure(&["varyings", path], 1);
    assert_contains(
        &error,
        &["cube.toml:8: ", "`unread`", "`stage` goes with memory"],
    );
    for (rest, parts) in [
        (
            "type = \"dvec2\"",
            ["`dvec2` is not supported", "at most 32 bits"],
        ),
        (
            "type = \"vec2\"\ncomponent = 1",
            ["component", "a vector with a location can"],
        ),
        (
            "type = \"vec2\"\nlocation = 32",
            ["location 32 does not exist", "0 to 31"],
        ),
        (
            "type = \"vec2\"\nstage = \"both\"",
            ["`both` is unknown", "out, in"],
        ),
    ] {
        fs::write(path, varying("a", rest)).unwrap();
        assert_contains(&failure(&["varyings", path, "--arch", "v7"], 1), &parts);
    }
}

#[test]
fn compilers_take_the_code() {
    // By hand: the weights lie from 40 to 52, and push what is behind them on. 70 vertices of 20 bytes are captured.
    let captured = [
        "--capture",
        "gl_Position,weights[1]",
        "--vertices",
        "70",
        "--instances",
        "100",
    ];
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    if is_there("rustc", "the constants compile") {
        let code = linked(
            VERTEX,
            FRAGMENT,
            &[&["--emit", "rust"], &captured[..]].concat(),
        );
        let main = "fn main() { assert_eq!((UV_LOCATION, LIGHT_SIZE_OFFSETS), (4, [52, 56])); \
                    assert_eq!((VERTEX_DESCRIPTORS.len(), BYTES_PER_VERTEX), (14, 60)); \
                    assert_eq!(FEEDBACK_SPANS, [[0xffff_ffff, 32, 4, 0, 0], [44, 32, 1, 0, 16]]); \
                    assert_eq!((FEEDBACK_STRIDES, FEEDBACK_SIZES), ([20], [140_000])); \
                    assert_eq!(FEEDBACK_INSTANCE_STRIDES, [1400]); \
                    assert_eq!(FEEDBACK_SOURCE_INSTANCE_STRIDE, [72 * 60]); }\n";
        let allow = "#![allow(dead_code)]\n";
        fs::write(folder.join("main.rs"), format!("{allow}{code}{main}")).unwrap();
        run(
            "rustc",
            &["--edition=2021", "-o", "program", "main.rs"],
            folder,
        );
        assert_eq!(run(folder.join("program"), &[], folder), "");
    }
    if is_there("gcc", "the header compiles") {
        let header = linked(
            VERTEX,
            FRAGMENT,
            &[&["--emit", "c"], &captured[..]].concat(),
        );
        fs::write(folder.join("cube.h"), header).unwrap();
        let main = "#include \"cube.h\"\n#include \"cube.h\"\n\
                    int places[VARYING_UV_LOCATION == 4 && VARYING_BYTES_PER_VERTEX == 60 ? 1 : -1];\n\
                    int captured(void) { return VARYING_FEEDBACK_SPANS[1][0] == 44 && \
                    VARYING_FEEDBACK_SIZES[0] == 140000; }\n";
        fs::write(folder.join("main.c"), main).unwrap();
        run(
            "gcc",
            &["-std=c99", "-Wall", "-c", "-o", "main.o", "main.c"],
            folder,
        );
    }
}

#[test]
fn what_cannot_be_linked_is_named_with_its_line() {
    for (vertex, fragment, parts) in [
        (
            "\nout vec2 uv;",
            "\n\nin vec3 uv;",
            ["cube.frag:3: varying `uv`", "which writes vec2"],
        ),
        (
            "\nout dvec2 uv;",
            "",
            ["cube.vert:2: `dvec2` is not supported", "at most 32 bits"],
        ),
        (
            "patch out vec2 uv;",
            "",
            ["cube.vert:1: `patch` is not supported", "have none"],
        ),
        (
            "out vec5 uv;",
            "",
            ["cube.vert:1: `vec5` is unknown", "did you mean `vec"],
        ),
        (
            "layout(location = 32) out vec2 uv;",
            "",
            ["cube.vert:1: location 32", "0 to 31 are allowed"],
        ),
        (
            "layout(location = 1) out vec2 a;\nlayout(location = 1) out vec2 b;",
            "",
            ["cube.vert:2: varying `b`", "cannot share location 1"],
        ),
        (
            "out vec2 uv[n];",
            "",
            ["cube.vert:1: expected a number", "found `n`"],
        ),
        (
            "out vec2 uv",
            "",
            ["cube.vert:1: the text ends", "within a declaration"],
        ),
        (
            "struct A { A a; };\nout A a;",
            "",
            ["cube.vert:2: `a.a", "more than 16 deep"],
        ),
        (
            "struct E { };\nout E e[4000000000];\nstruct S { float f; };\nout S s[4000000000];",
            "",
            ["cube.vert:4: `s[12", "at most 128 varyings"],
        ),
        (
            "struct A { };\nstruct B { A a[1], b[1], c[1], d[1]; };\nstruct C { B a, b, c, d; };\n\
             struct D { C a, b, c, d; };\nstruct E { D a, b, c, d; };\nstruct F { E a, b, c, d; };\n\
             struct G { F a, b, c, d; };\nout G g;",
            "",
            ["cube.vert:8: `g.", "at most 4096 parts"],
        ),
        (
            "smooth out int id;",
            "",
            ["cube.vert:1: int cannot be smooth", "flat"],
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let [vertex, fragment] = shaders(folder.path(), vertex, fragment);
        let error = failure(&["varyings", &vertex, &fragment], 1);
        assert_contains(&error, &parts);
    }
}
