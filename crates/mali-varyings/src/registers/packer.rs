//! The standard packer: it places one varying after the other where the standard does.

use super::explicit::place_explicit;
use super::grid::row_mask;
use super::order::{Order, Precedence};
use super::placement::Placement;
use super::rectangle::{Matrices, Rectangle};
use super::sharing::Sharing;
use super::target::RegisterTarget;
use crate::declaration::Varying;
use crate::error::Error;
use crate::limits::{MAX_VARYINGS, REGISTER_COMPONENTS};

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

/// Places the varyings with a location, then every other varying, those of more columns first and among them those
/// that the order says. There are as many placements as varyings, and the target is valid.
pub(super) const fn place(
    varyings: &[Varying],
    target: RegisterTarget,
    placements: &mut [Placement],
    explicit: Matrices,
    precedence: Precedence,
) -> Result<(), Error> {
    each!(number, 0..varyings.len(), {
        let element = Rectangle::of_element(varyings[number], Matrices::Square);
        placements[number] = Placement::column(varyings[number], element);
    });
    let sharing = Sharing::of(target.rules);
    let placed = place_explicit(varyings, target.registers, sharing, explicit);
    let mut grid = attempt!(placed);
    let order = Order::new(varyings, Matrices::Square, precedence);
    // Wide varyings come first, as in the standard's list of types: narrow ones fit into what these leave of a row.
    each!(less, 0..REGISTER_COMPONENTS, {
        let columns = REGISTER_COMPONENTS - less;
        each!(position, 0..varyings.len(), {
            let number = order.varying(position);
            let (varying, placement) = (varyings[number], &mut placements[number]);
            let rectangle = placement.rectangle();
            // Those with a location have their place already, from `Placement::column`.
            if rectangle.columns == columns && varying.location().is_none() {
                let origin = attempt!(grid.place(number, rectangle, varying.interpolation()));
                placement.register = origin.register;
                placement.component = origin.component;
            }
        });
    });
    Ok(())
}

/// The number of registers that hold anything.
pub(super) const fn registers_used(placements: &[Placement]) -> u32 {
    let mut rows = 0;
    each!(number, 0..placements.len(), {
        let placement = &placements[number];
        // Varyings share registers, so rows are united and not added.
        rows |= row_mask(placement.register, placement.rows() as u64);
    });
    rows.count_ones()
}
