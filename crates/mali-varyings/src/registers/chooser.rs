//! Which orientation each array gets where the target may choose.

use core::num::NonZeroU32;

use super::orientation::{Arrangement, Orientation};
use super::packer::{Order, place};
use super::placement::Placement;
use super::target::Target;
use crate::declaration::Varying;
use crate::error::Error;
use crate::limits::MAX_VARYINGS;
use crate::limits::REGISTER_COMPONENTS;

/// Up to so many arrays that have a choice, every combination is looked at.
const EXACT_ARRAYS: usize = 4;

/// The most whole packings of the descent, the last of which restores the best.
const GREEDY_PACKINGS: usize = 64;

/// One column, two to four columns, dense.
const CANDIDATES: u8 = REGISTER_COMPONENTS as u8 + 1;

/// A way to lay an array out that no cheaper one of the same rectangle replaces.
#[derive(Clone, Copy)]
struct Candidate {
    orientation: Orientation,
    cost: u32,
    area: u64,
}

impl Candidate {
    /// Candidate `number` of an array, 0 being the column; `None` where the array has no such one.
    const fn new(array: &Arrangement, number: u8, target: &Target) -> Option<Self> {
        let Some(length) = NonZeroU32::new(array.length) else {
            return None;
        };
        if number + 1 == CANDIDATES {
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
        let vertical = Orientation::Vertical { height };
        if number == 0 {
            return Some(Self::with_cost(array, vertical, 0));
        }
        if width.get() > length.get() {
            return None;
        }
        let vertical_cost = target.division_cost(height.get());
        let horizontal_cost = target.division_cost(width.get());
        // Columns of the least height may be fewer, and so another rectangle: 9 elements of height 3
        // stand in three columns, not in four.
        let is_same_rectangle = length.get().div_ceil(height.get()) == width.get();
        Some(if is_same_rectangle && vertical_cost < horizontal_cost {
            Self::with_cost(array, vertical, vertical_cost)
        } else {
            let horizontal = Orientation::Horizontal { width };
            Self::with_cost(array, horizontal, horizontal_cost)
        })
    }

    /// Vectors of three components straddle registers; those of two do not, and are dense only
    /// where matrices of an odd number of columns leave less free than side by side.
    const fn dense(array: &Arrangement, target: &Target) -> Option<Self> {
        let straddles = array.components == 3;
        if straddles && !target.may_straddle() || array.length == 1 {
            return None;
        }
        let cost = if straddles {
            target
                .division_cost(array.components)
                .saturating_add(target.second_move_cost())
        } else {
            target.division_cost(REGISTER_COMPONENTS)
        };
        let dense = Self::with_cost(array, Orientation::Dense, cost);
        let elements_per_row = REGISTER_COMPONENTS / array.components;
        let side_by_side = array.length.div_ceil(elements_per_row) as u64 * array.element.rows;
        if dense.area < side_by_side * REGISTER_COMPONENTS as u64 {
            Some(dense)
        } else {
            None
        }
    }

    const fn with_cost(array: &Arrangement, orientation: Orientation, cost: u32) -> Self {
        let arrangement = Arrangement {
            orientation,
            ..*array
        };
        Self {
            orientation,
            cost,
            area: arrangement.rectangle().area(),
        }
    }
}

/// The arrays that have a choice, in the order in which they are placed, and what each has chosen.
struct Choices<'a> {
    varyings: &'a [Varying],
    order: &'a Order,
    target: &'a Target,
    arrays: [u8; MAX_VARYINGS],
    chosen: [u8; MAX_VARYINGS],
    count: usize,
    /// Of the misfits so far, the one that lacks the fewest rows.
    misfit: Error,
}

/// Finds the orientations of the least cost in which everything fits, for varyings that are laid
/// out as columns and, as such, do not fit.
pub(super) const fn choose(
    varyings: &[Varying],
    order: &Order,
    target: &Target,
    placements: &mut [Placement],
    misfit: Error,
) -> Result<(), Error> {
    let mut choices = Choices {
        varyings,
        order,
        target,
        arrays: [0; MAX_VARYINGS],
        chosen: [0; MAX_VARYINGS],
        count: 0,
        misfit,
    };
    let mut position = 0;
    while position < varyings.len() {
        let varying = order.varying(position);
        let mut number = 1;
        while number < CANDIDATES && varyings[varying].location().is_none() {
            let candidate = Candidate::new(&placements[varying].arrangement, number, target);
            if candidate.is_some() {
                choices.arrays[choices.count] = varying as u8;
                choices.count += 1;
                break;
            }
            number += 1;
        }
        position += 1;
    }
    let fits = if choices.count <= EXACT_ARRAYS {
        choices.search(placements)
    } else {
        choices.descend(placements)
    };
    if fits { Ok(()) } else { Err(choices.misfit) }
}

impl Choices<'_> {
    /// The candidate that an array has chosen.
    const fn candidate(
        &self,
        array: usize,
        number: u8,
        placements: &[Placement],
    ) -> Option<Candidate> {
        let varying = self.arrays[array] as usize;
        Candidate::new(&placements[varying].arrangement, number, self.target)
    }

    /// Lays an array out as candidate `number`, if it has that.
    const fn apply(&mut self, array: usize, number: u8, placements: &mut [Placement]) -> bool {
        let Some(candidate) = self.candidate(array, number, placements) else {
            return false;
        };
        self.chosen[array] = number;
        let varying = self.arrays[array] as usize;
        placements[varying].arrangement.orientation = candidate.orientation;
        true
    }

    /// Whether everything fits as it is laid out. What has more components than the registers is
    /// not even tried.
    const fn fits(&mut self, placements: &mut [Placement]) -> bool {
        let components = (self.target.registers() * REGISTER_COMPONENTS) as u64;
        let mut area = 0_u64;
        let mut number = 0;
        while number < placements.len() {
            let rectangle = placements[number].arrangement.rectangle();
            area = area.saturating_add(rectangle.area());
            number += 1;
        }
        if area > components {
            return false;
        }
        match place(self.varyings, self.order, self.target, placements) {
            Ok(()) => true,
            Err(misfit) => {
                if misfit.missing_rows() < self.misfit.missing_rows() {
                    self.misfit = misfit;
                }
                false
            }
        }
    }

    /// The sum of what the arrays' choices cost.
    const fn cost(&self, placements: &[Placement]) -> u64 {
        let mut cost = 0;
        let mut array = 0;
        while array < self.count {
            if let Some(candidate) = self.candidate(array, self.chosen[array], placements) {
                cost += candidate.cost as u64;
            }
            array += 1;
        }
        cost
    }

    /// Looks at every combination.
    const fn search(&mut self, placements: &mut [Placement]) -> bool {
        let mut best: Option<([u8; EXACT_ARRAYS], u64)> = None;
        while self.next_combination(placements) {
            let cost = self.cost(placements);
            let cheaper = match best {
                Some((_, least)) => cost < least,
                None => true,
            };
            if cheaper && self.fits(placements) {
                let mut chosen = [0; EXACT_ARRAYS];
                let mut array = 0;
                while array < self.count {
                    chosen[array] = self.chosen[array];
                    array += 1;
                }
                best = Some((chosen, cost));
            }
        }
        let Some((chosen, _)) = best else {
            return false;
        };
        let mut array = 0;
        while array < self.count {
            self.apply(array, chosen[array], placements);
            array += 1;
        }
        self.fits(placements)
    }

    /// Goes on to the next combination of candidates; `false` when all are again the first.
    const fn next_combination(&mut self, placements: &mut [Placement]) -> bool {
        let mut array = 0;
        while array < self.count {
            let mut number = self.chosen[array] + 1;
            while number < CANDIDATES {
                if self.apply(array, number, placements) {
                    return true;
                }
                number += 1;
            }
            self.apply(array, 0, placements);
            array += 1;
        }
        false
    }

    /// Makes arrays smaller until everything fits, then cheaper as long as everything does.
    const fn descend(&mut self, placements: &mut [Placement]) -> bool {
        let mut packings = 0;
        let mut fits = false;
        let mut array = 0;
        while array < self.count && !fits && packings < GREEDY_PACKINGS {
            let smallest = self.smallest(array, placements);
            if smallest != 0 {
                self.apply(array, smallest, placements);
                fits = self.fits(placements);
                packings += 1;
            }
            array += 1;
        }
        if !fits {
            return false;
        }
        let mut array = 0;
        while array < self.count {
            let mut number = 0;
            while number < CANDIDATES && packings + 1 < GREEDY_PACKINGS {
                let before = self.chosen[array];
                if self.is_cheaper(array, number, placements) {
                    self.apply(array, number, placements);
                    if !self.fits(placements) {
                        self.apply(array, before, placements);
                    }
                    packings += 1;
                }
                number += 1;
            }
            array += 1;
        }
        self.fits(placements)
    }

    /// The candidate of the fewest components, the widest of several: what fills whole registers
    /// gets in nobody's way.
    const fn smallest(&self, array: usize, placements: &[Placement]) -> u8 {
        let mut smallest = 0;
        let mut least = u64::MAX;
        let mut number = 0;
        while number < CANDIDATES {
            match self.candidate(array, number, placements) {
                Some(candidate) if candidate.area <= least => {
                    smallest = number;
                    least = candidate.area;
                }
                _ => {}
            }
            number += 1;
        }
        smallest
    }

    const fn is_cheaper(&self, array: usize, number: u8, placements: &[Placement]) -> bool {
        match (
            self.candidate(array, number, placements),
            self.candidate(array, self.chosen[array], placements),
        ) {
            (Some(candidate), Some(chosen)) => candidate.cost < chosen.cost,
            _ => false,
        }
    }
}
