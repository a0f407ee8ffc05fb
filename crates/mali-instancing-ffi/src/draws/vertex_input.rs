//! Both tables of a draw.

use core::mem::MaybeUninit;

use mali_instancing::draw::{
    AttributeSource, BufferRange, DrawCounts, DrawError, Pipeline, Tables, VertexAttribute,
    VertexBuffer, VertexInputState,
};

use crate::abi::failure::{Failure, finish};
use crate::abi::opaque::{self, Opaque};
use crate::abi::pointers::{self, List};
use crate::abi::status::{mali_inst_error, mali_inst_status};
use crate::draws::call::{mali_inst_draw_call, mali_inst_target};
use crate::draws::tables::{
    CheckedPipeline, DrawTables, MALI_INST_MAX_BUFFERS, mali_inst_buffer_range, mali_inst_tables,
};
use crate::enums::{self, mali_inst_rate};
use crate::format::{format, mali_inst_format};

/// The largest number of attributes of a call.
pub const MALI_INST_MAX_ATTRIBUTES: usize = 32;

/// A buffer of a draw: Vulkan's `VkVertexInputBindingDescription` with its divisor.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_vertex_buffer {
    /// The distance between elements, in bytes.
    pub stride: u32,
    /// The rate at which elements follow each other.
    pub rate: mali_inst_rate,
    /// With `MALI_INST_RATE_INSTANCE`, the number of instances that share an element, at least 1. Not used otherwise.
    pub divisor: u32,
    /// The element that the buffer begins with: 0, unless it is a copy of part of another buffer.
    pub first_element: u32,
}

/// The source of an attribute's value: one of `MALI_INST_SOURCE_*`.
pub type mali_inst_source = u32;

/// A buffer of the draw.
pub const MALI_INST_SOURCE_BUFFER: mali_inst_source = 0;

/// The vertex's number, from 0. V4 and V5 only.
pub const MALI_INST_SOURCE_VERTEX_ID: mali_inst_source = 1;

/// The instance's number, from 0. V4 and V5 only.
pub const MALI_INST_SOURCE_INSTANCE_ID: mali_inst_source = 2;

/// An attribute of a draw: Vulkan's `VkVertexInputAttributeDescription`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_vertex_attribute {
    /// The source of its value.
    pub source: mali_inst_source,
    /// With `MALI_INST_SOURCE_BUFFER`, the number of the buffer, from 0. Not used otherwise.
    pub buffer: u32,
    /// The format of its bytes.
    pub format: mali_inst_format,
    /// Its offset in the element, in bytes.
    pub offset: u32,
}

impl mali_inst_vertex_buffer {
    #[inline]
    pub(crate) fn convert(&self, number: usize) -> Result<VertexBuffer, Failure> {
        Ok(VertexBuffer {
            stride: self.stride,
            rate: enums::rate(self.rate, self.divisor, number)?,
            size: None,
            first_element: self.first_element,
        })
    }
}

/// The source of the attribute `element`.
#[inline]
pub(crate) fn attribute_source(
    source: mali_inst_source,
    buffer: u32,
    element: usize,
) -> Result<AttributeSource, Failure> {
    Ok(match source {
        MALI_INST_SOURCE_BUFFER => AttributeSource::Buffer(buffer as usize),
        MALI_INST_SOURCE_VERTEX_ID => AttributeSource::VertexId,
        MALI_INST_SOURCE_INSTANCE_ID => AttributeSource::InstanceId,
        _ => {
            return Err(Failure::value(
                "source",
                Some(element),
                source,
                "MALI_INST_SOURCE_*, 0 to 2,",
            ));
        }
    })
}

impl mali_inst_vertex_attribute {
    #[inline]
    pub(crate) fn convert(&self, number: usize) -> Result<VertexAttribute, Failure> {
        Ok(VertexAttribute {
            source: attribute_source(self.source, self.buffer, number)?,
            format: format(self.format, number)?,
            offset: self.offset,
        })
    }
}

/// The size of a `mali_inst_vertex_input`, in units of eight bytes.
pub const MALI_INST_VERTEX_INPUT_WORDS: usize = 304;

/// The buffers and attributes of a pipeline, checked once: they do not change from draw to draw.
///
/// It is in the caller's memory, and `mali_inst_vertex_input_init` fills it. It may be copied, and needs no clean-up.
#[repr(C)]
pub struct mali_inst_vertex_input {
    /// Private to the library.
    pub opaque: [MaybeUninit<u64>; MALI_INST_VERTEX_INPUT_WORDS],
}

/// The contents of a `mali_inst_vertex_input`.
type VertexInput = VertexInputState<MALI_INST_MAX_BUFFERS, MALI_INST_MAX_ATTRIBUTES>;

impl Opaque for VertexInput {
    type Structure = mali_inst_vertex_input;
    const STATE: u64 = 0x6d61_6c69_2d69_6e70;
}

/// Checks the buffers and attributes of a pipeline, for the draws that use them, and returns the lengths of their tables.
/// If these depend on the counts of a draw, the largest lengths. `input_size` is `sizeof *input`.
///
/// # Errors
///
/// `MALI_INST_ERROR_SIZE`; `MALI_INST_ERROR_TOO_MANY` for more than `MALI_INST_MAX_BUFFERS` or
/// `MALI_INST_MAX_ATTRIBUTES`; for the target `MALI_INST_ERROR_IDVS_ARCH`, `MALI_INST_ERROR_TABLE` and
/// `MALI_INST_ERROR_RESERVED`; for a buffer `MALI_INST_ERROR_ZERO_DIVISOR`; for an attribute
/// `MALI_INST_ERROR_UNKNOWN_BUFFER`, `MALI_INST_ERROR_FORMAT` and `MALI_INST_ERROR_BUILT_IN_ID`.
///
/// # Safety
///
/// `target`, the buffers and the attributes may be read, `input`, `tables` and `error` may be written. `error` may be
/// null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_vertex_input_init(
    input: *mut mali_inst_vertex_input,
    input_size: usize,
    target: *const mali_inst_target,
    buffers: *const mali_inst_vertex_buffer,
    buffer_count: usize,
    attributes: *const mali_inst_vertex_attribute,
    attribute_count: usize,
    tables: *mut mali_inst_tables,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    let run = || {
        // SAFETY: it may be read, which `# Safety` requires.
        let pipeline = unsafe { pointers::reference(target, "target") }?.pipeline()?;
        // SAFETY: as many may be read, which `# Safety` requires.
        let buffers = unsafe { pointers::slice(buffers, buffer_count, "buffers") }?;
        // SAFETY: as many may be read, which `# Safety` requires.
        let attributes = unsafe { pointers::slice(attributes, attribute_count, "attributes") }?;
        let mut converted: List<_, MALI_INST_MAX_BUFFERS> = List::new();
        let buffers =
            converted.fill(buffers, "buffers", |number, buffer| buffer.convert(number))?;
        let mut converted: List<_, MALI_INST_MAX_ATTRIBUTES> = List::new();
        let attributes = converted.fill(attributes, "attributes", |number, attribute| {
            attribute.convert(number)
        })?;
        // SAFETY: it may be written, which `# Safety` requires.
        let tables = unsafe { pointers::output(tables, "tables") }?;
        let mut state = VertexInput::empty();
        state.set(pipeline, buffers, attributes)?;
        tables.write(mali_inst_tables::new(&state.tables_needed()));
        // SAFETY: it may be written, which `# Safety` requires.
        unsafe { opaque::put(input, input_size, state, "input") }
    };
    // SAFETY: it may be written, which `# Safety` requires, and nothing else of the caller is borrowed here.
    finish(run(), unsafe { pointers::optional(error) })
}

/// Writes both tables of a draw: the table of buffers, and after it the table of attributes. `tables`, which may be null,
/// gets their lengths. With `MALI_INST_LAYOUT_FIXED`, and from V9 on, these are those of `mali_inst_vertex_input_init`.
///
/// Give a range for each buffer, and as many words as `mali_inst_vertex_input_init` returned. `words` must be
/// initialised. Words after the tables may be overwritten. After an error, the contents of all words are unspecified.
///
/// # Errors
///
/// For the call `MALI_INST_ERROR_VERTEX_COUNT`, `MALI_INST_ERROR_PADDED_VERTICES` and
/// `MALI_INST_ERROR_INSTANCE_COUNT`, on V4 to V7 only; for lengths `MALI_INST_ERROR_BUFFER_COUNT` and
/// `MALI_INST_ERROR_OUTPUT_TOO_SMALL`; for a buffer `MALI_INST_ERROR_DIVISOR`, `MALI_INST_ERROR_ADDRESS_RANGE` and
/// `MALI_INST_ERROR_BUFFER_SIZE`; for an attribute `MALI_INST_ERROR_OFFSET` and `MALI_INST_ERROR_INSTANCE_ID`.
///
/// # Safety
///
/// `input`, `call` and the ranges may be read, as many words may be written, and `tables` and `error`. What is written
/// overlaps nothing else. `tables` and `error` may be null. `input` is zeros, or `mali_inst_vertex_input_init` filled
/// it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_draw_write(
    input: *const mali_inst_vertex_input,
    call: *const mali_inst_draw_call,
    ranges: *const mali_inst_buffer_range,
    range_count: usize,
    words: *mut u32,
    word_count: usize,
    tables: *mut mali_inst_tables,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    let draw = DrawTables {
        call,
        ranges,
        range_count,
        words,
        word_count,
        tables,
    };
    // SAFETY: it may be read and was filled, which `# Safety` requires.
    let input: Result<&VertexInput, _> = unsafe { opaque::get(input, "input") };
    // SAFETY: `# Safety` of this function requires the same.
    unsafe { draw.write(input, error) }
}

impl CheckedPipeline for &VertexInput {
    #[inline]
    fn pipeline(&self) -> Pipeline {
        VertexInput::pipeline(self)
    }

    #[inline]
    fn ranges_needed(&self) -> usize {
        self.buffers().len()
    }

    #[inline]
    fn words_needed(&self) -> usize {
        VertexInput::words_needed(self)
    }

    #[inline]
    fn write(
        &self,
        counts: &DrawCounts,
        ranges: &[BufferRange],
        words: &mut [u32],
    ) -> Result<Tables, DrawError> {
        VertexInput::write(self, counts, ranges, words)
    }
}
