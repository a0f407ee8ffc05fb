//! `varyings`: manifests of varyings.

mod code;
mod errors;
mod grid;
mod memory;
mod shaders;
#[cfg(feature = "spirv")]
mod spirv;
