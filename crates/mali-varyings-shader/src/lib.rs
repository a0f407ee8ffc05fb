#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

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
