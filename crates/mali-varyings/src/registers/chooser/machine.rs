use crate::error::Error;
use crate::registers::target::check_registers;

/// The space that a machine gives to arrays and matrices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Layout {
    /// That of GLSL ES 1.00: an array is a column, and a matrix a square.
    Standard,
    /// An array is a column, and a matrix takes only the components that it has.
    Relaxed,
    /// Like `Relaxed`, but arrays lie in the orientations that cost the least, as the [module](super) describes.
    Chosen,
}

/// A machine that stores varyings in registers of four components, and its abilities.
///
/// ```
/// use mali_varyings::chooser::{Layout, Machine};
///
/// let machine = Machine { registers: 15, straddling: false, ..Machine::CHOSEN };
/// assert_eq!(machine.layout, Layout::Chosen);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Machine {
    /// The number of registers, 1 to 64.
    pub registers: u32,
    /// The space of arrays and matrices.
    pub layout: Layout,
    /// Whether an array's element may straddle two registers.
    pub straddling: bool,
    /// Whether smooth and noperspective varyings may share a register.
    pub smooth_beside_noperspective: bool,
    /// Whether flat varyings may share a register with others.
    pub flat_beside_interpolated: bool,
    /// The cost of computing the place of an element by a division whose divisor is not a power of two. Dividing by a
    /// power of two costs 1, or this if it is less.
    pub index_cost: u32,
    /// The cost of fetching the rest of an element that straddles two registers.
    pub second_move_cost: u32,
}

impl Machine {
    /// A machine of 16 registers that reads any components of any register at no cost, whatever is beside them. It is
    /// the starting point for the description of a machine that chooses.
    pub const CHOSEN: Self = Self {
        registers: 16,
        layout: Layout::Chosen,
        straddling: true,
        smooth_beside_noperspective: true,
        flat_beside_interpolated: true,
        index_cost: 0,
        second_move_cost: 0,
    };

    /// A machine of 8 registers that places varyings as GLSL ES 1.00 does, but gives a matrix only the components that
    /// it has.
    pub const RELAXED: Self = Self {
        registers: 8,
        layout: Layout::Relaxed,
        ..Self::CHOSEN
    };

    /// The same machine with this number of registers.
    ///
    /// # Errors
    ///
    /// [`Error::Registers`] for none and for more than 64.
    pub const fn with_registers(mut self, registers: u32) -> Result<Self, Error> {
        attempt!(check_registers(registers));
        self.registers = registers;
        Ok(self)
    }

    /// The cost of computing an element's place by a division by this number.
    pub(super) const fn division_cost(&self, divisor: u32) -> u32 {
        if divisor.is_power_of_two() && self.index_cost > 1 {
            1
        } else {
            self.index_cost
        }
    }
}
