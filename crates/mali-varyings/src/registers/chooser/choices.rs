use super::candidate::{CANDIDATES, Candidate, DENSE};
use super::machine::Machine;
use super::packer::Packer;
use crate::error::Error;
use crate::limits::{MAX_VARYINGS, REGISTER_COMPONENTS};
use crate::registers::rectangle::Matrices;

/// The largest number of combinations that are all tried: that of four arrays.
const MOST_COMBINATIONS: u64 = 256;

/// The most packings in each half of the descent. It is small because rustc runs the descent for constants.
const MOST_PACKINGS: usize = 64;

/// The varyings in the order in which they are placed, and the choice of each that has one.
struct Choices<'c, 'a> {
    packer: &'c mut Packer<'a>,
    machine: &'c Machine,
    /// Whether all varyings may be dense, and not only arrays.
    is_all: bool,
    chosen: [u8; MAX_VARYINGS],
    packings: usize,
    /// The misfit that lacks the fewest rows, of those found so far.
    misfit: Error,
}

/// Finds orientations in which everything fits, for varyings that do not fit if all are laid out as columns: the
/// cheapest orientations of the arrays if there are few combinations, and otherwise those that a descent finds.
pub(super) const fn choose(
    packer: &mut Packer<'_>,
    machine: &Machine,
    misfit: Error,
) -> Result<(), Error> {
    let mut choices = Choices {
        packer,
        machine,
        is_all: false,
        chosen: [0; MAX_VARYINGS],
        packings: 0,
        misfit,
    };
    if choices.combinations() <= MOST_COMBINATIONS && choices.search() {
        return Ok(());
    }
    choices.is_all = true;
    if choices.descend() {
        Ok(())
    } else {
        Err(choices.misfit)
    }
}

impl Choices<'_, '_> {
    /// A candidate of the varying at a position: only varyings without a location have any.
    const fn candidate(&self, position: usize, number: u8) -> Option<Candidate> {
        let varying = self.packer.order.varying(position);
        let placement = &self.packer.placements[varying];
        let is_replaced = !self.is_all && Candidate::is_replaced(placement, number);
        if is_replaced || self.packer.varyings[varying].location().is_some() {
            return None;
        }
        Candidate::new(placement, number, self.machine)
    }

    /// Lays a varying out as candidate `number`, if it has that.
    const fn apply(&mut self, position: usize, number: u8) -> bool {
        let Some(candidate) = self.candidate(position, number) else {
            return false;
        };
        self.chosen[position] = number;
        let varying = self.packer.order.varying(position);
        self.packer.placements[varying].orientation = candidate.orientation;
        true
    }

    /// Whether all varyings fit as they are laid out. Layouts with more components than the registers have are
    /// not tried.
    const fn fits(&mut self) -> bool {
        let components = (self.machine.registers * REGISTER_COMPONENTS) as u64;
        let mut area = 0_u64;
        each!(number, 0..self.packer.placements.len(), {
            area = area.saturating_add(self.packer.placements[number].area());
        });
        // This test is cheap, so it does not count as a packing.
        if area > components {
            return false;
        }
        self.packings += 1;
        match self.packer.place_or_reserve(Matrices::Own) {
            Ok(()) => true,
            Err(misfit) => {
                if misfit.missing_rows() < self.misfit.missing_rows() {
                    self.misfit = misfit;
                }
                false
            }
        }
    }

    /// The sum of the costs of the chosen candidates.
    const fn cost(&self) -> u64 {
        let mut cost = 0;
        each!(position, 0..self.packer.varyings.len(), {
            if let Some(candidate) = self.candidate(position, self.chosen[position]) {
                cost += candidate.cost as u64;
            }
        });
        cost
    }

    /// The number of combinations, if it can be counted.
    const fn combinations(&self) -> u64 {
        let mut combinations = 1_u64;
        each!(position, 0..self.packer.varyings.len(), {
            let mut candidates = 1;
            each!(number, 1..CANDIDATES, {
                candidates += self.candidate(position, number).is_some() as u64;
            });
            // 5^256 combinations leave 64 bits. The saturated number is still above the limit.
            combinations = combinations.saturating_mul(candidates);
        });
        combinations
    }

    /// Tries every combination.
    const fn search(&mut self) -> bool {
        let mut best: Option<([u8; MAX_VARYINGS], u64)> = None;
        // The first combination, all columns, is passed over: the caller knows that it does not fit.
        while self.next_combination() {
            let cost = self.cost();
            let cheaper = match best {
                Some((_, least)) => cost < least,
                None => true,
            };
            // The costs are compared first, because a packing takes far longer.
            if cheaper && self.fits() {
                best = Some((self.chosen, cost));
            }
        }
        let Some((chosen, _)) = best else {
            return false;
        };
        // After the last combination all varyings are columns again, so the best one is applied and placed anew.
        each!(position, 0..self.packer.varyings.len(), {
            self.apply(position, chosen[position]);
        });
        self.fits()
    }

    /// Advances to the next combination of candidates; `false` after the last, when all are the first again.
    const fn next_combination(&mut self) -> bool {
        each!(position, 0..self.packer.varyings.len(), {
            // The choices count like a number whose first digit changes fastest. `apply` skips the candidates that a
            // varying lacks.
            each!(number, self.chosen[position] + 1..CANDIDATES, {
                if self.apply(position, number) {
                    return true;
                }
            });
            self.apply(position, 0);
        });
        false
    }

    /// Makes one varying after the other dense until everything fits, and then makes varyings cheaper while everything
    /// fits.
    const fn descend(&mut self) -> bool {
        self.packings = 0;
        let mut fits = false;
        each!(position, 0..self.packer.varyings.len(), {
            if !fits && self.apply(position, DENSE) {
                // Past the limit the others become dense without a packing after each. The packing below then decides.
                fits = self.packings < MOST_PACKINGS && self.fits();
            }
        });
        if !fits && !self.fits() {
            return false;
        }
        self.packings = 0;
        each!(position, 0..self.packer.varyings.len(), {
            each!(number, 0..CANDIDATES, {
                let before = self.chosen[position];
                if self.packings < MOST_PACKINGS && self.is_cheaper(position, number) {
                    self.apply(position, number);
                    if !self.fits() {
                        self.apply(position, before);
                    }
                }
            });
        });
        // The last attempt may have failed and been taken back, so the chosen layout is placed once more.
        self.fits()
    }

    const fn is_cheaper(&self, position: usize, number: u8) -> bool {
        match (
            self.candidate(position, number),
            self.candidate(position, self.chosen[position]),
        ) {
            (Some(candidate), Some(chosen)) => candidate.cost < chosen.cost,
            _ => false,
        }
    }
}
