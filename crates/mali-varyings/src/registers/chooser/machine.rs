use crate::error::Error;
use crate::qualifiers::Interpolation;
use crate::registers::space::Space;

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
/// let machine = Machine::CHOSEN.with_registers(15)?.with_straddling(false);
/// assert_eq!((machine.registers(), machine.layout()), (15, Layout::Chosen));
/// # Ok::<(), mali_varyings::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Machine {
    space: Space,
    layout: Layout,
    straddling: bool,
    index_cost: u32,
    second_move_cost: u32,
}

impl Machine {
    /// A machine of 16 registers that reads any components of any register at no cost, whatever is beside them. It is
    /// the starting point for the description of a machine that chooses.
    pub const CHOSEN: Self = Self {
        space: Space::shared(16),
        layout: Layout::Chosen,
        straddling: true,
        index_cost: 0,
        second_move_cost: 0,
    };

    /// A machine of 8 registers that places varyings as GLSL ES 1.00 does, but gives a matrix only the components that
    /// it has.
    pub const RELAXED: Self = Self {
        space: Space::shared(8),
        layout: Layout::Relaxed,
        ..Self::CHOSEN
    };

    /// The same machine with this number of registers.
    ///
    /// # Errors
    ///
    /// [`Error::Registers`] for none and for more than 64.
    ///
    /// ```
    /// use mali_varyings::{Error, chooser::Machine};
    ///
    /// assert_eq!(Machine::CHOSEN.with_registers(0), Err(Error::Registers { registers: 0 }));
    /// ```
    pub const fn with_registers(mut self, registers: u32) -> Result<Self, Error> {
        self.space = attempt!(self.space.with_registers(registers));
        Ok(self)
    }

    /// The same machine with another layout.
    #[must_use]
    pub const fn with_layout(mut self, layout: Layout) -> Self {
        self.layout = layout;
        self
    }

    /// The same machine that lets an array's element straddle two registers, or not.
    #[must_use]
    pub const fn with_straddling(mut self, allowed: bool) -> Self {
        self.straddling = allowed;
        self
    }

    /// The same machine that lets smooth and noperspective varyings share a register, or not.
    #[must_use]
    pub const fn with_smooth_beside_noperspective(mut self, allowed: bool) -> Self {
        self.space.smooth_beside_noperspective = allowed;
        self
    }

    /// The same machine that lets flat varyings share a register with others, or not.
    #[must_use]
    pub const fn with_flat_beside_interpolated(mut self, allowed: bool) -> Self {
        self.space.flat_beside_interpolated = allowed;
        self
    }

    /// The same machine with this cost of computing the place of an element by a division
    /// whose divisor is not a power of two. Dividing by a power of two costs 1, or this if it is less.
    #[must_use]
    pub const fn with_index_cost(mut self, cost: u32) -> Self {
        self.index_cost = cost;
        self
    }

    /// The same machine with this cost of fetching the rest of an element that straddles two registers.
    #[must_use]
    pub const fn with_second_move_cost(mut self, cost: u32) -> Self {
        self.second_move_cost = cost;
        self
    }

    /// The number of registers, 1 to 64.
    #[must_use]
    pub const fn registers(&self) -> u32 {
        self.space.registers
    }

    /// The space of arrays and matrices.
    #[must_use]
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// Whether varyings of these interpolations may share a register.
    ///
    /// ```
    /// use mali_varyings::Interpolation;
    /// use mali_varyings::chooser::Machine;
    ///
    /// // Intel's sixth generation.
    /// let machine = Machine::CHOSEN.with_registers(15)?.with_flat_beside_interpolated(false);
    /// assert!(machine.may_share(Interpolation::Smooth, Interpolation::Noperspective));
    /// assert!(!machine.may_share(Interpolation::Smooth, Interpolation::Flat));
    /// # Ok::<(), mali_varyings::Error>(())
    /// ```
    #[must_use]
    pub const fn may_share(&self, one: Interpolation, other: Interpolation) -> bool {
        self.space.may_share(one, other)
    }

    pub(super) const fn space(&self) -> Space {
        self.space
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
