#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

// `shader` takes the bytes, tells the language from them and the name, and calls one of three readers: `glsl`, which
// needs no other package, `spirv`, over rspirv's instructions, or `wgsl`, over naga's module. Each returns
// `StageVaryings` (`stage`), in which every member of a structure is a varying of its own. A reader collects qualifiers
// in a `Declaration` (`declaration`), which makes the varying, or says which part the type cannot have. A reader fails
// with a `Fault` at a byte (`error`), to which `shader` adds the name and the line. GLSL and SPIR-V share `captures`,
// SPIR-V and WGSL `entry_point`. `edition` is that of GLSL alone.
mod captures;
mod declaration;
mod edition;
#[cfg(any(feature = "spirv", feature = "wgsl"))]
mod entry_point;
mod error;
mod glsl;
mod shader;
#[cfg(feature = "spirv")]
mod spirv;
mod stage;
#[cfg(feature = "wgsl")]
mod wgsl;

pub use declaration::Declaration;
pub use edition::Edition;
pub use error::ShaderError;
pub use mali_varyings::Stage;
pub use shader::Shader;
pub use stage::{Name, StageVaryings};
