//! `varyings` of two shaders: code that compilers take.

use std::fs;

use crate::tools::{is_there, run};
use crate::{command, finish};

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

fn linked(arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("cube.vert", VERTEX), ("cube.frag", FRAGMENT)] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let mut command = command(&["varyings", "cube.vert", "cube.frag"]);
    let (_, printed, said) = finish(command.args(arguments).current_dir(folder.path()), "");
    assert_eq!(said, "");
    String::from_utf8(printed).unwrap()
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
        let code = linked(&[&["--emit", "rust"], &captured[..]].concat());
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
        let header = linked(&[&["--emit", "c"], &captured[..]].concat());
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
