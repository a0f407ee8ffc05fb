//! The descriptors, buffers and sizes of linked stages.

use mali_instancing::descriptor::BufferAddress;
use mali_varyings::{FifoFormat, Stage, VaryingBuffer, VaryingDescriptors};

use crate::abi::arguments::arguments;
use crate::abi::cause::Cause;
use crate::abi::failure::Failure;
use crate::abi::growth::{Growing, growing};
use crate::abi::status::{mali_inst_error, mali_inst_status};
use crate::abi::values::values;
use crate::draws::call::{draw_call, mali_inst_draw_call, mali_inst_target};
use crate::varyings::linkage::{Linked, mali_inst_linkage, mali_inst_stage, stage};

/// The built-in outputs that the hardware passes from the vertex to the fragment stage: one of `MALI_INST_FIFO_*`.
pub type mali_inst_fifo_format = u32;

values! {
    mali_inst_fifo_format written for FifoFormat by fifo_format;
    /// Only the position.
    MALI_INST_FIFO_BASIC = 0 => Basic;
    /// The position, the point size, the layer, the viewport and the primitive ID.
    MALI_INST_FIFO_EXTENDED = 1 => Extended;
}

/// The sizes of linked stages.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_varying_sizes {
    /// The number of bytes of a vertex's section: the varyings that are stored. From V9 on it is the attribute
    /// stride, from V10 on also the register `VARY_SIZE`.
    pub section_bytes: u32,
    /// The length of the vertex stage's table of descriptors, in words; 0 from V9 on.
    pub vertex_words: u32,
    /// The length of the fragment stage's table of descriptors, in words. From V9 on it is 0 if all offsets are
    /// baked.
    pub fragment_words: u32,
    /// The number of bytes that a vertex takes in a packet; 0 on V4 to V7.
    pub packet_stride: u32,
    /// The `Allocation` word of V9's job; 0 on all others.
    pub allocation: u32,
    /// The FIFO format of draws of points, and of all draws in several views. V9 and later.
    pub points_fifo_format: mali_inst_fifo_format,
    /// The FIFO format of draws of other primitives in one view. V9 and later.
    pub fifo_format: mali_inst_fifo_format,
}

impl mali_inst_varying_sizes {
    fn new(descriptors: &VaryingDescriptors<'_>, section_bytes: u32) -> Self {
        let packets = descriptors.in_packets();
        let fifo = |draws_points| match packets {
            Some(packets) => fifo_format(&packets.fifo_format(draws_points, false)),
            None => MALI_INST_FIFO_BASIC,
        };
        let allocation = packets.and_then(|packets| packets.allocation());
        Self {
            section_bytes,
            vertex_words: descriptors.words(Stage::Vertex),
            fragment_words: descriptors.words(Stage::Fragment),
            packet_stride: packets.map_or(0, |packets| packets.packet_stride()),
            allocation: allocation.unwrap_or_default(),
            points_fifo_format: fifo(true),
            fifo_format: fifo(false),
        }
    }
}

/// The sizes of linked stages.
///
/// # Safety
///
/// `linkage` may be read, `sizes` and `error` may be written. `error` may be null. `linkage` is zeros, or was filled
/// by a function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_linkage_sizes(
    linkage: *const mali_inst_linkage,
    sizes: *mut mali_inst_varying_sizes,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { linkage, sizes, error });
    error.status_of(|| {
        let linked: &Linked = linkage.value()?;
        let found = mali_inst_varying_sizes::new(&linked.descriptors()?, linked.layout.bytes());
        sizes.write(found)
    })
}

/// Writes the table of a stage's descriptors. `mali_inst_linkage_sizes` returns its length, `mali_inst_linkage_slots`
/// the number of each descriptor. The words of a number that no slot has are zeros.
///
/// The descriptors of declarations are in the order of Mesa's locations, which its drivers use: that of the position,
/// of the point size, of varyings. On V4 and V5 the fragment stage's begin with those of `gl_FragCoord`,
/// `gl_FrontFacing` and `gl_PointCoord`. Each is there if the stage uses it. Those of slots have the slots' own
/// indices.
///
/// # Errors
///
/// `MALI_INST_ERROR_OUTPUT_TOO_SMALL`.
///
/// # Safety
///
/// `linkage` may be read, `word_count` words, which are initialised, and `error` may be written.
/// `error` may be null. `linkage` is zeros, or was filled by a function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_linkage_descriptors(
    linkage: *const mali_inst_linkage,
    stage: mali_inst_stage,
    words: *mut u32,
    word_count: usize,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { linkage, words[word_count], error });
    error.status_of(|| {
        let linked: &Linked = linkage.value()?;
        let (descriptors, stage) = (linked.descriptors()?, self::stage(stage)?);
        let needed = descriptors.words(stage) as usize;
        let words = words.first(needed)?.initialised()?;
        descriptors.write(stage, words);
        Ok(())
    })
}

/// The number of buffers of varyings in memory: the section's, that of positions, and that of point sizes.
pub const MALI_INST_VARYING_BUFFERS: usize = 3;

/// The number of words of the table of varyings' buffers, with the special buffers of V4 and V5 and the null
/// terminator of V6 and V7.
pub const MALI_INST_VARYING_TABLE_WORDS: usize = 24;

/// A buffer of varyings on V4 to V7, with an element for each thread of a draw.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_varying_buffer {
    /// The GPU's address, a multiple of 64. `mali_inst_linkage_buffers` sets it to 0.
    pub address: u64,
    /// The distance between elements, in bytes; 0 if there is no such buffer.
    pub stride: u32,
    /// The size of the buffer in bytes.
    pub size: u32,
    /// Zeros, for fields of later versions.
    pub reserved: [u32; 2],
}

growing! {
    mali_inst_varying_buffer: a b;
}

/// The sizes of the buffers that a draw writes varyings to, on V4 to V7: `MALI_INST_VARYING_BUFFERS` of them. The
/// threads that padding adds have elements too.
///
/// # Errors
///
/// `MALI_INST_ERROR_ATTRIBUTE_BUFFER_ARCH` from V9 on, and `MALI_INST_ERROR_VALUE` for a target of another
/// architecture than the linkage's; for the call `MALI_INST_ERROR_VERTEX_COUNT`, `MALI_INST_ERROR_INSTANCE_COUNT`,
/// `MALI_INST_ERROR_PADDED_VERTICES`, `MALI_INST_ERROR_IDVS_ARCH` and `MALI_INST_ERROR_UNKNOWN_INSTANCES`;
/// `MALI_INST_ERROR_BUFFER_SIZE`.
///
/// # Safety
///
/// `linkage`, `target` and `call` may be read, `MALI_INST_VARYING_BUFFERS` buffers and `error` may be
/// written. `error` may be null. `linkage` is zeros, or was filled by a function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_linkage_buffers(
    linkage: *const mali_inst_linkage,
    target: *const mali_inst_target,
    call: *const mali_inst_draw_call,
    buffers: *mut mali_inst_varying_buffer,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { linkage, target, call, buffers[MALI_INST_VARYING_BUFFERS], error });
    error.status_of(|| {
        let linked: &Linked = linkage.value()?;
        let varyings = linked.in_buffers()?;
        let (pipeline, counts) = draw_call(target, call)?;
        if pipeline.arch != linked.arch {
            let allowed = "the architecture of the linkage";
            return Err(Failure::value("arch", None, pipeline.arch as u32, allowed));
        }
        let outputs = buffers.slice()?;
        for (output, buffer) in outputs
            .iter_mut()
            .zip(varyings.buffers(&pipeline, &counts)?)
        {
            output.write(mali_inst_varying_buffer {
                address: 0,
                stride: buffer.stride,
                size: buffer.size,
                reserved: [0; 2],
            });
        }
        Ok(())
    })
}

/// Writes the table of varyings' buffers of V4 to V7, which both stages share: `MALI_INST_VARYING_TABLE_WORDS` words.
/// On V4 and V5 it has the special buffers of `gl_PointCoord`, `gl_FrontFacing` and `gl_FragCoord`, the slots 25, 24
/// and 0 of the fragment stage. `buffers` are those of `mali_inst_linkage_buffers`, with their addresses.
///
/// # Errors
///
/// `MALI_INST_ERROR_ATTRIBUTE_BUFFER_ARCH` from V9 on; for a buffer `MALI_INST_ERROR_MISALIGNED_ADDRESS` and
/// `MALI_INST_ERROR_ADDRESS_RANGE`; `MALI_INST_ERROR_OUTPUT_TOO_SMALL`.
///
/// # Safety
///
/// `linkage` and `MALI_INST_VARYING_BUFFERS` buffers may be read, `word_count` words, which are
/// initialised, and `error` may be written. `error` may be null. `linkage` is zeros, or was filled by a function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_linkage_table(
    linkage: *const mali_inst_linkage,
    buffers: *const mali_inst_varying_buffer,
    words: *mut u32,
    word_count: usize,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { linkage, buffers[MALI_INST_VARYING_BUFFERS], words[word_count], error });
    error.status_of(|| {
        let linked: &Linked = linkage.value()?;
        let varyings = linked.in_buffers()?;
        let given = buffers.slice()?;
        let mut buffers = [VaryingBuffer::default(); MALI_INST_VARYING_BUFFERS];
        let mut addresses = [BufferAddress::NULL; MALI_INST_VARYING_BUFFERS];
        for (number, given) in given.iter().enumerate() {
            given.check("buffers", Some(number))?;
            let error = |error| Cause::VaryingBuffer { error, number };
            addresses[number] = BufferAddress::new(given.address).map_err(error)?;
            buffers[number] = VaryingBuffer {
                stride: given.stride,
                size: given.size,
            };
        }
        words
            .first(MALI_INST_VARYING_TABLE_WORDS)?
            .initialised()?
            .copy_from_slice(&varyings.table(&buffers, &addresses));
        Ok(())
    })
}
