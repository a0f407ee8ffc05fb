//! Slots: varyings as a driver has them once its compiler has lowered inputs and outputs.

use mali_varyings::{Error, MemoryLayout, Slot, Slots};

use crate::abi::arguments::{Input, arguments};
use crate::abi::failure::Failure;
use crate::abi::growth::{Growing, growing};
use crate::abi::list::List;
use crate::abi::status::{MALI_INST_NO_ELEMENT, mali_inst_error, mali_inst_status};
use crate::enums::{self, mali_inst_arch};
use crate::varyings::declaration::{base_type, mali_inst_base_type};
use crate::varyings::linkage::{Linked, driver, mali_inst_driver, mali_inst_linkage};
use crate::varyings::memory::MALI_INST_MAX_SLOTS;

/// A location that one stage accesses. Several stores or loads of one location are one slot. All fields may be 0,
/// except `bits` and `components`; integers that the fragment stage reads must be flat.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_slot {
    /// The location, 0 to 63: Mesa's `gl_varying_slot`. 0 is the position, 12 the point size; the locations of the
    /// application begin at 32.
    pub location: u8,
    /// The number by which the stage's instructions name the slot, and the number of its descriptor: NIR's base. The
    /// slots of a stage are in the order of their indices, which may have gaps.
    pub index: u8,
    /// The number of bits of a component in memory, 16 or 32.
    pub bits: u8,
    /// The first component that is accessed, 0 to 3.
    pub component: u8,
    /// The number of components from there on, at least 1.
    pub components: u8,
    /// Not 0 if the fragment stage reads the slot without interpolation.
    pub is_flat: u8,
    /// Not 0 if only transform feedback reads what the vertex stage stores: NIR's `no_varying`.
    pub is_only_captured: u8,
    /// Zeros, for fields of later versions.
    pub reserved: [u8; 1],
    /// The kind of the components.
    pub base_type: mali_inst_base_type,
}

growing! {
    mali_inst_slot: a;
}

impl mali_inst_slot {
    fn convert(&self, number: usize) -> Result<Slot, Failure> {
        self.check("slots", Some(number))?;
        let base_type = base_type(self.base_type, number)?;
        let mut slot = Slot::new(self.location, self.index, base_type, self.components);
        slot.bits = self.bits;
        slot.component = self.component;
        slot.is_flat = self.is_flat != 0;
        slot.is_only_captured = self.is_only_captured != 0;
        Ok(slot)
    }
}

type Converted = List<Slot, MALI_INST_MAX_SLOTS>;

/// The slots of a stage. `first` is the number of its first slot among all that the caller gives.
fn convert<'list>(
    list: &'list mut Converted,
    slots: Input<'_, mali_inst_slot>,
    first: usize,
) -> Result<&'list [Slot], Failure> {
    list.fill(slots.slice()?, slots.name(), |number, slot| {
        slot.convert(first + number)
    })
}

/// An error of inputs. `first` is the number of the first input among all slots that the caller gives.
const fn of_inputs(error: Error, first: usize) -> Error {
    match error {
        Error::InvalidSlot { slot, problem } => Error::InvalidSlot {
            slot: first + slot,
            problem,
        },
        error => error,
    }
}

/// Places what the vertex stage stores, as Mesa of 2026 does: the first of two steps, when a driver compiles that
/// stage. `offsets`, of the same length, gets the offset of each output from the beginning of a vertex's section, in
/// bytes: `MALI_INST_NO_ELEMENT` for one that is not there, as the position. `section_bytes` gets the section's size.
///
/// In an error, `element` is an output.
///
/// # Errors
///
/// `MALI_INST_ERROR_TOO_MANY` for more than `MALI_INST_MAX_SLOTS`, `MALI_INST_ERROR_SLOT`.
///
/// # Safety
///
/// The outputs may be read, as many offsets, `section_bytes` and `error` may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_slots_place(
    outputs: *const mali_inst_slot,
    output_count: usize,
    offsets: *mut u32,
    section_bytes: *mut u32,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { outputs[output_count], offsets[output_count], section_bytes, error });
    error.status_of(|| {
        let mut list = Converted::new();
        let outputs = convert(&mut list, outputs, 0)?;
        let layout = MemoryLayout::place(outputs)?;
        let offsets = offsets.slice()?;
        for (offset, output) in offsets.iter_mut().zip(outputs) {
            let placed = layout.offset(output.location);
            let placed = placed.filter(|_| !output.is_only_captured);
            offset.write(placed.unwrap_or(MALI_INST_NO_ELEMENT));
        }
        section_bytes.write(layout.bytes())
    })
}

/// Links the slots of two stages for a driver and an architecture: the second step, when a driver knows both.
/// `is_layout_known` is not 0 if the fragment stage was compiled with these outputs, and so can have their offsets.
/// `mali_inst_linkage_init_slots` is the same for a `mali_inst_linkage`, whose size it knows. All functions of a
/// linkage take the result, in which no slot is of a declaration.
///
/// After an error, `linkage` is unchanged, or all functions refuse it. In an error, `element` is a slot: the fragment
/// stage's inputs are counted on after the vertex stage's outputs. A slot of a built-in variable that the driver does
/// not support is `MALI_INST_ERROR_SLOT` with the variable's name in the message, and without an `element`.
///
/// # Errors
///
/// `MALI_INST_ERROR_SIZE` if `linkage_size`, the size of the memory, is less than `mali_inst_linkage_size()`; the
/// errors of `mali_inst_slots_place`, also for the inputs, and `MALI_INST_ERROR_DRIVER_ARCH`.
///
/// # Safety
///
/// The outputs and the inputs may be read, `linkage` and `error` may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_linkage_init_slots_sized(
    linkage: *mut mali_inst_linkage,
    linkage_size: usize,
    driver: mali_inst_driver,
    arch: mali_inst_arch,
    outputs: *const mali_inst_slot,
    output_count: usize,
    inputs: *const mali_inst_slot,
    input_count: usize,
    is_layout_known: u32,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { linkage[linkage_size], outputs[output_count], inputs[input_count], error });
    error.status_of(|| {
        let ((driver, version), arch) = (self::driver(driver)?, enums::arch(arch)?);
        let (mut written, mut read) = (Converted::new(), Converted::new());
        let outputs = convert(&mut written, outputs, 0)?;
        let first = outputs.len();
        let inputs = convert(&mut read, inputs, first)?;
        let link = |linked: &mut Linked| {
            linked.layout = MemoryLayout::place(outputs)?;
            let placed = linked.layout.place_in_mesa(version, driver, arch, inputs);
            placed.map_err(|error| of_inputs(error, first))?;
            linked.inputs = Slots::new(inputs)?;
            linked.set_target(driver, arch, is_layout_known != 0)
        };
        linkage.fill(link)
    })
}
