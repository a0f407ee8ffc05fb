//! `varyings`: what its cases cannot say.

mod shaders;
#[cfg(feature = "spirv")]
mod spirv;

use std::fmt::Write;

use crate::{assert_contains, json, refuse};

#[test]
fn more_varyings_than_components_are_refused() {
    let mut manifest = "registers = 64\n".to_owned();
    for number in 0..=256 {
        write!(
            manifest,
            "[[varying]]\nname = \"v{number}\"\ntype = \"float\"\n"
        )
        .unwrap();
    }
    let message = refuse(&["varyings", "-", "--json"], &manifest, 1);
    assert_contains(
        &message,
        &["input:771: varying `v256`: 257 varyings", "at most 256"],
    );
    let fewer = manifest.rsplit_once("[[varying]]").unwrap().0;
    let packed = json(&["varyings", "-", "--json"], fewer);
    assert_eq!(packed["registers_used"], 64);
}
