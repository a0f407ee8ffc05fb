//! A varying as a shader declares it.
//!
//! A `Varying` is a type, a length and qualifiers. Its methods refuse empty arrays, interpolated integers, locations
//! above 31 and components past the fourth, so the code that takes a `Varying` does not check for these again.

mod qualifiers;
mod varying;
mod varying_type;

pub use qualifiers::{Interpolation, Precision, Sampling};
pub use varying::Varying;
pub use varying_type::VaryingType;
