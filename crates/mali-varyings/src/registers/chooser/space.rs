use crate::error::Error;
use crate::qualifiers::Interpolation;
use crate::registers::target::check_registers;

/// A number of registers of four components, and the interpolations that may share one.
#[derive(Clone, Copy)]
pub(super) struct Space {
    pub(super) registers: u32,
    pub(super) smooth_beside_noperspective: bool,
    pub(super) flat_beside_interpolated: bool,
}

impl Space {
    pub(super) const fn new(
        registers: u32,
        smooth_beside_noperspective: bool,
        flat_beside_interpolated: bool,
    ) -> Result<Self, Error> {
        attempt!(check_registers(registers));
        Ok(Self {
            registers,
            smooth_beside_noperspective,
            flat_beside_interpolated,
        })
    }

    /// Whether varyings of these interpolations may share a register.
    pub(super) const fn may_share(self, one: Interpolation, other: Interpolation) -> bool {
        match (one, other) {
            (Interpolation::Smooth, Interpolation::Noperspective)
            | (Interpolation::Noperspective, Interpolation::Smooth) => {
                self.smooth_beside_noperspective
            }
            _ if one as u8 == other as u8 => true,
            _ => self.flat_beside_interpolated,
        }
    }

    /// The interpolation that stands for the run of dense varyings that `interpolation` belongs to: the first of
    /// all that may be beside each other.
    pub(super) const fn run_of(self, interpolation: Interpolation) -> Interpolation {
        let is_apart =
            matches!(interpolation, Interpolation::Flat) && !self.flat_beside_interpolated;
        if is_apart || !self.smooth_beside_noperspective {
            interpolation
        } else {
            Interpolation::Smooth
        }
    }
}
