//! The registers that varyings are packed into.

use crate::error::Error;
use crate::limits::MAX_REGISTERS;
use crate::qualifiers::Interpolation;

/// A number of registers of four components, and the interpolations that may share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub(super) struct Space {
    pub(super) registers: u32,
    pub(super) smooth_beside_noperspective: bool,
    pub(super) flat_beside_interpolated: bool,
}

impl Space {
    /// Registers that all interpolations share.
    pub(super) const fn shared(registers: u32) -> Self {
        Self {
            registers,
            smooth_beside_noperspective: true,
            flat_beside_interpolated: true,
        }
    }

    pub(super) const fn with_registers(mut self, registers: u32) -> Result<Self, Error> {
        if registers == 0 || registers > MAX_REGISTERS {
            return Err(Error::Registers { registers });
        }
        self.registers = registers;
        Ok(self)
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
