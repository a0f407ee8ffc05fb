//! The components of the registers that are taken, and the registers that interpolations keep from each other.

use super::rectangle::{Origin, Rectangle};
use super::sharing::Sharing;
use crate::declaration::Interpolation;
use crate::error::Error;
use crate::limits::{MAX_REGISTERS, REGISTER_COMPONENTS};

/// Four columns of up to 64 rows. Each row is a bit, so that whole columns are searched at once:
/// rustc counts the steps of a constant's evaluation.
#[derive(Clone, Copy)]
pub(super) struct Grid {
    /// The rows of each column that are taken, including all rows past the last register.
    pub(super) taken: [u64; REGISTER_COMPONENTS as usize],
    /// The rows that hold a varying with which a varying of each interpolation must not share a row.
    pub(super) forbidden: [u64; Interpolation::ALL.len()],
    registers: u32,
    sharing: Sharing,
}

impl Grid {
    pub(super) const fn new(registers: u32, sharing: Sharing) -> Self {
        Self {
            // With 64 registers no row is past the last, and the shift by 64 has no result.
            taken: [match u64::MAX.checked_shl(registers) {
                Some(past_the_last) => past_the_last,
                None => 0,
            }; REGISTER_COMPONENTS as usize],
            forbidden: [0; Interpolation::ALL.len()],
            registers,
            sharing,
        }
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
        // Every rectangle has a row. After this check it has at most 64, as `row_mask` and the cast below require.
        if rows > self.registers as u64 {
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
        // By the standard, three and four components begin at x alone.
        if columns != 2 {
            return None;
        }
        // Two components that the first rows do not have go to the last ones, of these to the lowest column: an equal register
        // of a later column changes nothing.
        let mut last: Option<Origin> = None;
        each!(component, 1..REGISTER_COMPONENTS - 1, {
            let begins = beginnings(self.free(component, columns, interpolation), rows);
            if begins != 0 {
                // The highest bit is the last row at which the rectangle can begin.
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
                .sharing
                .allows(interpolation, Interpolation::ALL[other])
            {
                self.forbidden[other] |= rows;
            }
        });
    }

    /// The number of rows after the last that are needed to place a rectangle that does not fit.
    const fn missing_rows(&self, rectangle: Rectangle, interpolation: Interpolation) -> u64 {
        let Rectangle { columns, rows } = rectangle;
        // Where `find` places it: three and four components at x alone.
        let places = match columns {
            1 | 2 => REGISTER_COMPONENTS + 1 - columns,
            _ => 1,
        };
        let mut most = 0;
        each!(component, 0..places, {
            let free = self.free(component, columns, interpolation);
            // Rows that were added would follow the last, so only free rows at the end count with them.
            // The shift makes the last register bit 63. Without it the rows past the last, which are taken,
            // would end the count at 0.
            let at_the_end = (free << (MAX_REGISTERS - self.registers)).leading_ones();
            if at_the_end > most {
                most = at_the_end;
            }
        });
        rows.saturating_sub(most as u64)
    }

    /// The rows in which `columns` columns from `component` on are free for varyings of an interpolation.
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
    // A rectangle has at least one row: for none, the shift by 64 would overflow.
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
        // A bit now stands for `have` rows, so each step can double them: few steps, which rustc counts.
        rows &= rows >> step;
        have += step;
    }
    rows
}
