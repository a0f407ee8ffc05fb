//! How much there can be of everything.

/// Components of a register, and of a location.
pub(super) const REGISTER_COMPONENTS: u32 = 4;

/// The most registers that a grid can have: a bit for each.
pub(super) const MAX_REGISTERS: u32 = u64::BITS;

/// As many varyings as the largest grid has components.
pub(super) const MAX_VARYINGS: usize = (MAX_REGISTERS * REGISTER_COMPONENTS) as usize;

/// The locations of a stage, as Mesa's drivers have them: a bit for each.
pub(super) const LOCATIONS: u32 = u32::BITS;

/// As many varyings as the locations have components.
pub(super) const MAX_LOCATED_VARYINGS: usize = (LOCATIONS * REGISTER_COMPONENTS) as usize;
