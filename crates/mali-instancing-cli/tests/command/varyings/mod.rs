//! `varyings`: what its cases cannot say.

mod real_shaders;
mod shaders;
#[cfg(feature = "spirv")]
mod spirv;
