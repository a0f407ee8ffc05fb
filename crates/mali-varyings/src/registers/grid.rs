//! The components of the registers that are taken.

use super::orientation::Rectangle;
use super::space::Space;
use crate::error::Error;
use crate::limits::{MAX_REGISTERS, REGISTER_COMPONENTS};
use crate::qualifiers::Interpolation;

/// The position at which a rectangle begins.
#[derive(Clone, Copy)]
pub(super) struct Origin {
    pub(super) register: u32,
    pub(super) component: u32,
}

/// Four columns of up to 64 rows. Each row is a bit, so that whole columns are searched at once:
/// rustc counts the steps of a constant's evaluation.
#[derive(Clone, Copy)]
pub(super) struct Grid {
    /// The rows of each column that are taken, including all rows past the last register.
    taken: [u64; REGISTER_COMPONENTS as usize],
    /// The rows that hold a varying with which a varying of each interpolation must not share a row.
    forbidden: [u64; Interpolation::ALL.len()],
    space: Space,
}

impl Grid {
    pub(super) const fn new(space: Space) -> Self {
        let empty = Self {
            taken: [0; REGISTER_COMPONENTS as usize],
            forbidden: [0; Interpolation::ALL.len()],
            space,
        };
        empty.first_rows(space.registers)
    }

    /// The same grid, of which only the first `rows` rows can be free.
    pub(super) const fn first_rows(mut self, rows: u32) -> Self {
        if rows < MAX_REGISTERS {
            each!(column, 0..self.taken.len(), {
                self.taken[column] |= u64::MAX << rows;
            });
        }
        self
    }

    /// The same grid with the components that `first_rows` has taken in the first `rows` rows.
    pub(super) const fn with_first_rows(mut self, first_rows: &Self, rows: u32) -> Self {
        let within = row_mask(0, rows as u64);
        each!(column, 0..self.taken.len(), {
            self.taken[column] |= first_rows.taken[column] & within;
        });
        self.forbidden = first_rows.forbidden;
        self
    }

    /// Takes the place of a varying's rectangle according to the standard.
    pub(super) const fn place(
        &mut self,
        varying: usize,
        rectangle: Rectangle,
        interpolation: Interpolation,
    ) -> Result<Origin, Error> {
        let Some(origin) = self.find(rectangle, interpolation) else {
            return Err(Error::DoesNotFit {
                varying,
                missing_rows: self.missing_rows(rectangle, interpolation),
            });
        };
        self.take(origin, rectangle, interpolation);
        Ok(origin)
    }

    /// The place of a rectangle according to the standard; `None` if it does not fit.
    const fn find(&self, rectangle: Rectangle, interpolation: Interpolation) -> Option<Origin> {
        let Rectangle { columns, rows } = rectangle;
        if rows > self.space.registers as u64 {
            return None;
        }
        let rows = rows as u32;
        if columns == 1 {
            return self.tightest_column(rows, interpolation);
        }
        let begins = beginnings(self.free(0, columns, interpolation), rows);
        if begins != 0 {
            return Some(Origin {
                register: begins.trailing_zeros(),
                component: 0,
            });
        }
        if columns != 2 {
            return None;
        }
        let mut last: Option<Origin> = None;
        each!(component, 1..REGISTER_COMPONENTS - 1, {
            let begins = beginnings(self.free(component, columns, interpolation), rows);
            if begins != 0 {
                let register = begins.ilog2();
                match last {
                    Some(last) if last.register >= register => {}
                    _ => {
                        last = Some(Origin {
                            register,
                            component,
                        });
                    }
                }
            }
        });
        last
    }

    /// Whether a rectangle that begins at this position is free.
    pub(super) const fn is_free(
        &self,
        origin: Origin,
        rectangle: Rectangle,
        interpolation: Interpolation,
    ) -> bool {
        let rows = row_mask(origin.register, rectangle.rows);
        self.free(origin.component, rectangle.columns, interpolation) & rows == rows
    }

    /// The column with the fewest free rows, of the columns that have enough consecutive free rows.
    const fn tightest_column(&self, rows: u32, interpolation: Interpolation) -> Option<Origin> {
        let mut best = None;
        let mut fewest = u32::MAX;
        each!(component, 0..REGISTER_COMPONENTS, {
            let free = self.free(component, 1, interpolation);
            let begins = beginnings(free, rows);
            if begins != 0 && free.count_ones() < fewest {
                fewest = free.count_ones();
                best = Some(Origin {
                    register: begins.trailing_zeros(),
                    component,
                });
            }
        });
        best
    }

    /// Takes the rectangle that begins at this position.
    pub(super) const fn take(
        &mut self,
        origin: Origin,
        rectangle: Rectangle,
        interpolation: Interpolation,
    ) {
        let rows = row_mask(origin.register, rectangle.rows);
        each!(
            column,
            origin.component..origin.component + rectangle.columns,
            {
                self.taken[column as usize] |= rows;
            }
        );
        each!(other, 0..Interpolation::ALL.len(), {
            if !self
                .space
                .may_share(interpolation, Interpolation::ALL[other])
            {
                self.forbidden[other] |= rows;
            }
        });
    }

    /// The number of rows after the last that are needed to place a rectangle that does not fit.
    const fn missing_rows(&self, rectangle: Rectangle, interpolation: Interpolation) -> u64 {
        let Rectangle { columns, rows } = rectangle;
        let step = match columns {
            1 | 2 => columns,
            _ => REGISTER_COMPONENTS,
        };
        let mut most = 0;
        each!(place, 0..REGISTER_COMPONENTS / step, {
            let free = self.free(place * step, columns, interpolation);
            let at_the_end = (free << (MAX_REGISTERS - self.space.registers)).leading_ones();
            if at_the_end > most {
                most = at_the_end;
            }
        });
        rows.saturating_sub(most as u64)
    }

    /// The rows in which `columns` columns from `component` on are free for this interpolation.
    const fn free(&self, component: u32, columns: u32, interpolation: Interpolation) -> u64 {
        let mut taken = self.forbidden[interpolation as usize];
        each!(column, component..component + columns, {
            taken |= self.taken[column as usize];
        });
        !taken
    }
}

/// The mask of `rows` rows from `register` on, which must be rows of a grid.
pub(super) const fn row_mask(register: u32, rows: u64) -> u64 {
    (u64::MAX >> (MAX_REGISTERS as u64 - rows)) << register
}

/// The rows at which `length` consecutive rows begin.
const fn beginnings(mut rows: u64, length: u32) -> u64 {
    let mut have = 1;
    while have < length {
        let step = if have < length - have {
            have
        } else {
            length - have
        };
        rows &= rows >> step;
        have += step;
    }
    rows
}
