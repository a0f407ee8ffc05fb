//! `varyings`: manifests of varyings.

mod code;
mod memory;
mod shaders;
#[cfg(feature = "spirv")]
mod spirv;
