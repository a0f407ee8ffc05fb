//! The registers of a machine: a grid, and the rows that interpolations keep from each other.

use super::space::Space;
use crate::error::Error;
use crate::limits::MAX_REGISTERS;
use crate::qualifiers::Interpolation;
use crate::registers::grid::{Grid, row_mask};
use crate::registers::rectangle::{Origin, Rectangle};

#[derive(Clone, Copy)]
pub(super) struct MachineGrid {
    grid: Grid,
    /// The rows that hold a varying with which a varying of each interpolation must not share a row.
    forbidden: [u64; Interpolation::ALL.len()],
    space: Space,
}

impl MachineGrid {
    pub(super) const fn new(space: Space) -> Self {
        Self {
            grid: Grid::new(space.registers),
            forbidden: [0; Interpolation::ALL.len()],
            space,
        }
    }

    /// The same grid, of which only the first `rows` rows can be free.
    pub(super) const fn first_rows(mut self, rows: u32) -> Self {
        if rows < MAX_REGISTERS {
            self.grid = self.grid.without(u64::MAX << rows);
        }
        self
    }

    /// The same grid with the components that `first_rows` has taken in the first `rows` rows.
    pub(super) const fn with_first_rows(mut self, first_rows: &Self, rows: u32) -> Self {
        self.grid = self.grid.with(&first_rows.grid, row_mask(0, rows as u64));
        self.forbidden = first_rows.forbidden;
        self
    }

    /// The grid in which a varying of an interpolation finds its place.
    const fn of(&self, interpolation: Interpolation) -> Grid {
        self.grid.without(self.forbidden[interpolation as usize])
    }

    /// Takes the place of a varying's rectangle according to the standard.
    pub(super) const fn place(
        &mut self,
        varying: usize,
        rectangle: Rectangle,
        interpolation: Interpolation,
    ) -> Result<Origin, Error> {
        let grid = self.of(interpolation);
        let Some(origin) = grid.find(rectangle) else {
            return Err(Error::DoesNotFit {
                varying,
                missing_rows: grid.missing_rows(rectangle),
            });
        };
        self.take(origin, rectangle, interpolation);
        Ok(origin)
    }

    /// Whether a rectangle that begins at this position is free.
    pub(super) const fn is_free(
        &self,
        origin: Origin,
        rectangle: Rectangle,
        interpolation: Interpolation,
    ) -> bool {
        self.of(interpolation).is_free(origin, rectangle)
    }

    /// Takes the rectangle that begins at this position.
    pub(super) const fn take(
        &mut self,
        origin: Origin,
        rectangle: Rectangle,
        interpolation: Interpolation,
    ) {
        self.grid.take(origin, rectangle);
        each!(other, 0..Interpolation::ALL.len(), {
            if !self
                .space
                .may_share(interpolation, Interpolation::ALL[other])
            {
                self.forbidden[other] |= row_mask(origin.register, rectangle.rows);
            }
        });
    }
}
