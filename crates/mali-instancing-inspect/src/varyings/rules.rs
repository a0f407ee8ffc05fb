//! The rules that a manifest or an option names: those of an edition, or a machine's.

use mali_varyings::chooser::{self, Machine};
use mali_varyings::{Error, Placement, Target, Varying, pack};

use crate::notation::choices;

/// The rules by which varyings are packed, with a number of registers.
///
/// ```
/// use mali_instancing_inspect::varyings::VaryingRules;
///
/// assert_eq!(VaryingRules::ES300.registers(), 16);
/// assert!(VaryingRules::CHOSEN.with_registers(65).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VaryingRules {
    /// The rules of an edition of GLSL ES.
    Edition(Target),
    /// Those of a machine other than a Mali.
    Machine(Machine),
}

impl VaryingRules {
    /// GLSL ES 1.00, with 8 registers.
    pub const ES100: Self = Self::Edition(Target::ES100);
    /// GLSL ES 3.00, with 16 registers.
    pub const ES300: Self = Self::Edition(Target::ES300);
    /// GLSL ES 3.10, with 16 registers.
    pub const ES310: Self = Self::Edition(Target::ES310);
    /// GLSL ES 3.20, with 16 registers.
    pub const ES320: Self = Self::Edition(Target::ES320);
    /// Like `ES100`, but a matrix takes only the components that it has.
    pub const RELAXED: Self = Self::Machine(Machine::RELAXED);
    /// Arrays in the orientation that costs the least, with 16 registers.
    pub const CHOSEN: Self = Self::Machine(Machine::CHOSEN);

    /// The same rules with this number of registers.
    ///
    /// # Errors
    ///
    /// [`Error::Registers`] for none and for more than 64.
    pub const fn with_registers(self, registers: u32) -> Result<Self, Error> {
        match self {
            Self::Edition(target) => match target.with_registers(registers) {
                Ok(target) => Ok(Self::Edition(target)),
                Err(error) => Err(error),
            },
            Self::Machine(machine) => match machine.with_registers(registers) {
                Ok(machine) => Ok(Self::Machine(machine)),
                Err(error) => Err(error),
            },
        }
    }

    /// The number of registers, 1 to 64.
    #[must_use]
    pub const fn registers(&self) -> u32 {
        match self {
            Self::Edition(target) => target.registers,
            Self::Machine(machine) => machine.registers,
        }
    }

    /// The same rules, with declarations that the edition does not have accepted, or not.
    pub(super) const fn with_leniency(self, is_lenient: bool) -> Self {
        match self {
            Self::Edition(target) => Self::Edition(Target {
                is_lenient,
                ..target
            }),
            Self::Machine(_) => self,
        }
    }

    pub(super) fn pack(
        &self,
        varyings: &[Varying],
        placements: &mut [Placement],
    ) -> Result<u32, Error> {
        match self {
            Self::Edition(target) => pack(varyings, target, placements),
            Self::Machine(machine) => chooser::pack(varyings, machine, placements),
        }
    }
}

choices! {
    VaryingRules {
        "es100" => ES100, "es300" => ES300, "es310" => ES310, "es320" => ES320,
        "relaxed" => RELAXED, "chosen" => CHOSEN
    }
}
