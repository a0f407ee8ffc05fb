//! The shaders of the tests, as seeds of `shader`.

use std::error::Error;
use std::fs;
use std::path::Path;

use crate::Folder;

/// Pairs in every version, with a zero byte between the two texts, and modules unchanged.
pub(crate) fn add(folder: &Folder) -> Result<(), Box<dyn Error>> {
    let shaders = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/shaders");
    let read = |name: &str| fs::read(shaders.join(name));
    folder.add("cube", &[read("cube.vert")?, read("cube.frag")?].join(&0))?;
    for name in ["cube.vert.spv", "cube.frag.spv", "captures.vert.spv"] {
        folder.add(name, &read(name)?)?;
    }
    folder.add(
        "es",
        b"#version 320 es\n#define N 3\nprecision mediump float;\nstruct S { vec3 a; mediump vec2 b[2]; };\n\
          layout(location = 4, component = 1) out vec2 uv;\nflat out uint m, n[N];\ninvariant centroid out S s;\n\
          out B { f16vec4 c; } b[2];\nvoid main() { gl_PointSize = 1.0; }\0in S s; in vec2 uv[2];",
    )
}
