//! The varyings with a location, which are placed before all others.

use super::grid::Grid;
use super::rectangle::{Matrices, Origin, Rectangle};
use super::sharing::Sharing;
use crate::declaration::Varying;
use crate::error::Error;

/// The grid with the varyings that have a location, each at that location.
pub(super) const fn place_explicit(
    varyings: &[Varying],
    registers: u32,
    sharing: Sharing,
    matrices: Matrices,
) -> Result<Grid, Error> {
    let mut grid = Grid::new(registers, sharing);
    each!(number, 0..varyings.len(), {
        let varying = varyings[number];
        if let Some(location) = varying.location() {
            let (rectangle, interpolation) = (Rectangle::located(varying), varying.interpolation());
            let end = (location as u64).saturating_add(rectangle.rows);
            if end > registers as u64 {
                return Err(Error::DoesNotFit {
                    varying: number,
                    missing_rows: end - registers as u64,
                });
            }
            // After the check above all rows are rows of the grid, as `row_mask` requires.
            let origin = Origin::of(varying);
            if !grid.is_free(origin, rectangle, interpolation) {
                // The grid does not know whose a component is. Only an error asks, so it is searched for again.
                let empty = Grid::new(registers, sharing);
                return Err(Error::SharedLocation {
                    varying: number,
                    other: other_at(varyings, number, empty),
                    location,
                });
            }
            grid.take(origin, rectangle, interpolation);
        }
    });
    // After all of them: a square must not push a varying from the location that it names.
    if matches!(matrices, Matrices::Square) {
        take_squares(varyings, registers, &mut grid);
    }
    Ok(grid)
}

/// The first of the varyings with a location before `number` that leaves it no place.
const fn other_at(varyings: &[Varying], number: usize, empty: Grid) -> usize {
    let varying = varyings[number];
    let (origin, rectangle) = (Origin::of(varying), Rectangle::located(varying));
    each!(other, 0..number, {
        let before = varyings[other];
        if before.location().is_some() {
            let mut grid = empty;
            let taken = Rectangle::located(before);
            grid.take(Origin::of(before), taken, before.interpolation());
            // Any conflict is with a single earlier varying: it has a component, or its interpolation forbids a row.
            if !grid.is_free(origin, rectangle, varying.interpolation()) {
                return other;
            }
        }
    });
    number
}

/// Takes the components that the squares of explicitly placed matrices have and the matrices lack, if they are
/// free.
const fn take_squares(varyings: &[Varying], registers: u32, grid: &mut Grid) {
    each!(number, 0..varyings.len(), {
        let varying = varyings[number];
        if varying.location().is_some() && varying.varying_type().is_matrix() {
            let (origin, beyond) = Rectangle::beyond_matrices(varying, Origin::of(varying));
            let end = origin.register as u64 + beyond.rows;
            let is_within = beyond.columns > 0 && end <= registers as u64;
            if is_within && grid.is_free(origin, beyond, varying.interpolation()) {
                grid.take(origin, beyond, varying.interpolation());
            }
        }
    });
}
