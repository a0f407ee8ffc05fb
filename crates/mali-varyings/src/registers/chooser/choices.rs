use super::candidate::{CANDIDATES, Candidate, DENSE};
use super::machine::Machine;
use crate::error::Error;
use crate::limits::{MAX_VARYINGS, REGISTER_COMPONENTS};
use crate::registers::packer::{Matrices, Packer};

/// The largest number of combinations that are all tried: that of four arrays.
const MOST_COMBINATIONS: u64 = 256;

/// The most packings in each half of the descent. It is small because rustc runs the descent for constants.
const MOST_PACKINGS: usize = 64;

/// The varyings that have a choice, in the order in which they are placed, and the choice of each.
struct Choices<'c, 'a> {
    packer: &'c mut Packer<'a>,
    machine: &'c Machine,
    /// Whether all varyings may be dense, and not only arrays.
    is_all: bool,
    members: [u8; MAX_VARYINGS],
    chosen: [u8; MAX_VARYINGS],
    count: usize,
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
        members: [0; MAX_VARYINGS],
        chosen: [0; MAX_VARYINGS],
        count: 0,
        packings: 0,
        misfit,
    };
    choices.collect();
    if choices.combinations() <= MOST_COMBINATIONS && choices.search() {
        return Ok(());
    }
    choices.is_all = true;
    choices.collect();
    if choices.descend() {
        Ok(())
    } else {
        Err(choices.misfit)
    }
}

impl Choices<'_, '_> {
    /// Finds the varyings without a location that have more than one candidate.
    const fn collect(&mut self) {
        self.count = 0;
        each!(position, 0..self.packer.varyings.len(), {
            let varying = self.packer.order.varying(position);
            let mut number = 1;
            while number < CANDIDATES && self.packer.varyings[varying].location().is_none() {
                self.members[self.count] = varying as u8;
                if self.candidate(self.count, number).is_some() {
                    self.chosen[self.count] = 0;
                    self.count += 1;
                    break;
                }
                number += 1;
            }
        });
    }

    /// The candidate of a member.
    const fn candidate(&self, member: usize, number: u8) -> Option<Candidate> {
        let varying = self.members[member] as usize;
        let placement = &self.packer.placements[varying];
        if !self.is_all && Candidate::is_replaced(placement, number) {
            return None;
        }
        Candidate::new(placement, number, self.machine)
    }

    /// Lays a member out as candidate `number`, if the member has it.
    const fn apply(&mut self, member: usize, number: u8) -> bool {
        let Some(candidate) = self.candidate(member, number) else {
            return false;
        };
        self.chosen[member] = number;
        let varying = self.members[member] as usize;
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
        each!(member, 0..self.count, {
            if let Some(candidate) = self.candidate(member, self.chosen[member]) {
                cost += candidate.cost as u64;
            }
        });
        cost
    }

    /// The number of combinations, if it can be counted.
    const fn combinations(&self) -> u64 {
        let mut combinations = 1_u64;
        each!(member, 0..self.count, {
            let mut candidates = 0;
            each!(number, 0..CANDIDATES, {
                candidates += self.candidate(member, number).is_some() as u64;
            });
            combinations = combinations.saturating_mul(candidates);
        });
        combinations
    }

    /// Tries every combination.
    const fn search(&mut self) -> bool {
        let mut best: Option<([u8; MAX_VARYINGS], u64)> = None;
        while self.next_combination() {
            let cost = self.cost();
            let cheaper = match best {
                Some((_, least)) => cost < least,
                None => true,
            };
            if cheaper && self.fits() {
                best = Some((self.chosen, cost));
            }
        }
        let Some((chosen, _)) = best else {
            return false;
        };
        each!(member, 0..self.count, {
            self.apply(member, chosen[member]);
        });
        self.fits()
    }

    /// Advances to the next combination of candidates; `false` after the last, when all are the first again.
    const fn next_combination(&mut self) -> bool {
        each!(member, 0..self.count, {
            each!(number, self.chosen[member] + 1..CANDIDATES, {
                if self.apply(member, number) {
                    return true;
                }
            });
            self.apply(member, 0);
        });
        false
    }

    /// Makes one member after the other dense until everything fits, and then makes members cheaper while everything
    /// fits.
    const fn descend(&mut self) -> bool {
        self.packings = 0;
        let mut fits = false;
        let mut member = 0;
        while member < self.count && !fits {
            let is_dense = self.apply(member, DENSE);
            fits = is_dense && self.packings < MOST_PACKINGS && self.fits();
            member += 1;
        }
        if !fits && !self.fits() {
            return false;
        }
        self.packings = 0;
        each!(member, 0..self.count, {
            let mut number = 0;
            while number < CANDIDATES && self.packings < MOST_PACKINGS {
                let before = self.chosen[member];
                if self.is_cheaper(member, number) {
                    self.apply(member, number);
                    if !self.fits() {
                        self.apply(member, before);
                    }
                }
                number += 1;
            }
        });
        self.fits()
    }

    const fn is_cheaper(&self, member: usize, number: u8) -> bool {
        match (
            self.candidate(member, number),
            self.candidate(member, self.chosen[member]),
        ) {
            (Some(candidate), Some(chosen)) => candidate.cost < chosen.cost,
            _ => false,
        }
    }
}
