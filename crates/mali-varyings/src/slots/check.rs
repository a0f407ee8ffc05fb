//! The slots that a stage can have.

use super::location::{
    FACE, POINT_COORD, POSITION, hardware_place, is_generic, is_midgard, is_output,
};
use super::slot::Slot;
use crate::base_type::BaseType;
use crate::error::{Error, SlotProblem};
use crate::limits::{MAX_SLOTS, REGISTER_COMPONENTS, SLOTS};
use mali_instancing::Arch;

/// Checks what the vertex stage stores, or what the fragment stage of `reader` reads.
pub(super) const fn check(slots: &[Slot], reader: Option<Arch>) -> Result<(), Error> {
    let mut taken = 0_u64;
    let mut count = 0;
    each!(number, 0..slots.len(), {
        let slot = slots[number];
        let before = if number == 0 {
            None
        } else {
            Some(slots[number - 1].index)
        };
        // After this check the location is below 64, and so a bit of `taken`.
        if let Some(problem) = problem(slot, reader, before, taken) {
            return Err(Error::InvalidSlot {
                slot: number,
                problem,
            });
        }
        taken |= 1 << slot.location;
        // A slot that is only captured has neither memory nor a descriptor.
        count += !slot.is_only_captured as usize;
    });
    if count > MAX_SLOTS {
        return Err(Error::TooManySlots {
            slots: count,
            allowed: MAX_SLOTS,
        });
    }
    Ok(())
}

/// The mistake in a slot. `before` is the index of the slot before it, `taken` the locations of all slots before it.
const fn problem(
    slot: Slot,
    reader: Option<Arch>,
    before: Option<u8>,
    taken: u64,
) -> Option<SlotProblem> {
    let Slot {
        location,
        index,
        bits,
        component,
        components,
        ..
    } = slot;
    // This check comes first, because the next one shifts by the location.
    if location as u32 >= SLOTS {
        return Some(SlotProblem::Location(location));
    }
    if taken >> location & 1 != 0 {
        return Some(SlotProblem::RepeatedLocation(location));
    }
    match before {
        Some(before) if before >= index => return Some(SlotProblem::Index { index, before }),
        _ => {}
    }
    // On V4 and V5 values that are computed for each fragment have descriptors too.
    let is_special = matches!(location, POSITION | FACE | POINT_COORD);
    match reader {
        None if !is_output(location) => return Some(SlotProblem::NotAnOutput(location)),
        // The hardware's own type counts there, whatever the fields say.
        None if hardware_place(location).is_some() => return None,
        None => {}
        Some(_) if slot.is_only_captured => return Some(SlotProblem::CapturedInput),
        Some(arch) => {
            let is_read = if is_special {
                is_midgard(arch)
            } else {
                is_generic(location)
            };
            if !is_read {
                return Some(SlotProblem::NotAnInput(location));
            }
        }
    }
    if bits != 16 && bits != 32 {
        return Some(SlotProblem::Bits(bits));
    }
    if components == 0 || slot.width() > REGISTER_COMPONENTS {
        return Some(SlotProblem::Components {
            component,
            components,
        });
    }
    // Only the fragment stage knows how a value is interpolated: `is_flat` says nothing in the vertex stage.
    let is_interpolated = reader.is_some() && !is_special && !slot.is_flat;
    if is_interpolated && !matches!(slot.base_type, BaseType::Float) {
        return Some(SlotProblem::InterpolatedInteger);
    }
    None
}
