//! Which orientation each array gets where the target may choose.

use core::num::NonZeroU32;

use super::orientation::{Arrangement, Orientation};
use super::packer::{ExplicitMatrices, Order, place_or_reserve};
use super::placement::Placement;
use super::target::Target;
use crate::declaration::Varying;
use crate::error::Error;
use crate::limits::MAX_VARYINGS;
use crate::limits::REGISTER_COMPONENTS;

/// Up to this number of combinations, those of four arrays, every one is looked at.
const EXACT_COMBINATIONS: u64 = 625;

/// Of more combinations, this many, if the descent finds none that fits: at run time, and in constants, whose
/// evaluation rustc wants to end soon.
#[derive(Clone, Copy)]
pub(super) enum Search {
    Far = 4096,
    Near = 64,
}

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
        // fill three columns, not four.
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
    search: Search,
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
    let fits = if choices.combinations(placements) <= EXACT_COMBINATIONS {
        choices.search(placements)
    } else {
        choices.descend(search, placements)
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
        let own = ExplicitMatrices::Own;
        match place_or_reserve(self.varyings, self.order, self.target, own, placements) {
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
        let mut best: Option<([u8; MAX_VARYINGS], u64)> = None;
        while self.next_combination(placements) {
            let cost = self.cost(placements);
            let cheaper = match best {
                Some((_, least)) => cost < least,
                None => true,
            };
            if cheaper && self.fits(placements) {
                best = Some((self.chosen, cost));
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
    const fn descend(&mut self, search: Search, placements: &mut [Placement]) -> bool {
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
        if !fits && !self.search_near(search as u32, placements) {
            return false;
        }
        packings = 0;
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

    /// How many combinations there are, if they can be counted.
    const fn combinations(&self, placements: &[Placement]) -> u64 {
        let mut combinations = 1_u64;
        let mut array = 0;
        while array < self.count {
            let mut candidates = 0;
            let mut number = 0;
            while number < CANDIDATES {
                candidates += self.candidate(array, number, placements).is_some() as u64;
                number += 1;
            }
            combinations = combinations.saturating_mul(candidates);
            array += 1;
        }
        combinations
    }

    /// Looks at combinations beside that in which every array takes the fewest components: with one array
    /// that lies otherwise, then with two, and so on. Leaves the first that fits.
    const fn search_near(&mut self, combinations: u32, placements: &mut [Placement]) -> bool {
        let smallest = self.chosen;
        let mut looked_at = 0;
        let mut most = 1;
        while most <= self.count {
            let mut others = 0;
            while self.next_near(&smallest, most, &mut others, placements) {
                // With fewer, it was looked at before.
                if others == most && self.fits(placements) {
                    return true;
                }
                looked_at += 1;
                if looked_at == combinations {
                    return false;
                }
            }
            most += 1;
        }
        false
    }

    /// Goes on to the next combination in which at most `most` arrays are other than `smallest`, and says
    /// how many are; `false` when none is again.
    const fn next_near(
        &mut self,
        smallest: &[u8; MAX_VARYINGS],
        most: usize,
        others: &mut usize,
        placements: &mut [Placement],
    ) -> bool {
        let mut array = self.count;
        while array > 0 {
            array -= 1;
            let is_other = self.chosen[array] != smallest[array];
            if is_other || *others < most {
                let mut number = if is_other { self.chosen[array] + 1 } else { 0 };
                while number < CANDIDATES {
                    if number != smallest[array] && self.apply(array, number, placements) {
                        *others += !is_other as usize;
                        return true;
                    }
                    number += 1;
                }
            }
            if is_other {
                self.apply(array, smallest[array], placements);
                *others -= 1;
            }
        }
        false
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
