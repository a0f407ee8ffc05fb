//! The choice of an orientation for each varying.

use super::candidate::{CANDIDATES, Candidate, DENSE};
use super::machine::Machine;
use crate::declaration::Varying;
use crate::error::Error;
use crate::limits::{MAX_VARYINGS, REGISTER_COMPONENTS};
use crate::registers::order::Order;
use crate::registers::packer::{ExplicitMatrices, place_or_reserve};
use crate::registers::placement::Placement;

/// The largest number of combinations that are all tried: that of four arrays.
const MOST_COMBINATIONS: u64 = 256;

/// The most packings in each half of the descent. It is small because rustc runs the descent for constants.
const MOST_PACKINGS: usize = 64;

/// The varyings that have a choice, in the order in which they are placed, and the choice of each.
struct Choices<'a> {
    varyings: &'a [Varying],
    order: &'a Order,
    machine: &'a Machine,
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
    varyings: &[Varying],
    order: &Order,
    machine: &Machine,
    placements: &mut [Placement],
    misfit: Error,
) -> Result<(), Error> {
    let mut choices = Choices {
        varyings,
        order,
        machine,
        is_all: false,
        members: [0; MAX_VARYINGS],
        chosen: [0; MAX_VARYINGS],
        count: 0,
        packings: 0,
        misfit,
    };
    choices.collect(placements);
    if choices.combinations(placements) <= MOST_COMBINATIONS && choices.search(placements) {
        return Ok(());
    }
    choices.is_all = true;
    choices.collect(placements);
    if choices.descend(placements) {
        Ok(())
    } else {
        Err(choices.misfit)
    }
}

impl Choices<'_> {
    /// Finds the varyings without a location that have more than one candidate.
    const fn collect(&mut self, placements: &[Placement]) {
        self.count = 0;
        let mut position = 0;
        while position < self.varyings.len() {
            let varying = self.order.varying(position);
            let mut number = 1;
            while number < CANDIDATES && self.varyings[varying].location().is_none() {
                self.members[self.count] = varying as u8;
                if self.candidate(self.count, number, placements).is_some() {
                    self.chosen[self.count] = 0;
                    self.count += 1;
                    break;
                }
                number += 1;
            }
            position += 1;
        }
    }

    /// The candidate of a member.
    const fn candidate(
        &self,
        member: usize,
        number: u8,
        placements: &[Placement],
    ) -> Option<Candidate> {
        let varying = self.members[member] as usize;
        let arrangement = &placements[varying].arrangement;
        if !self.is_all && Candidate::is_replaced(arrangement, number) {
            return None;
        }
        Candidate::new(arrangement, number, self.machine)
    }

    /// Lays a member out as candidate `number`, if the member has it.
    const fn apply(&mut self, member: usize, number: u8, placements: &mut [Placement]) -> bool {
        let Some(candidate) = self.candidate(member, number, placements) else {
            return false;
        };
        self.chosen[member] = number;
        let varying = self.members[member] as usize;
        placements[varying].arrangement.orientation = candidate.orientation;
        true
    }

    /// Whether all varyings fit as they are laid out. Layouts with more components than the registers have are
    /// not tried.
    const fn fits(&mut self, placements: &mut [Placement]) -> bool {
        let components = (self.machine.registers() * REGISTER_COMPONENTS) as u64;
        let mut area = 0_u64;
        let mut number = 0;
        while number < placements.len() {
            area = area.saturating_add(placements[number].arrangement.area());
            number += 1;
        }
        if area > components {
            return false;
        }
        self.packings += 1;
        let own = ExplicitMatrices::Own;
        match place_or_reserve(
            self.varyings,
            self.order,
            self.machine.space(),
            own,
            placements,
        ) {
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
    const fn cost(&self, placements: &[Placement]) -> u64 {
        let mut cost = 0;
        let mut member = 0;
        while member < self.count {
            if let Some(candidate) = self.candidate(member, self.chosen[member], placements) {
                cost += candidate.cost as u64;
            }
            member += 1;
        }
        cost
    }

    /// The number of combinations, if it can be counted.
    const fn combinations(&self, placements: &[Placement]) -> u64 {
        let mut combinations = 1_u64;
        let mut member = 0;
        while member < self.count {
            let mut candidates = 0;
            let mut number = 0;
            while number < CANDIDATES {
                candidates += self.candidate(member, number, placements).is_some() as u64;
                number += 1;
            }
            combinations = combinations.saturating_mul(candidates);
            member += 1;
        }
        combinations
    }

    /// Tries every combination.
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
        let mut member = 0;
        while member < self.count {
            self.apply(member, chosen[member], placements);
            member += 1;
        }
        self.fits(placements)
    }

    /// Advances to the next combination of candidates; `false` after the last, when all are the first again.
    const fn next_combination(&mut self, placements: &mut [Placement]) -> bool {
        let mut member = 0;
        while member < self.count {
            let mut number = self.chosen[member] + 1;
            while number < CANDIDATES {
                if self.apply(member, number, placements) {
                    return true;
                }
                number += 1;
            }
            self.apply(member, 0, placements);
            member += 1;
        }
        false
    }

    /// Makes one member after the other dense until everything fits, and then makes members cheaper while everything
    /// fits.
    const fn descend(&mut self, placements: &mut [Placement]) -> bool {
        self.packings = 0;
        let mut fits = false;
        let mut member = 0;
        while member < self.count && !fits {
            let is_dense = self.apply(member, DENSE, placements);
            fits = is_dense && self.packings < MOST_PACKINGS && self.fits(placements);
            member += 1;
        }
        if !fits && !self.fits(placements) {
            return false;
        }
        self.packings = 0;
        let mut member = 0;
        while member < self.count {
            let mut number = 0;
            while number < CANDIDATES && self.packings < MOST_PACKINGS {
                let before = self.chosen[member];
                if self.is_cheaper(member, number, placements) {
                    self.apply(member, number, placements);
                    if !self.fits(placements) {
                        self.apply(member, before, placements);
                    }
                }
                number += 1;
            }
            member += 1;
        }
        self.fits(placements)
    }

    const fn is_cheaper(&self, member: usize, number: u8, placements: &[Placement]) -> bool {
        match (
            self.candidate(member, number, placements),
            self.candidate(member, self.chosen[member], placements),
        ) {
            (Some(candidate), Some(chosen)) => candidate.cost < chosen.cost,
            _ => false,
        }
    }
}
