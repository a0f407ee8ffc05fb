//! `gen --emit rust`.

use std::fs;

use crate::tools::run_rust;
use crate::{assert_contains, generate};

#[test]
fn rust_compiles_and_has_the_words() {
    let manifest = r#"
        [[attribute_buffer]]
        name = "model_row0"
        vertices = 70
        divisor = 3
        [[attribute_buffer]]
        name = "mesh"
        vertices = 70
        [[attribute_buffer]]
        name = "colour"
        vertices = 60
        divisor = 2
        [[attribute_buffer]]
        name = "light"
        vertices = 60
        rate = "constant"
        [[attribute_buffer]]
        name = "size_"
        vertices = 60
        instances = 1
    "#;
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let code = generate(manifest, &["--emit", "rust"]);
    assert_contains(
        &code,
        &["\npub static MODEL_ROW0: [u32; 8] = [\n", "Mali v7"],
    );
    let main = "
        fn main() {
            assert_eq!(MODEL_ROW0, [4, 0x2700_0000, 0, 0, 0x20, 0x17b4_25ed, 0, 3]);
            assert_eq!(MESH, [3, 0x8300_0000, 0, 0, 0, 0, 0, 0]);
            assert_eq!(COLOUR, [2, 0x0700_0000, 0, 0, 0, 0, 0, 0]);
            assert_eq!(LIGHT, [1, 0, 0, 0, 0, 0, 0, 0]);
            assert_eq!(SIZE_, [1, 0, 0, 0, 0, 0, 0, 0]);
        }
    ";
    fs::write(folder.join("draws.rs"), code + main).unwrap();
    run_rust(folder, "draws.rs");
}
