//! Dense varyings: one vector after the other through whole registers, across the varyings' boundaries.

use super::orientation::Orientation;
use super::packer::{Packer, is_meant};
use crate::declaration::Interpolation;
use crate::error::Error;
use crate::limits::REGISTER_COMPONENTS;
use crate::registers::rectangle::Rectangle;

/// Vectors of two components are first, because they then straddle nothing; vectors of three, which do, are last.
// Vectors of four fill registers anyway, and are never dense.
const WIDTHS: [u32; 3] = [2, 1, 3];

impl Packer<'_> {
    /// Places the dense varyings with one of those interpolations, in as few registers as hold them.
    pub(super) const fn place_runs(&mut self, only: u32) -> Result<(), Error> {
        each!(varying, 0..self.varyings.len(), {
            if matches!(self.placements[varying].orientation, Orientation::Dense) {
                each!(number, 0..Interpolation::ALL.len(), {
                    let interpolation = Interpolation::ALL[number];
                    // Each run is placed once: by the interpolation that stands for it.
                    if self.run_of(interpolation) as u32 == interpolation as u32 {
                        attempt!(self.place_run(only, interpolation));
                    }
                });
                // The loop over interpolations has placed the runs of all dense varyings.
                break;
            }
        });
        Ok(())
    }

    /// Places the run of an interpolation, together with the interpolations that may be beside it.
    const fn place_run(&mut self, only: u32, interpolation: Interpolation) -> Result<(), Error> {
        let (mut components, mut last) = (0_u64, 0);
        each!(width, 0..WIDTHS.len(), {
            each!(position, 0..self.varyings.len(), {
                let varying = self.order.varying(position);
                let has_width = self.placements[varying].placed.element_components == WIDTHS[width];
                if has_width && self.is_in_run(varying, only, interpolation) {
                    let placement = &mut self.placements[varying];
                    // This place is relative to the beginning of the run, which is not known yet. `fits` has refused
                    // more components than the registers have, so the casts lose nothing.
                    placement.placed.register = (components / REGISTER_COMPONENTS as u64) as u32;
                    placement.placed.component = (components % REGISTER_COMPONENTS as u64) as u32;
                    components = components.saturating_add(placement.dense_components());
                    // The run is one rectangle. If it does not fit, the error names its last varying.
                    last = varying;
                }
            });
        });
        if components == 0 {
            return Ok(());
        }
        let rectangle = Rectangle {
            columns: REGISTER_COMPONENTS,
            rows: components.div_ceil(REGISTER_COMPONENTS as u64),
        };
        let origin = attempt!(self.grid.place(last, rectangle, interpolation));
        each!(varying, 0..self.varyings.len(), {
            if self.is_in_run(varying, only, interpolation) {
                self.placements[varying].placed.register += origin.register;
            }
        });
        Ok(())
    }

    /// Whether a varying is dense, has one of those interpolations, and belongs to the run of `interpolation`.
    const fn is_in_run(&self, number: usize, only: u32, interpolation: Interpolation) -> bool {
        let varying = self.varyings[number];
        matches!(self.placements[number].orientation, Orientation::Dense)
            && is_meant(varying, only)
            && self.run_of(varying.interpolation()) as u32 == interpolation as u32
    }

    /// The interpolation that stands for the run of dense varyings that `interpolation` belongs to: the first of
    /// all that may be beside each other.
    const fn run_of(&self, interpolation: Interpolation) -> Interpolation {
        let is_apart =
            matches!(interpolation, Interpolation::Flat) && !self.sharing.flat_beside_interpolated;
        if is_apart || !self.sharing.smooth_beside_noperspective {
            interpolation
        } else {
            Interpolation::Smooth
        }
    }
}
