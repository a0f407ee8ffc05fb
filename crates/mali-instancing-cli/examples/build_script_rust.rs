//! A `build.rs` that makes the Rust `draws.rs` of the manifest `draws.toml` with the command
//! `mali-instancing`.
//!
//! The crate has the descriptors with `include!(concat!(env!("OUT_DIR"), "/draws.rs"));`.

use std::env;
use std::path::PathBuf;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=draws.toml");
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let status = Command::new("mali-instancing")
        .args(["gen", "draws.toml", "--emit", "rust", "-o"])
        .arg(folder.join("draws.rs"))
        .status()
        .expect("`cargo install mali-instancing-cli` brings mali-instancing");
    assert!(status.success(), "see mali-instancing's error above");
}
