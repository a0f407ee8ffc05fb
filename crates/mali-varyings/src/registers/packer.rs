//! The standard packer: it places one varying after the other where the standard does.

use super::grid::{Grid, Origin, row_mask};
use super::order::{ALL, Order, Precedence, is_meant};
use super::orientation::{Orientation, Rectangle};
use super::placement::Placement;
use super::run::place_runs;
use super::space::Space;
use crate::declaration::Varying;
use crate::error::Error;
use crate::limits::{MAX_VARYINGS, REGISTER_COMPONENTS};
use crate::qualifiers::Interpolation;

/// The space of a matrix with an explicit location. The text says "the same space as a square matrix" about packing,
/// but counts one location for each column: an interface that fits by either reading is accepted.
#[derive(Clone, Copy)]
pub(super) enum ExplicitMatrices {
    /// The square, if the other explicit locations leave it free.
    Square,
    /// The columns and rows of the matrix itself.
    Own,
}

/// The rectangle of a matrix without a location.
#[derive(Clone, Copy)]
pub(super) enum Matrices {
    /// The square of the standard.
    Square,
    /// The columns and rows of the matrix itself.
    Own,
}

/// Lays every array out as a column, and returns the order of placing. Varyings with a location lie where their
/// locations are.
pub(super) const fn lay_out(
    varyings: &[Varying],
    matrices: Matrices,
    precedence: Precedence,
    placements: &mut [Placement],
) -> Order {
    let mut number = 0;
    while number < varyings.len() {
        let varying = varyings[number];
        let element = match matrices {
            Matrices::Square if varying.location().is_none() => {
                Rectangle::strict(varying.varying_type())
            }
            _ => Rectangle::relaxed(varying.varying_type()),
        };
        placements[number] = Placement::column(varying, element);
        number += 1;
    }
    Order::new(varyings, placements, precedence)
}

/// Places the varyings with a location, then every other varying as it is laid out, those of more columns
/// first.
pub(super) const fn place(
    varyings: &[Varying],
    order: &Order,
    space: Space,
    matrices: ExplicitMatrices,
    placements: &mut [Placement],
) -> Result<(), Error> {
    let mut grid = Grid::new(space.registers);
    attempt!(place_explicit(
        varyings, space, matrices, &mut grid, placements
    ));
    place_others(varyings, order, space, ALL, &mut grid, placements)
}

/// Like [`place`]. If the varyings do not fit, and interpolations do not share rows, it reserves the fewest rows that
/// hold the flat ones and tries again. The error is that of the first attempt.
pub(super) const fn place_or_reserve(
    varyings: &[Varying],
    order: &Order,
    space: Space,
    matrices: ExplicitMatrices,
    placements: &mut [Placement],
) -> Result<(), Error> {
    let misfit = match place(varyings, order, space, matrices, placements) {
        Ok(()) => return Ok(()),
        Err(misfit) => misfit,
    };
    let mut rest = ALL;
    let mut grid = Grid::new(space.registers);
    if place_explicit(varyings, space, matrices, &mut grid, placements).is_err() {
        return Err(misfit);
    }
    let usual = Interpolation::Smooth;
    let unusual = [Interpolation::Flat, Interpolation::Noperspective];
    let mut number = 0;
    while number < unusual.len() {
        if !space.may_share(usual, unusual[number]) {
            let only = 1 << unusual[number] as u32;
            rest &= !only;
            if !reserve(varyings, order, space, only, &mut grid, placements) {
                return Err(misfit);
            }
        }
        number += 1;
    }
    if rest == ALL || place_others(varyings, order, space, rest, &mut grid, placements).is_err() {
        return Err(misfit);
    }
    Ok(())
}

/// Places the varyings with those interpolations in the fewest rows that hold them, if any do.
const fn reserve(
    varyings: &[Varying],
    order: &Order,
    space: Space,
    only: u32,
    grid: &mut Grid,
    placements: &mut [Placement],
) -> bool {
    let mut components = 0_u64;
    let mut varying = 0;
    while varying < varyings.len() {
        if is_meant(varyings[varying], only) {
            components = components.saturating_add(placements[varying].arrangement.area());
        }
        varying += 1;
    }
    // Fewer rows are too small.
    let least = components.div_ceil(REGISTER_COMPONENTS as u64);
    if least > space.registers as u64 {
        return false;
    }
    let mut rows = if least > 0 { least as u32 } else { 1 };
    while rows <= space.registers {
        let mut first_rows = grid.first_rows(rows);
        if place_others(varyings, order, space, only, &mut first_rows, placements).is_ok() {
            *grid = grid.with_first_rows(&first_rows, rows);
            return true;
        }
        rows += 1;
    }
    false
}

/// Places the varyings that have no location and have one of those interpolations.
const fn place_others(
    varyings: &[Varying],
    order: &Order,
    space: Space,
    only: u32,
    grid: &mut Grid,
    placements: &mut [Placement],
) -> Result<(), Error> {
    attempt!(place_runs(varyings, order, space, only, grid, placements));
    let mut columns = REGISTER_COMPONENTS;
    while columns > 0 {
        let mut position = 0;
        while position < varyings.len() {
            let varying = order.varying(position);
            let arrangement = placements[varying].arrangement;
            let rectangle = arrangement.rectangle();
            let interpolation = varyings[varying].interpolation();
            let is_dense = matches!(arrangement.orientation, Orientation::Dense);
            if rectangle.columns == columns && !is_dense && is_meant(varyings[varying], only) {
                let origin = attempt!(grid.place(varying, rectangle, interpolation, space));
                placements[varying].register = origin.register;
                placements[varying].component = origin.component;
            }
            position += 1;
        }
        columns -= 1;
    }
    Ok(())
}

const fn place_explicit(
    varyings: &[Varying],
    space: Space,
    matrices: ExplicitMatrices,
    grid: &mut Grid,
    placements: &mut [Placement],
) -> Result<(), Error> {
    let mut varying = 0;
    while varying < varyings.len() {
        let declaration = varyings[varying];
        if let Some(register) = declaration.location() {
            let rectangle = placements[varying].arrangement.rectangle();
            let end = (register as u64).saturating_add(rectangle.rows);
            if end > space.registers as u64 {
                return Err(Error::DoesNotFit {
                    varying,
                    missing_rows: end - space.registers as u64,
                });
            }
            let origin = origin(declaration);
            let interpolation = declaration.interpolation();
            if !grid.is_free(origin, rectangle, interpolation) {
                return Err(Error::SharedLocation {
                    varying,
                    other: other_at(varyings, varying, space, placements),
                    location: register,
                });
            }
            grid.take(origin, rectangle, interpolation, space);
            placements[varying].register = origin.register;
            placements[varying].component = origin.component;
        }
        varying += 1;
    }
    if matches!(matrices, ExplicitMatrices::Square) {
        take_squares(varyings, space, grid);
    }
    Ok(())
}

/// The first of the varyings with a location before `varying` that leaves it no place.
const fn other_at(
    varyings: &[Varying],
    varying: usize,
    space: Space,
    placements: &[Placement],
) -> usize {
    let interpolation = varyings[varying].interpolation();
    let rectangle = placements[varying].arrangement.rectangle();
    let mut other = 0;
    while other < varying {
        if varyings[other].location().is_some() {
            let mut grid = Grid::new(space.registers);
            let taken = placements[other].arrangement.rectangle();
            let before = varyings[other].interpolation();
            grid.take(origin(varyings[other]), taken, before, space);
            if !grid.is_free(origin(varyings[varying]), rectangle, interpolation) {
                break;
            }
        }
        other += 1;
    }
    other
}

/// The place of a varying that has a location.
const fn origin(varying: Varying) -> Origin {
    Origin {
        register: match varying.location() {
            Some(location) => location,
            None => 0,
        },
        component: varying.component(),
    }
}

/// Takes the components that the squares of explicitly placed matrices have and the matrices lack, if they are free.
const fn take_squares(varyings: &[Varying], space: Space, grid: &mut Grid) {
    let mut varying = 0;
    while varying < varyings.len() {
        let declaration = varyings[varying];
        if let Some(register) = declaration.location() {
            let own = Rectangle::relaxed(declaration.varying_type());
            let square = Rectangle::strict(declaration.varying_type());
            let length = declaration.length() as u64;
            let rows = own.rows * length;
            // A square is longer or wider than the matrix, never both.
            let (origin, beyond) = if square.rows > own.rows {
                let below = register + rows as u32;
                let rows = square.rows * length - rows;
                (
                    Origin {
                        register: below,
                        component: 0,
                    },
                    Rectangle { rows, ..square },
                )
            } else {
                let columns = square.columns - own.columns;
                (
                    Origin {
                        register,
                        component: own.columns,
                    },
                    Rectangle { columns, rows },
                )
            };
            let interpolation = declaration.interpolation();
            let is_within = origin.register as u64 + beyond.rows <= space.registers as u64;
            if declaration.varying_type().is_matrix()
                && beyond.columns > 0
                && is_within
                && grid.is_free(origin, beyond, interpolation)
            {
                grid.take(origin, beyond, interpolation, space);
            }
        }
        varying += 1;
    }
}

/// Checks that there are as many placements as varyings, and not too many.
pub(super) const fn check_counts(
    varyings: &[Varying],
    placements: &[Placement],
) -> Result<(), Error> {
    if placements.len() != varyings.len() {
        return Err(Error::PlacementCount {
            given: placements.len(),
            needed: varyings.len(),
        });
    }
    if varyings.len() > MAX_VARYINGS {
        return Err(Error::TooManyVaryings {
            varyings: varyings.len(),
            allowed: MAX_VARYINGS,
        });
    }
    Ok(())
}

/// The number of registers that hold anything.
pub(super) const fn registers_used(placements: &[Placement]) -> u32 {
    let mut rows = 0;
    let mut number = 0;
    while number < placements.len() {
        let placement = &placements[number];
        rows |= row_mask(placement.register, placement.rows() as u64);
        number += 1;
    }
    rows.count_ones()
}
