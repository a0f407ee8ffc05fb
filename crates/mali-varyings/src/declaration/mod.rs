//! A varying as a shader declares it.

mod qualifiers;
mod varying;
mod varying_type;

pub use qualifiers::{Interpolation, Precision, Sampling};
pub use varying::Varying;
pub use varying_type::VaryingType;
