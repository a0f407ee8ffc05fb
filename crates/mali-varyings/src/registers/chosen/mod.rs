//! The choice of orientations for machines that are no Mali: their arrays may lie otherwise than the standard has it,
//! and elements may straddle registers.

mod candidate;
mod choices;

pub(super) use choices::choose;
