//! A `build.rs` that makes the header `draws.h` of the manifest `draws.toml` with the command
//! `mali-instancing`, for C that the crate compiles.
//!
//! Give `cc::Build::include` the folder `OUT_DIR`, and `#include "draws.h"`. A crate with `links`
//! in its manifest finds the folder in its dependants' `DEP_…_INCLUDE`.

use std::env;
use std::path::PathBuf;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=draws.toml");
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let status = Command::new("mali-instancing")
        .args(["gen", "draws.toml", "--emit", "c", "-o"])
        .arg(folder.join("draws.h"))
        .status()
        .expect("`cargo install mali-instancing-cli` brings mali-instancing");
    assert!(status.success(), "see mali-instancing's error above");
    println!("cargo::metadata=include={}", folder.display());
}
