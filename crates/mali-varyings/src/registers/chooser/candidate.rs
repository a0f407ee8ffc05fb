use core::num::NonZeroU32;

use super::machine::Machine;
use super::orientation::Orientation;
use super::placement::Placement;
use crate::limits::REGISTER_COMPONENTS;

/// The number of the dense candidate.
pub(super) const DENSE: u8 = REGISTER_COMPONENTS as u8;

/// The number of candidates: one column, two to four columns, and dense.
pub(super) const CANDIDATES: u8 = DENSE + 1;

/// A way to lay a varying out that no cheaper way with the same rectangle replaces.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) orientation: Orientation,
    pub(super) cost: u32,
}

impl Candidate {
    /// Candidate `number` of a varying, where 0 is the column; `None` if the varying does not have it.
    pub(super) const fn new(array: &Placement, number: u8, machine: &Machine) -> Option<Self> {
        let length = present!(NonZeroU32::new(array.length()));
        if number == DENSE {
            return Self::dense(array, machine);
        }
        let width = present!(NonZeroU32::new(number as u32 + 1));
        if width.get() * array.placed.element.columns > REGISTER_COMPONENTS {
            return None;
        }
        let height = present!(NonZeroU32::new(length.get().div_ceil(width.get())));
        let orientation = Orientation::Vertical { height };
        // Elements in one column are found without a division.
        if number == 0 {
            return Some(Self {
                orientation,
                cost: 0,
            });
        }
        if width.get() > length.get() {
            return None;
        }
        // The place of an element comes from a division of its index: by the height if elements go down first, by the
        // width if they go across first.
        let vertical_cost = machine.division_cost(height.get());
        let horizontal_cost = machine.division_cost(width.get());
        // Columns of the least height may be fewer, which is another rectangle: 9 elements of height 3
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

    /// The dense candidate, if it can save space: whole registers cannot. Vectors of three components straddle
    /// registers; vectors of two do not, because dense vectors of two are placed before those of one and three.
    const fn dense(array: &Placement, machine: &Machine) -> Option<Self> {
        let straddles = array.placed.element_components == 3;
        if straddles && !machine.straddling
            || array.placed.element_components == REGISTER_COMPONENTS
        {
            return None;
        }
        let second_move = if straddles {
            machine.second_move_cost
        } else {
            0
        };
        let division = match (array.length(), straddles) {
            (1, _) => 0,
            (_, true) => machine.division_cost(array.placed.element_components),
            (_, false) => machine.division_cost(REGISTER_COMPONENTS),
        };
        Some(Self {
            orientation: Orientation::Dense,
            cost: division.saturating_add(second_move),
        })
    }

    /// Whether another candidate of the same cost takes no more components. For elements across whole registers, it is
    /// the one side by side if that leaves nothing free, and otherwise the dense one. Only arrays are replaced by a
    /// dense one.
    pub(super) const fn is_replaced(array: &Placement, number: u8) -> bool {
        let width = number as u32 + 1;
        if number == DENSE {
            array.length() == 1
                || array.placed.element_components != 3 && Self::fills_registers(array)
        } else {
            let is_across =
                width > 1 && width * array.placed.element.columns == REGISTER_COMPONENTS;
            is_across && !Self::fills_registers(array)
        }
    }

    /// Whether elements side by side fill their registers completely.
    const fn fills_registers(array: &Placement) -> bool {
        // 4 / n elements of n components fill a register. `is_replaced` does not ask for vectors of three.
        array.length() % (REGISTER_COMPONENTS / array.placed.element_components) == 0
    }
}
