//! The memory of a vertex's varyings.

use mali_varyings::{Slot, VaryingAccess};

use crate::abi::arguments::arguments;
use crate::abi::status::{MALI_INST_NO_ELEMENT, mali_inst_error, mali_inst_status};
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

/// The largest number of slots of a stage and of a linkage: one for each location.
pub const MALI_INST_MAX_SLOTS: usize = 64;

/// The slot at which the locations of the application begin. Those before it are built-in variables: 0 is the
/// position, and of a fragment stage of V4 and V5 `gl_FragCoord`.
pub const MALI_INST_FIRST_APPLICATION_SLOT: u32 = 32;

/// The varying of both stages at one location: up to four components of one type.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_varying_slot {
    /// The location, 0 to 63: Mesa's `gl_varying_slot`. `MALI_INST_FIRST_APPLICATION_SLOT` and a location of the
    /// application.
    pub location: u32,
    /// The number of its descriptor in the vertex stage's table, which V4 to V7 have; `MALI_INST_NO_ELEMENT` if the
    /// stage has no slot there.
    pub vertex_index: u32,
    /// The number of its descriptor in the fragment stage's table, if there is one; `MALI_INST_NO_ELEMENT` if the
    /// stage does not read it.
    pub fragment_index: u32,
    /// Its offset from the beginning of a vertex's section, in bytes; `MALI_INST_NO_ELEMENT` if it has no place
    /// there, as the position.
    pub offset: u32,
    /// The number of bytes that it takes in the section; 0 if it is not stored there.
    pub bytes: u32,
    /// The format that the vertex stage writes there; 0 if it is not stored there.
    pub format: mali_inst_format,
    /// The format that the fragment stage reads there, with its own base type; 0 if it reads nothing there.
    pub read_format: mali_inst_format,
    /// The way in which the fragment stage finds it.
    pub access: mali_inst_access,
}

fn format_of(slot: Option<Slot>) -> mali_inst_format {
    let format = slot.and_then(Slot::format);
    format.map_or(0, format::number)
}

fn access_number(access: Option<VaryingAccess>) -> mali_inst_access {
    match access {
        None => MALI_INST_ACCESS_NONE,
        Some(VaryingAccess::Descriptors) => MALI_INST_ACCESS_DESCRIPTOR,
        Some(VaryingAccess::Baked) => MALI_INST_ACCESS_BAKED,
    }
}

/// The slots of both stages, in the order of their locations, and their number: `found`, which can be more than
/// `capacity`. At most `capacity` are written. A location that the vertex stage writes is among them even if it is
/// not stored.
///
/// # Safety
///
/// `linkage` may be read: it is zeros, or was filled by a function. `capacity` slots, `found` and `error` may be
/// written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_linkage_slots(
    linkage: *const mali_inst_linkage,
    slots: *mut mali_inst_varying_slot,
    capacity: usize,
    found: *mut usize,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { linkage, slots[capacity], found, error });
    error.status_of(|| {
        let linked: &Linked = linkage.value()?;
        let descriptors = linked.descriptors()?;
        let mut list = slots.list(found)?;
        for location in 0..MALI_INST_MAX_SLOTS as u8 {
            let of_application = u32::from(location).checked_sub(MALI_INST_FIRST_APPLICATION_SLOT);
            let is_declared = of_application
                .is_some_and(|location| linked.declared.producer.slot(location).is_some());
            let at = descriptors.at(location);
            if !is_declared && at.output.is_none() && at.input.is_none() {
                continue;
            }
            let index =
                |slot: Option<Slot>| slot.map_or(MALI_INST_NO_ELEMENT, |slot| slot.index.into());
            list.push(|| mali_inst_varying_slot {
                location: location.into(),
                vertex_index: index(at.output),
                fragment_index: index(at.input),
                offset: at.offset.unwrap_or(MALI_INST_NO_ELEMENT),
                bytes: at.stored.map_or(0, Slot::bytes),
                format: format_of(at.stored),
                read_format: format_of(at.read_as),
                access: access_number(at.access),
            });
        }
        Ok(())
    })
}
