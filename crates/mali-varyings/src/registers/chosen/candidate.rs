//! The ways to lay a varying out.

use core::num::NonZeroU32;

use crate::limits::REGISTER_COMPONENTS;
use crate::registers::orientation::{Arrangement, Orientation};
use crate::registers::target::Target;

/// The number of the dense one.
pub(super) const DENSE: u8 = REGISTER_COMPONENTS as u8;

/// One column, two to four columns, dense.
pub(super) const CANDIDATES: u8 = DENSE + 1;

/// A way to lay a varying out that no cheaper one of the same rectangle replaces.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) orientation: Orientation,
    pub(super) cost: u32,
}

impl Candidate {
    /// Candidate `number` of a varying, 0 being the column; `None` where it has no such one.
    pub(super) const fn new(array: &Arrangement, number: u8, target: &Target) -> Option<Self> {
        let Some(length) = NonZeroU32::new(array.length) else {
            return None;
        };
        if number == DENSE {
            return Self::dense(array, target);
        }
        let Some(width) = NonZeroU32::new(number as u32 + 1) else {
            return None;
        };
        if width.get() * array.element.columns > REGISTER_COMPONENTS {
            return None;
        }
        let Some(height) = NonZeroU32::new(length.get().div_ceil(width.get())) else {
            return None;
        };
        let orientation = Orientation::Vertical { height };
        if number == 0 {
            return Some(Self {
                orientation,
                cost: 0,
            });
        }
        if width.get() > length.get() {
            return None;
        }
        let vertical_cost = target.division_cost(height.get());
        let horizontal_cost = target.division_cost(width.get());
        // Columns of the least height may be fewer, and so another rectangle: 9 elements of height 3
        // fill three columns, not four.
        let is_same_rectangle = length.get().div_ceil(height.get()) == width.get();
        Some(if is_same_rectangle && vertical_cost < horizontal_cost {
            Self {
                orientation,
                cost: vertical_cost,
            }
        } else {
            Self {
                orientation: Orientation::Horizontal { width },
                cost: horizontal_cost,
            }
        })
    }

    /// Whole registers have nothing to gain. Vectors of three components straddle registers; those of two do not, as
    /// dense ones of two come before those of one and three.
    const fn dense(array: &Arrangement, target: &Target) -> Option<Self> {
        let straddles = array.components == 3;
        if straddles && !target.may_straddle() || array.components == REGISTER_COMPONENTS {
            return None;
        }
        let second_move = if straddles {
            target.second_move_cost()
        } else {
            0
        };
        let division = match (array.length, straddles) {
            (1, _) => 0,
            (_, true) => target.division_cost(array.components),
            (_, false) => target.division_cost(REGISTER_COMPONENTS),
        };
        Some(Self {
            orientation: Orientation::Dense,
            cost: division.saturating_add(second_move),
        })
    }

    /// Whether another candidate of the same cost takes no more components: of elements across whole registers, those
    /// side by side where they leave nothing free, and otherwise dense ones. What is no array is not dense.
    pub(super) const fn is_replaced(array: &Arrangement, number: u8) -> bool {
        let width = number as u32 + 1;
        if number == DENSE {
            array.length == 1 || array.components != 3 && Self::fills_registers(array)
        } else {
            let is_across = width > 1 && width * array.element.columns == REGISTER_COMPONENTS;
            is_across && !Self::fills_registers(array)
        }
    }

    /// Whether elements side by side leave nothing of their registers free.
    const fn fills_registers(array: &Arrangement) -> bool {
        array.length % (REGISTER_COMPONENTS / array.components) == 0
    }
}
