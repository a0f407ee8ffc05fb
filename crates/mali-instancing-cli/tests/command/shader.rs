//! `shader`: kernels that a compiler takes. `mali-indirect` runs them.

use std::fs;

use crate::accept;
use crate::cases::read;
use crate::tools::{is_there, run};

#[test]
fn kernels_compile() {
    if !is_there("glslangValidator", "kernels compile") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let indexed = read("tests/manifests/culled_cubes.toml");
    let plain = indexed
        .replace("index_type", "# index_type")
        .replace("restart_index", "# restart_index");
    for language in ["glsl", "glsl-es"] {
        for (manifest, option) in [
            (&plain, None),
            (&indexed, None),
            (&indexed, Some("--buffers-in-memory")),
            (&indexed, Some("--index-bounds")),
            (&indexed, Some("--in-place")),
        ] {
            let arguments = ["shader", "--from", "-", "--language", language].into_iter();
            let arguments: Vec<&str> = arguments.chain(option).collect();
            fs::write(
                folder.path().join("kernel.comp"),
                accept(&arguments, manifest),
            )
            .unwrap();
            run("glslangValidator", &["kernel.comp"], folder.path());
        }
    }
}
