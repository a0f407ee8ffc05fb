//! `shader`: kernels that a compiler takes. `mali-indirect` runs them.

use std::fs;

use crate::accept;
use crate::tools::is_there;

const CUBES: &str = "[[vertex_input]]
name = \"cubes\"
arch = \"v7\"
vertices = \"indirect\"
buffers = [
    { name = \"mesh\", stride = 20, address = 0x1000_0000, size = 1400 },
    { name = \"model\", stride = 64, divisor = 3, address = 0x2000_0010, size = 2176 },
]
attributes = [
    { name = \"position\", buffer = \"mesh\", format = \"R32G32B32_SFLOAT\" },
    { name = \"row0\", buffer = \"model\", format = \"R32G32B32A32_SFLOAT\", offset = 0 },
]
";

/// The same with another line behind the vertices.
fn with(line: &str) -> String {
    CUBES.replace(
        "vertices = \"indirect\"\n",
        &format!("vertices = \"indirect\"\n{line}\n"),
    )
}

#[test]
fn kernels_compile() {
    if !is_there("glslangValidator", "kernels compile") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kernel.comp");
    let indexed = with("index_type = \"u16\"\nrestart_index = 0xffff\nvaryings = 32");
    for language in ["glsl", "glsl-es"] {
        for (manifest, arguments) in [
            (CUBES, &["--language", language][..]),
            (&indexed, &["--language", language]),
            (&indexed, &["--language", language, "--index-bounds"]),
        ] {
            let arguments = [&["shader", "--from", "-"], arguments].concat();
            fs::write(&file, accept(&arguments, manifest)).unwrap();
            let compiled = std::process::Command::new("glslangValidator")
                .arg(&file)
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&compiled.stdout);
            assert!(compiled.status.success(), "{language}: {said}");
        }
    }
}
