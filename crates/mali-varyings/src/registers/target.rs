use super::rules::Rules;
use crate::error::Error;
use crate::limits::MAX_REGISTERS;

/// The edition of GLSL ES that varyings are packed for, and the number of registers of four components.
///
/// ```
/// use mali_varyings::{Rules, RegisterTarget};
///
/// let target = RegisterTarget { registers: 31, ..RegisterTarget::ES310 };
/// assert_eq!(target.rules, Rules::Es310);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct RegisterTarget {
    /// The number of registers, 1 to 64.
    pub registers: u32,
    /// The rules that varyings are packed by.
    pub rules: Rules,
    /// Whether declarations that the edition does not have are packed: they are an [error](crate::Feature) by default.
    /// The parts beyond the edition take the space that later editions give them.
    pub is_lenient: bool,
}

impl RegisterTarget {
    /// GLSL ES 1.00, with 8 registers, the least value of `gl_MaxVaryingVectors`.
    pub const ES100: Self = Self {
        registers: 8,
        rules: Rules::Es100,
        is_lenient: false,
    };

    /// GLSL ES 3.00, with its 16 registers.
    pub const ES300: Self = Self {
        registers: 16,
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
    /// use mali_varyings::{Error, RegisterTarget};
    ///
    /// let error = RegisterTarget::ES100.with_registers(65).unwrap_err();
    /// assert_eq!(error, Error::Registers { registers: 65 });
    /// ```
    pub const fn with_registers(mut self, registers: u32) -> Result<Self, Error> {
        attempt!(check_registers(registers));
        self.registers = registers;
        Ok(self)
    }
}

pub(super) const fn check_registers(registers: u32) -> Result<(), Error> {
    match registers {
        1..=MAX_REGISTERS => Ok(()),
        _ => Err(Error::Registers { registers }),
    }
}
