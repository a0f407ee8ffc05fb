//! The largest numbers of registers, locations and varyings.

/// The number of components of a register, and of a location.
pub(super) const REGISTER_COMPONENTS: u32 = 4;

/// The largest number of registers of a grid: one bit each.
pub(super) const MAX_REGISTERS: u32 = u64::BITS;

/// The largest number of varyings: the components of the largest grid.
pub(super) const MAX_VARYINGS: usize = (MAX_REGISTERS * REGISTER_COMPONENTS) as usize;

/// The number of locations of a stage, as in Mesa's drivers: one bit each.
pub(super) const LOCATIONS: u32 = u32::BITS;

/// The largest number of varyings with a location: the components of all locations.
pub(super) const MAX_LOCATED_VARYINGS: usize = (LOCATIONS * REGISTER_COMPONENTS) as usize;

/// The largest number of slots of a stage: Mesa's `PAN_MAX_VARYINGS`.
// Slots that are only captured do not count, so a list of slots may be longer: up to `SLOTS`.
pub(super) const MAX_SLOTS: usize = 37;

/// The number of locations of built-in and of other variables: those of Mesa's `gl_varying_slot`.
pub(super) const SLOTS: u32 = u64::BITS;
