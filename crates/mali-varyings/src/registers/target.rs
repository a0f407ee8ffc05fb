//! The machine that varyings are packed for.

use crate::error::Error;
use crate::limits::MAX_REGISTERS;
use crate::qualifiers::Interpolation;
use crate::rules::Rules;

/// The machine that varyings are packed for: the number of its registers of four components, and its
/// abilities.
///
/// ```
/// use mali_varyings::{Rules, Target};
///
/// let target = Target::CHOSEN.with_registers(15)?.with_straddling(false);
/// assert_eq!((target.registers(), target.rules()), (15, Rules::Chosen));
/// # Ok::<(), mali_varyings::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[expect(clippy::struct_excessive_bools, reason = "each is said by itself")]
pub struct Target {
    registers: u32,
    rules: Rules,
    straddling: bool,
    smooth_beside_noperspective: bool,
    flat_beside_interpolated: bool,
    is_lenient: bool,
    index_cost: u32,
    second_move_cost: u32,
}

impl Target {
    /// GLSL ES 1.00, with 8 registers, the least value of `gl_MaxVaryingVectors`.
    pub const ES100: Self = Self {
        registers: 8,
        rules: Rules::Es100,
        straddling: false,
        smooth_beside_noperspective: true,
        flat_beside_interpolated: true,
        is_lenient: false,
        index_cost: 1,
        second_move_cost: 1,
    };

    /// GLSL ES 3.00, with its 16 registers.
    pub const ES300: Self = Self {
        registers: 16,
        rules: Rules::Es300,
        flat_beside_interpolated: false,
        ..Self::ES100
    };

    /// GLSL ES 3.10, with its 16 registers.
    pub const ES310: Self = Self {
        rules: Rules::Es310,
        ..Self::ES300
    };

    /// GLSL ES 3.20, with its 16 registers.
    pub const ES320: Self = Self {
        rules: Rules::Es320,
        ..Self::ES300
    };

    /// A machine that places varyings as the standard does, but gives a matrix only the components that it has.
    pub const RELAXED: Self = Self {
        rules: Rules::Relaxed,
        ..Self::ES100
    };

    /// A machine of 16 registers that reads any components of any register at no cost, whatever is beside them. It is
    /// the starting point for the description of a machine that chooses.
    pub const CHOSEN: Self = Self {
        registers: 16,
        rules: Rules::Chosen,
        straddling: true,
        smooth_beside_noperspective: true,
        flat_beside_interpolated: true,
        is_lenient: false,
        index_cost: 0,
        second_move_cost: 0,
    };

    /// The same target with this number of registers.
    ///
    /// # Errors
    ///
    /// [`Error::Registers`] for none and for more than 64.
    ///
    /// ```
    /// use mali_varyings::{Error, Target};
    ///
    /// let error = Target::ES100.with_registers(65).unwrap_err();
    /// assert_eq!(error, Error::Registers { registers: 65 });
    /// ```
    pub const fn with_registers(mut self, registers: u32) -> Result<Self, Error> {
        if registers == 0 || registers > MAX_REGISTERS {
            return Err(Error::Registers { registers });
        }
        self.registers = registers;
        Ok(self)
    }

    /// The same target with other rules.
    #[must_use]
    pub const fn with_rules(mut self, rules: Rules) -> Self {
        self.rules = rules;
        self
    }

    /// The same target that packs declarations that the edition of GLSL ES does not have, or refuses them: they are an
    /// [error](crate::Feature) by default. The parts beyond the edition take the space that later editions
    /// give them.
    #[must_use]
    pub const fn with_leniency(mut self, is_lenient: bool) -> Self {
        self.is_lenient = is_lenient;
        self
    }

    /// The same target that lets an array's element straddle two registers, or not.
    #[must_use]
    pub const fn with_straddling(mut self, allowed: bool) -> Self {
        self.straddling = allowed;
        self
    }

    /// The same target that lets smooth and noperspective varyings share a register, or not.
    #[must_use]
    pub const fn with_smooth_beside_noperspective(mut self, allowed: bool) -> Self {
        self.smooth_beside_noperspective = allowed;
        self
    }

    /// The same target that lets flat varyings share a register with others, or not.
    #[must_use]
    pub const fn with_flat_beside_interpolated(mut self, allowed: bool) -> Self {
        self.flat_beside_interpolated = allowed;
        self
    }

    /// The same target with this cost of computing the place of an element by a division
    /// whose divisor is not a power of two. Dividing by a power of two costs 1.
    #[must_use]
    pub const fn with_index_cost(mut self, cost: u32) -> Self {
        self.index_cost = cost;
        self
    }

    /// The same target with this cost of fetching the rest of an element that straddles two registers.
    #[must_use]
    pub const fn with_second_move_cost(mut self, cost: u32) -> Self {
        self.second_move_cost = cost;
        self
    }

    /// The number of registers, 1 to 64.
    #[must_use]
    pub const fn registers(&self) -> u32 {
        self.registers
    }

    /// The rules that varyings are packed by.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Whether varyings of these interpolations may share a register.
    ///
    /// ```
    /// use mali_varyings::{Interpolation, Target};
    ///
    /// // Intel's sixth generation.
    /// let target = Target::CHOSEN.with_registers(15)?.with_flat_beside_interpolated(false);
    /// assert!(target.may_share(Interpolation::Smooth, Interpolation::Noperspective));
    /// assert!(!target.may_share(Interpolation::Smooth, Interpolation::Flat));
    /// # Ok::<(), mali_varyings::Error>(())
    /// ```
    #[must_use]
    pub const fn may_share(&self, one: Interpolation, other: Interpolation) -> bool {
        match (one, other) {
            (Interpolation::Smooth, Interpolation::Noperspective)
            | (Interpolation::Noperspective, Interpolation::Smooth) => {
                self.smooth_beside_noperspective
            }
            _ if one as u8 == other as u8 => true,
            _ => self.flat_beside_interpolated,
        }
    }

    pub(super) const fn is_lenient(&self) -> bool {
        self.is_lenient
    }

    /// The interpolation that stands for the run of dense varyings that `interpolation` belongs to: the first of
    /// all that may be beside each other.
    pub(super) const fn run_of(&self, interpolation: Interpolation) -> Interpolation {
        let is_apart =
            matches!(interpolation, Interpolation::Flat) && !self.flat_beside_interpolated;
        if is_apart || !self.smooth_beside_noperspective {
            interpolation
        } else {
            Interpolation::Smooth
        }
    }

    pub(super) const fn may_straddle(&self) -> bool {
        self.straddling
    }

    /// The cost of computing an element's place by a division by this number.
    pub(super) const fn division_cost(&self, divisor: u32) -> u32 {
        if divisor.is_power_of_two() && self.index_cost > 1 {
            1
        } else {
            self.index_cost
        }
    }

    pub(super) const fn second_move_cost(&self) -> u32 {
        self.second_move_cost
    }
}
