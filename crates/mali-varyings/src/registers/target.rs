//! The edition of GLSL ES that varyings are packed for.

use super::space::Space;
use crate::error::Error;
use crate::rules::Rules;

/// An edition of GLSL ES, and the number of registers of four components.
///
/// ```
/// use mali_varyings::{Rules, Target};
///
/// let target = Target::ES310.with_registers(31)?;
/// assert_eq!((target.registers(), target.rules()), (31, Rules::Es310));
/// # Ok::<(), mali_varyings::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Target {
    space: Space,
    rules: Rules,
    is_lenient: bool,
}

impl Target {
    /// GLSL ES 1.00, with 8 registers, the least value of `gl_MaxVaryingVectors`.
    pub const ES100: Self = Self {
        space: Space::shared(8),
        rules: Rules::Es100,
        is_lenient: false,
    };

    /// GLSL ES 3.00, with its 16 registers.
    pub const ES300: Self = Self {
        space: Space {
            flat_beside_interpolated: false,
            ..Space::shared(16)
        },
        rules: Rules::Es300,
        is_lenient: false,
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
        self.space = attempt!(self.space.with_registers(registers));
        Ok(self)
    }

    /// The same target that packs declarations that the edition of GLSL ES does not have, or refuses them: they are an
    /// [error](crate::Feature) by default. The parts beyond the edition take the space that later editions
    /// give them.
    #[must_use]
    pub const fn with_leniency(mut self, is_lenient: bool) -> Self {
        self.is_lenient = is_lenient;
        self
    }

    /// The number of registers, 1 to 64.
    #[must_use]
    pub const fn registers(&self) -> u32 {
        self.space.registers
    }

    /// The rules that varyings are packed by.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    pub(super) const fn space(&self) -> Space {
        self.space
    }

    pub(super) const fn is_lenient(&self) -> bool {
        self.is_lenient
    }
}
