//! Slots: varyings as a driver has them once its compiler has lowered inputs and outputs.

use mali_instancing::Arch;
use mali_varyings::{AttributeBufferVaryings, Error, MemoryLayout, Slot, VaryingDescriptors};

use crate::abi::failure::{Failure, finish};
use crate::abi::growth::{Growing, growing};
use crate::abi::pointers::{self, List};
use crate::abi::status::{MALI_INST_NO_ELEMENT, mali_inst_error, mali_inst_status};
use crate::draws::call::{draw_call, mali_inst_draw_call, mali_inst_target};
use crate::enums::{self, mali_inst_arch};
use crate::format::mali_inst_format;
use crate::varyings::declaration::{base_type, mali_inst_base_type};
use crate::varyings::descriptors::{
    mali_inst_varying_buffer, mali_inst_varying_sizes, write, write_buffers, write_table,
};
use crate::varyings::linkage::{driver, mali_inst_driver, mali_inst_stage};
use crate::varyings::memory::{access_number, format_of, mali_inst_access};

/// The largest number of slots of a stage.
pub const MALI_INST_MAX_STAGE_SLOTS: usize = 64;

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

/// An input of the fragment stage.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_slot_input {
    /// The offset of its location from the beginning of a vertex's section, in bytes; `MALI_INST_NO_ELEMENT` if it is
    /// not read from there.
    pub offset: u32,
    /// The format of its descriptor or of its instructions; 0 if it is not read from there.
    pub format: mali_inst_format,
    /// The way in which the fragment stage finds it.
    pub access: mali_inst_access,
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

type Slots = List<Slot, MALI_INST_MAX_STAGE_SLOTS>;

/// The slots of a stage. `first` is the number of its first slot among all that the caller gives.
///
/// # Safety
///
/// As for [`pointers::slice`].
unsafe fn convert<'a>(
    list: &'a mut Slots,
    slots: *const mali_inst_slot,
    count: usize,
    argument: &'static str,
    first: usize,
) -> Result<&'a [Slot], Failure> {
    // SAFETY: `# Safety` of this function requires the same.
    let slots = unsafe { pointers::slice(slots, count, argument) }?;
    list.fill(slots, argument, |number, slot| slot.convert(first + number))
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

/// The slots of two stages, and what links them.
struct Stages {
    driver: mali_inst_driver,
    arch: mali_inst_arch,
    outputs: *const mali_inst_slot,
    output_count: usize,
    inputs: *const mali_inst_slot,
    input_count: usize,
    is_layout_known: u32,
}

impl Stages {
    /// Links the stages, and passes on the layout, the inputs and the descriptors.
    ///
    /// # Safety
    ///
    /// As for [`pointers::slice`], for the outputs and for the inputs.
    unsafe fn link(
        self,
        pass: impl FnOnce(&MemoryLayout, &[Slot], &VaryingDescriptors<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let (mut written, mut read) = (Slots::new(), Slots::new());
        // SAFETY: `# Safety` of this function requires the same.
        let outputs =
            unsafe { convert(&mut written, self.outputs, self.output_count, "outputs", 0) }?;
        let first = outputs.len();
        // SAFETY: `# Safety` of this function requires the same.
        let inputs = unsafe { convert(&mut read, self.inputs, self.input_count, "inputs", first) }?;
        let ((driver, version), arch) = (driver(self.driver)?, enums::arch(self.arch)?);
        let mut layout = MemoryLayout::place(outputs)?;
        let placed = layout.place_in_mesa(version, driver, arch, inputs);
        placed.map_err(|error| of_inputs(error, first))?;
        let is_known = self.is_layout_known != 0;
        let descriptors = VaryingDescriptors::link(driver, arch, &layout, inputs, is_known)?;
        pass(&layout, inputs, &descriptors)
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
/// `MALI_INST_ERROR_TOO_MANY` for more than `MALI_INST_MAX_STAGE_SLOTS`, `MALI_INST_ERROR_SLOT`.
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
    let run = || {
        let mut list = Slots::new();
        // SAFETY: an input of the call.
        let outputs = unsafe { convert(&mut list, outputs, output_count, "outputs", 0) }?;
        let layout = MemoryLayout::place(outputs)?;
        // SAFETY: an output of the call.
        let offsets = unsafe { pointers::outputs(offsets, output_count, "offsets") }?;
        for (offset, output) in offsets.iter_mut().zip(outputs) {
            let placed = layout.offset(output.location);
            let placed = placed.filter(|_| !output.is_only_captured);
            offset.write(placed.unwrap_or(MALI_INST_NO_ELEMENT));
        }
        // SAFETY: an output of the call.
        unsafe { pointers::output(section_bytes, "section_bytes") }?.write(layout.bytes());
        Ok(())
    };
    // SAFETY: an output of the call, and `run` has given back what it borrowed.
    finish(run(), unsafe { pointers::optional(error) })
}

/// Links the slots of two stages: the second step, when a driver knows both. `sizes` gets the sizes, and `found`, of
/// the length of the inputs, gets how each input is read. `is_layout_known` is not 0 if the fragment stage was compiled
/// with these outputs, and so can have their offsets.
///
/// In an error, `element` is a slot: the fragment stage's inputs are counted on after the vertex stage's outputs. A
/// slot of a built-in variable that the driver does not support is `MALI_INST_ERROR_SLOT` with the variable's name in
/// the message, and without an `element`.
///
/// # Errors
///
/// The errors of `mali_inst_slots_place`, also for the inputs, and `MALI_INST_ERROR_DRIVER_ARCH`.
///
/// # Safety
///
/// The outputs and the inputs may be read, `sizes`, as many of `found` as inputs, and `error` may be written. `error`
/// may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_slots_link(
    driver: mali_inst_driver,
    arch: mali_inst_arch,
    outputs: *const mali_inst_slot,
    output_count: usize,
    inputs: *const mali_inst_slot,
    input_count: usize,
    is_layout_known: u32,
    sizes: *mut mali_inst_varying_sizes,
    found: *mut mali_inst_slot_input,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    let stages = Stages {
        driver,
        arch,
        outputs,
        output_count,
        inputs,
        input_count,
        is_layout_known,
    };
    let pass = |layout: &MemoryLayout, inputs: &[Slot], linked: &VaryingDescriptors<'_>| {
        // SAFETY: an output of the call.
        unsafe { pointers::output(sizes, "sizes") }?
            .write(mali_inst_varying_sizes::new(linked, layout.bytes()));
        // SAFETY: an output of the call.
        let found = unsafe { pointers::outputs(found, input_count, "found") }?;
        for (found, input) in found.iter_mut().zip(inputs) {
            let offset = layout.input_offset(input.location);
            found.write(mali_inst_slot_input {
                offset: offset.unwrap_or(MALI_INST_NO_ELEMENT),
                format: format_of(linked.read_as(input.index.into())),
                access: access_number(linked.access(input.index.into())),
            });
        }
        Ok(())
    };
    // SAFETY: an input of the call.
    let result = unsafe { stages.link(pass) };
    // SAFETY: an output of the call, and nothing is borrowed any more.
    finish(result, unsafe { pointers::optional(error) })
}

/// Writes the table of a stage's descriptors. `mali_inst_slots_link` returns its length. The number of a
/// descriptor is the index of its slot; the words of a number that no slot has are zeros. In an error, `element` is as
/// `mali_inst_slots_link` has it.
///
/// # Errors
///
/// The errors of `mali_inst_slots_link`, and `MALI_INST_ERROR_OUTPUT_TOO_SMALL`.
///
/// # Safety
///
/// The outputs and the inputs may be read, `word_count` words, which are initialised, and `error` may be written.
/// `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_slots_descriptors(
    driver: mali_inst_driver,
    arch: mali_inst_arch,
    outputs: *const mali_inst_slot,
    output_count: usize,
    inputs: *const mali_inst_slot,
    input_count: usize,
    is_layout_known: u32,
    stage: mali_inst_stage,
    words: *mut u32,
    word_count: usize,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    let stages = Stages {
        driver,
        arch,
        outputs,
        output_count,
        inputs,
        input_count,
        is_layout_known,
    };
    let pass = |_: &MemoryLayout, _: &[Slot], linked: &VaryingDescriptors<'_>| {
        // SAFETY: an output of the call, whose elements are initialised.
        unsafe { write(linked, stage, words, word_count) }
    };
    // SAFETY: an input of the call.
    let result = unsafe { stages.link(pass) };
    // SAFETY: an output of the call, and nothing is borrowed any more.
    finish(result, unsafe { pointers::optional(error) })
}

/// The varyings in attribute buffers, which V4 to V7 have.
fn in_buffers<'v, 'a>(
    linked: &'v VaryingDescriptors<'a>,
    arch: Arch,
) -> Result<&'v AttributeBufferVaryings<'a>, Failure> {
    match linked {
        VaryingDescriptors::AttributeBuffers(varyings) => Ok(varyings),
        VaryingDescriptors::Valhall(_) => {
            arch.check_attribute_buffers().map_err(Error::Draw)?;
            Err(Error::PacketArch { arch }.into())
        }
    }
}

/// The sizes of the buffers that a draw writes the varyings of slots to, on V4 to V7, as
/// `mali_inst_linkage_buffers` has those of declarations: `MALI_INST_VARYING_BUFFERS` of them. In an error, `element`
/// is as `mali_inst_slots_link` has it.
///
/// # Errors
///
/// The errors of `mali_inst_slots_link` and of `mali_inst_linkage_buffers`.
///
/// # Safety
///
/// `target`, `call`, the outputs and the inputs may be read, `MALI_INST_VARYING_BUFFERS` buffers and `error` may be
/// written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_slots_buffers(
    driver: mali_inst_driver,
    target: *const mali_inst_target,
    call: *const mali_inst_draw_call,
    outputs: *const mali_inst_slot,
    output_count: usize,
    inputs: *const mali_inst_slot,
    input_count: usize,
    buffers: *mut mali_inst_varying_buffer,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    let run = || {
        // SAFETY: inputs of the call.
        let (pipeline, counts) = unsafe { draw_call(target, call) }?;
        let arch = pipeline.arch;
        let stages = Stages {
            driver,
            arch: arch as mali_inst_arch,
            outputs,
            output_count,
            inputs,
            input_count,
            is_layout_known: 1,
        };
        let pass = |_: &MemoryLayout, _: &[Slot], linked: &VaryingDescriptors<'_>| {
            // SAFETY: an output of the call.
            unsafe { write_buffers(in_buffers(linked, arch)?, &pipeline, &counts, buffers) }
        };
        // SAFETY: an input of the call.
        unsafe { stages.link(pass) }
    };
    // SAFETY: an output of the call, and `run` has given back what it borrowed.
    finish(run(), unsafe { pointers::optional(error) })
}

/// Writes the table of varyings' buffers of V4 to V7, which both stages share, for slots:
/// `MALI_INST_VARYING_TABLE_WORDS` words, as `mali_inst_linkage_table` does for declarations. On V4 and V5 it has the
/// special buffers of the inputs at the locations 0, 24 and 25. `buffers` are those of `mali_inst_slots_buffers`, with
/// their addresses.
///
/// # Errors
///
/// The errors of `mali_inst_slots_link` and of `mali_inst_linkage_table`.
///
/// # Safety
///
/// The outputs, the inputs and `MALI_INST_VARYING_BUFFERS` buffers may be read, `word_count` words, which are
/// initialised, and `error` may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_slots_table(
    driver: mali_inst_driver,
    arch: mali_inst_arch,
    outputs: *const mali_inst_slot,
    output_count: usize,
    inputs: *const mali_inst_slot,
    input_count: usize,
    buffers: *const mali_inst_varying_buffer,
    words: *mut u32,
    word_count: usize,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    let run = || {
        let known = enums::arch(arch)?;
        let stages = Stages {
            driver,
            arch,
            outputs,
            output_count,
            inputs,
            input_count,
            is_layout_known: 1,
        };
        let pass = |_: &MemoryLayout, _: &[Slot], linked: &VaryingDescriptors<'_>| {
            // SAFETY: an input and an output of the call, whose elements are initialised.
            unsafe { write_table(in_buffers(linked, known)?, buffers, words, word_count) }
        };
        // SAFETY: an input of the call.
        unsafe { stages.link(pass) }
    };
    // SAFETY: an output of the call, and `run` has given back what it borrowed.
    finish(run(), unsafe { pointers::optional(error) })
}
