//! `varyings`: what its cases cannot say.

mod shaders;
#[cfg(feature = "spirv")]
mod spirv;
