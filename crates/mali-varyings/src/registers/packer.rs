//! The standard packer: it places one varying after the other where the standard does.

use super::grid::{Grid, row_mask};
use super::order::{Order, Precedence};
use super::placement::Placement;
use super::rectangle::{Matrices, Origin, Rectangle};
use super::target::Target;
use crate::declaration::Varying;
use crate::error::Error;
use crate::limits::{MAX_VARYINGS, REGISTER_COMPONENTS};
use crate::qualifiers::Interpolation;
use crate::rules::Rules;

/// Varyings, and the registers that they are packed into.
pub(super) struct Packer<'a> {
    varyings: &'a [Varying],
    placements: &'a mut [Placement],
    grid: Grid,
    /// The rows that hold interpolated varyings, and those that hold flat ones.
    held: [u64; 2],
    target: &'a Target,
}

/// Checks that there are as many placements as varyings, and not too many.
pub(super) const fn check_count(varyings: usize, placements: usize) -> Result<(), Error> {
    if placements != varyings {
        return Err(Error::PlacementCount {
            given: placements,
            needed: varyings,
        });
    }
    if varyings > MAX_VARYINGS {
        return Err(Error::TooManyVaryings {
            varyings,
            allowed: MAX_VARYINGS,
        });
    }
    Ok(())
}

const fn is_flat(varying: Varying) -> bool {
    matches!(varying.interpolation(), Interpolation::Flat)
}

impl<'a> Packer<'a> {
    /// A packer for as many placements as varyings, into the registers of a valid target.
    pub(super) const fn new(
        varyings: &'a [Varying],
        target: &'a Target,
        placements: &'a mut [Placement],
    ) -> Self {
        Self {
            varyings,
            placements,
            grid: Grid::new(target.registers),
            held: [0; 2],
            target,
        }
    }

    /// Places the varyings with a location, then every other varying, those of more columns first and among them those
    /// that the order says.
    pub(super) const fn place(
        &mut self,
        explicit: Matrices,
        precedence: Precedence,
    ) -> Result<(), Error> {
        each!(number, 0..self.varyings.len(), {
            let varying = self.varyings[number];
            let element = Rectangle::of_element(varying, Matrices::Square);
            self.placements[number] = Placement::column(varying, element);
        });
        attempt!(self.place_explicit(explicit));
        let order = Order::new(self.varyings, Matrices::Square, precedence);
        each!(less, 0..REGISTER_COMPONENTS, {
            let columns = REGISTER_COMPONENTS - less;
            each!(position, 0..self.varyings.len(), {
                let number = order.varying(position);
                let varying = self.varyings[number];
                let rectangle = self.placements[number].rectangle();
                if rectangle.columns == columns && varying.location().is_none() {
                    let grid = self.grid_for(varying);
                    let Some(origin) = grid.find(rectangle) else {
                        return Err(Error::DoesNotFit {
                            varying: number,
                            missing_rows: grid.missing_rows(rectangle),
                        });
                    };
                    self.put(number, origin);
                }
            });
        });
        Ok(())
    }

    /// The grid in which a varying finds its place: a row holds flat varyings or others, except in GLSL ES 1.00.
    const fn grid_for(&self, varying: Varying) -> Grid {
        match self.target.rules {
            Rules::Es100 => self.grid,
            _ => self.grid.without(self.held[!is_flat(varying) as usize]),
        }
    }

    /// Takes a rectangle for a varying.
    const fn take(&mut self, varying: Varying, origin: Origin, rectangle: Rectangle) {
        self.grid.take(origin, rectangle);
        self.held[is_flat(varying) as usize] |= row_mask(origin.register, rectangle.rows);
    }

    const fn put(&mut self, number: usize, origin: Origin) {
        let rectangle = self.placements[number].rectangle();
        self.take(self.varyings[number], origin, rectangle);
        self.placements[number].register = origin.register;
        self.placements[number].component = origin.component;
    }

    /// Places the varyings with a location in an empty grid.
    const fn place_explicit(&mut self, matrices: Matrices) -> Result<(), Error> {
        let registers = self.target.registers as u64;
        self.grid = Grid::new(self.target.registers);
        self.held = [0; 2];
        each!(number, 0..self.varyings.len(), {
            let varying = self.varyings[number];
            if let Some(location) = varying.location() {
                let rectangle = self.placements[number].rectangle();
                let end = (location as u64).saturating_add(rectangle.rows);
                if end > registers {
                    return Err(Error::DoesNotFit {
                        varying: number,
                        missing_rows: end - registers,
                    });
                }
                let origin = Origin::of(varying);
                if !self.grid_for(varying).is_free(origin, rectangle) {
                    return Err(Error::SharedLocation {
                        varying: number,
                        other: self.other_at(number),
                        location,
                    });
                }
                self.put(number, origin);
            }
        });
        if matches!(matrices, Matrices::Square) {
            self.take_squares();
        }
        Ok(())
    }

    /// The first of the varyings with a location before `number` that leaves it no place.
    const fn other_at(&self, number: usize) -> usize {
        let varying = self.varyings[number];
        let rectangle = self.placements[number].rectangle();
        each!(other, 0..number, {
            let before = self.varyings[other];
            if before.location().is_some() {
                let taken = self.placements[other].rectangle();
                let mut grid = Grid::new(self.target.registers);
                grid.take(Origin::of(before), taken);
                let are_apart = !matches!(self.target.rules, Rules::Es100);
                if are_apart && is_flat(before) != is_flat(varying) {
                    grid = grid.without(row_mask(Origin::of(before).register, taken.rows));
                }
                if !grid.is_free(Origin::of(varying), rectangle) {
                    return other;
                }
            }
        });
        number
    }

    /// Takes the components that the squares of explicitly placed matrices have and the matrices lack, if they are
    /// free.
    const fn take_squares(&mut self) {
        each!(number, 0..self.varyings.len(), {
            let varying = self.varyings[number];
            if varying.location().is_some() && varying.varying_type().is_matrix() {
                let (origin, beyond) = Rectangle::beyond_matrices(varying, Origin::of(varying));
                let end = origin.register as u64 + beyond.rows;
                let is_within = beyond.columns > 0 && end <= self.target.registers as u64;
                if is_within && self.grid_for(varying).is_free(origin, beyond) {
                    self.take(varying, origin, beyond);
                }
            }
        });
    }

    /// The number of registers that hold anything.
    pub(super) const fn registers_used(&self) -> u32 {
        let mut rows = 0;
        each!(number, 0..self.placements.len(), {
            let placement = &self.placements[number];
            rows |= row_mask(placement.register, placement.rows() as u64);
        });
        rows.count_ones()
    }
}
