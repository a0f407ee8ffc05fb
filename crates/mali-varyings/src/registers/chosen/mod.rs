//! The choice of orientations for machines other than a Mali: their arrays may lie in other ways than in the standard,
//! and elements may straddle registers.

mod candidate;
mod choices;

pub(super) use choices::choose;
