//! The packer of a machine: it places one varying after the other, each in its orientation.

use super::machine::Machine;
use super::orientation::Orientation;
use super::placement::Placement;
use crate::declaration::{Interpolation, Varying};
use crate::error::Error;
use crate::limits::REGISTER_COMPONENTS;
use crate::registers::explicit::place_explicit;
use crate::registers::grid::{Grid, row_mask};
use crate::registers::order::{Order, Precedence};
use crate::registers::packer::check_count;
use crate::registers::rectangle::{Matrices, Rectangle};
use crate::registers::rules::Rules;
use crate::registers::sharing::Sharing;
use crate::registers::target::check_registers;

/// The set of all interpolations, a bit each.
const ALL: u32 = (1 << Interpolation::ALL.len()) - 1;

/// Whether a varying has no location, and has one of those interpolations.
pub(super) const fn is_meant(varying: Varying, only: u32) -> bool {
    varying.location().is_none() && only >> varying.interpolation() as u32 & 1 != 0
}

/// Varyings, and the registers that they are packed into.
pub(super) struct Packer<'a> {
    pub(super) varyings: &'a [Varying],
    pub(super) placements: &'a mut [Placement],
    pub(super) order: Order,
    pub(super) grid: Grid,
    pub(super) registers: u32,
    pub(super) sharing: Sharing,
}

impl<'a> Packer<'a> {
    /// Checks that there are as many placements as varyings, and not too many, and so registers.
    pub(super) const fn new(
        varyings: &'a [Varying],
        machine: &Machine,
        placements: &'a mut [Placement],
    ) -> Result<Self, Error> {
        let registers = machine.registers;
        attempt!(check_registers(registers));
        attempt!(check_count(varyings.len(), placements.len()));
        let sharing = Sharing {
            smooth_beside_noperspective: machine.smooth_beside_noperspective,
            flat_beside_interpolated: machine.flat_beside_interpolated,
        };
        Ok(Self {
            varyings,
            placements,
            order: Order::NONE,
            grid: Grid::new(registers, sharing),
            registers,
            sharing,
        })
    }

    /// Lays every array out as a column, and decides the order of placing. Varyings with a location lie where their
    /// locations are, and their matrices have their own columns and rows.
    pub(super) const fn lay_out(&mut self, matrices: Matrices) {
        each!(number, 0..self.varyings.len(), {
            let varying = self.varyings[number];
            let element = Rectangle::of_element(varying, matrices);
            self.placements[number] = Placement::column(varying, element);
        });
        // A machine has no edition. In GLSL ES 1.00 no interpolation comes first, so the sizes decide.
        let by_size = Precedence::new(Rules::Es100, false);
        self.order = Order::new(self.varyings, matrices, by_size);
    }

    /// Places the varyings with a location, then every other varying as it is laid out, those of more columns
    /// first.
    const fn place(&mut self, explicit: Matrices) -> Result<(), Error> {
        attempt!(self.place_explicit(explicit));
        self.place_others(ALL)
    }

    /// Like [`place`](Self::place). If the varyings do not fit, and interpolations do not share rows, it reserves the
    /// fewest rows that hold the flat ones and tries again. The error is that of the first attempt.
    pub(super) const fn place_or_reserve(&mut self, explicit: Matrices) -> Result<(), Error> {
        let misfit = match self.place(explicit) {
            Ok(()) => return Ok(()),
            Err(misfit) => misfit,
        };
        // The failed attempt has left its varyings in the grid.
        if self.place_explicit(explicit).is_err() {
            return Err(misfit);
        }
        let mut rest = ALL;
        // The smooth varyings take what these leave.
        let unusual = [Interpolation::Flat, Interpolation::Noperspective];
        each!(number, 0..unusual.len(), {
            if !self.sharing.allows(Interpolation::Smooth, unusual[number]) {
                let only = 1 << unusual[number] as u32;
                rest &= !only;
                if !self.reserve(only) {
                    return Err(misfit);
                }
            }
        });
        // If nothing was reserved, this would be the first attempt again.
        if rest == ALL || self.place_others(rest).is_err() {
            return Err(misfit);
        }
        Ok(())
    }

    /// Places the varyings with those interpolations in the fewest rows that hold them, if any do.
    const fn reserve(&mut self, only: u32) -> bool {
        let mut components = 0_u64;
        each!(varying, 0..self.varyings.len(), {
            if is_meant(self.varyings[varying], only) {
                components = components.saturating_add(self.placements[varying].area());
            }
        });
        // Fewer rows are too small.
        let least = components.div_ceil(REGISTER_COMPONENTS as u64);
        if least > self.registers as u64 {
            return false;
        }
        let grid = self.grid;
        // `row_mask` needs a row. If there is no such varying, nothing is placed there and it stays free.
        let least = if least > 0 { least as u32 } else { 1 };
        each!(rows, least..self.registers + 1, {
            let reserved = row_mask(0, rows as u64);
            self.grid = grid;
            each!(column, 0..grid.taken.len(), {
                // All other rows count as taken for this attempt.
                self.grid.taken[column] |= !reserved;
            });
            if self.place_others(only).is_ok() {
                each!(column, 0..grid.taken.len(), {
                    // The other rows are free again, except where something was placed before.
                    self.grid.taken[column] &= grid.taken[column] | reserved;
                });
                return true;
            }
        });
        false
    }

    /// Places the varyings that have no location and have one of those interpolations.
    const fn place_others(&mut self, only: u32) -> Result<(), Error> {
        // Runs come first, as the widest rectangles do, because they take whole registers.
        attempt!(self.place_runs(only));
        each!(less, 0..REGISTER_COMPONENTS, {
            let columns = REGISTER_COMPONENTS - less;
            each!(position, 0..self.varyings.len(), {
                let number = self.order.varying(position);
                let (varying, placement) = (self.varyings[number], &mut self.placements[number]);
                let rectangle = placement.rectangle();
                let is_dense = matches!(placement.orientation, Orientation::Dense);
                if rectangle.columns == columns && !is_dense && is_meant(varying, only) {
                    let interpolation = varying.interpolation();
                    let origin = attempt!(self.grid.place(number, rectangle, interpolation));
                    placement.placed.register = origin.register;
                    placement.placed.component = origin.component;
                }
            });
        });
        Ok(())
    }

    /// Places the varyings with a location in an empty grid.
    const fn place_explicit(&mut self, matrices: Matrices) -> Result<(), Error> {
        let placed = place_explicit(self.varyings, self.registers, self.sharing, matrices);
        self.grid = attempt!(placed);
        Ok(())
    }

    /// The number of registers that hold anything.
    pub(super) const fn registers_used(&self) -> u32 {
        let mut rows = 0;
        each!(number, 0..self.placements.len(), {
            let placement = &self.placements[number];
            rows |= row_mask(placement.placed.register, placement.rows() as u64);
        });
        rows.count_ones()
    }
}
