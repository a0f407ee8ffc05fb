//! The memory of a vertex's varyings.

use mali_varyings::{Slot, VaryingAccess};

use crate::abi::failure::finish;
use crate::abi::opaque;
use crate::abi::pointers::{self, Listing};
use crate::abi::status::{MALI_INST_NO_ELEMENT, mali_inst_error, mali_inst_status};
use crate::enums::{self, mali_inst_arch};
use crate::format::{self, mali_inst_format};
use crate::varyings::linkage::{Linked, mali_inst_linkage};

/// The way in which the fragment stage finds a varying: one of `MALI_INST_ACCESS_*`.
pub type mali_inst_access = u32;

/// It reads nothing there, or nothing is stored there.
pub const MALI_INST_ACCESS_NONE: mali_inst_access = 0;
/// Through a descriptor: `LD_VAR`.
pub const MALI_INST_ACCESS_DESCRIPTOR: mali_inst_access = 1;
/// By the offset and the format, which its instructions contain: `LD_VAR_BUF`. V9 and later.
pub const MALI_INST_ACCESS_BAKED: mali_inst_access = 2;

/// The largest number of slots of a linkage: one for each location.
pub const MALI_INST_MAX_SLOTS: usize = 32;

/// The varyings at one location: up to four components of one type.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_varying_slot {
    /// The location.
    pub location: u32,
    /// The number of its descriptor in the vertex stage's table, which V4 to V7 have; `MALI_INST_NO_ELEMENT` if it is
    /// not stored.
    pub vertex_index: u32,
    /// The number of its descriptor in the fragment stage's table, if there is one; `MALI_INST_NO_ELEMENT` if the stage
    /// does not read it.
    pub fragment_index: u32,
    /// Its offset from the beginning of a vertex's section, in bytes; `MALI_INST_NO_ELEMENT` if it is not stored.
    pub offset: u32,
    /// The number of bytes that it takes; 0 if it is not stored.
    pub bytes: u32,
    /// The format that the vertex stage writes; 0 if it is not stored.
    pub format: mali_inst_format,
    /// The format that the fragment stage reads, with its own base type; 0 if it is not stored or not read.
    pub read_format: mali_inst_format,
    /// The way in which the fragment stage finds it.
    pub access: mali_inst_access,
}

pub(crate) fn format_of(slot: Option<Slot>) -> mali_inst_format {
    let format = slot.and_then(Slot::format);
    format.map_or(0, format::number)
}

pub(crate) fn access_number(access: Option<VaryingAccess>) -> mali_inst_access {
    match access {
        None => MALI_INST_ACCESS_NONE,
        Some(VaryingAccess::Descriptors) => MALI_INST_ACCESS_DESCRIPTOR,
        Some(VaryingAccess::Baked) => MALI_INST_ACCESS_BAKED,
    }
}

/// The slots of both stages, in the order of their locations, and their number: `found`, which can be more than
/// `capacity`. At most `capacity` are written.
///
/// # Errors
///
/// `MALI_INST_ERROR_DRIVER_ARCH` for a driver that does not support the architecture.
///
/// # Safety
///
/// `linkage` may be read: it is zeros, or `mali_inst_linkage_init` filled it. `capacity` slots, `found` and `error` may
/// be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_linkage_slots(
    linkage: *const mali_inst_linkage,
    arch: mali_inst_arch,
    slots: *mut mali_inst_varying_slot,
    capacity: usize,
    found: *mut usize,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    let run = || {
        // SAFETY: an input of the call, and its tag tells whether it was made.
        let linked: &Linked = unsafe { opaque::get(linkage, "linkage") }?;
        let linkage = &linked.linkage;
        let arch = enums::arch(arch)?;
        // SAFETY: an output of the call.
        let mut list = unsafe { Listing::new(slots, capacity, found, "slots") }?;
        let inputs = linkage.inputs(arch);
        let descriptors = linked.descriptors(arch, inputs.as_slice())?;
        for location in 0..MALI_INST_MAX_SLOTS as u32 {
            let is_written = linkage.producer().slot(location).is_some();
            let own = u32::from(Slot::VAR0) + location;
            let input = inputs.as_slice().iter();
            let input = input
                .copied()
                .find(|input| u32::from(input.location) == own);
            if !is_written && input.is_none() {
                continue;
            }
            let stored = linkage.stored(location);
            let read_as = input.and_then(|input| descriptors.read_as(input.index.into()));
            let access = input.and_then(|input| descriptors.access(input.index.into()));
            let index =
                |slot: Option<Slot>| slot.map_or(MALI_INST_NO_ELEMENT, |slot| slot.index.into());
            list.push(|| mali_inst_varying_slot {
                location,
                vertex_index: index(stored),
                fragment_index: index(input),
                offset: linkage.offset(location).unwrap_or(MALI_INST_NO_ELEMENT),
                bytes: stored.map_or(0, Slot::bytes),
                format: format_of(stored),
                read_format: format_of(read_as),
                access: access_number(access),
            });
        }
        Ok(())
    };
    // SAFETY: an output of the call, and `run` has given back what it borrowed.
    finish(run(), unsafe { pointers::optional(error) })
}
