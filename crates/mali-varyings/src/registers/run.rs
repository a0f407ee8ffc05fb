//! Dense varyings: one vector after the other through whole registers, across the varyings' boundaries.

use super::grid::Grid;
use super::order::{Order, is_meant};
use super::orientation::{Orientation, Rectangle};
use super::placement::Placement;
use super::space::Space;
use crate::declaration::Varying;
use crate::error::Error;
use crate::limits::{MAX_VARYINGS, REGISTER_COMPONENTS};
use crate::qualifiers::Interpolation;

/// Vectors of two components are first, because they then straddle nothing; vectors of three, which do, are last.
const WIDTHS: [u32; 3] = [2, 1, 3];

/// The dense varyings, in the order in which they are placed.
struct Dense {
    varyings: [u8; MAX_VARYINGS],
    count: usize,
}

/// Places the dense varyings with one of those interpolations, in as few registers as hold them.
pub(super) const fn place_runs(
    varyings: &[Varying],
    order: &Order,
    space: Space,
    only: u32,
    grid: &mut Grid,
    placements: &mut [Placement],
) -> Result<(), Error> {
    let mut dense = Dense {
        varyings: [0; MAX_VARYINGS],
        count: 0,
    };
    let mut position = 0;
    while position < varyings.len() {
        let varying = order.varying(position);
        let orientation = placements[varying].arrangement.orientation;
        if matches!(orientation, Orientation::Dense) && is_meant(varyings[varying], only) {
            dense.varyings[dense.count] = varying as u8;
            dense.count += 1;
        }
        position += 1;
    }
    let mut number = 0;
    while number < Interpolation::ALL.len() && dense.count > 0 {
        let interpolation = Interpolation::ALL[number];
        let placed = place_run(varyings, &dense, space, interpolation, grid, placements);
        if placed.is_err() {
            return placed;
        }
        number += 1;
    }
    Ok(())
}

/// Places the run of an interpolation, together with the interpolations that may be beside it.
const fn place_run(
    varyings: &[Varying],
    dense: &Dense,
    space: Space,
    interpolation: Interpolation,
    grid: &mut Grid,
    placements: &mut [Placement],
) -> Result<(), Error> {
    let (mut components, mut last) = (0_u64, 0);
    let mut width = 0;
    while width < WIDTHS.len() {
        let mut position = 0;
        while position < dense.count {
            let varying = dense.varyings[position] as usize;
            let arrangement = placements[varying].arrangement;
            let run = space.run_of(varyings[varying].interpolation());
            if arrangement.components == WIDTHS[width] && run as u32 == interpolation as u32 {
                // This place is relative to the beginning of the run, which is not known yet.
                placements[varying].register = (components / REGISTER_COMPONENTS as u64) as u32;
                placements[varying].component = (components % REGISTER_COMPONENTS as u64) as u32;
                components = components.saturating_add(arrangement.dense_components());
                last = varying;
            }
            position += 1;
        }
        width += 1;
    }
    if components == 0 {
        return Ok(());
    }
    let rectangle = Rectangle {
        columns: REGISTER_COMPONENTS,
        rows: components.div_ceil(REGISTER_COMPONENTS as u64),
    };
    let origin = attempt!(grid.place(last, rectangle, interpolation, space));
    let mut position = 0;
    while position < dense.count {
        let varying = dense.varyings[position] as usize;
        if space.run_of(varyings[varying].interpolation()) as u32 == interpolation as u32 {
            placements[varying].register += origin.register;
        }
        position += 1;
    }
    Ok(())
}
