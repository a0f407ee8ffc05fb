//! The buffers and attributes of a pipeline.

use mali_instancing::draw::{
    AttributeSource, DrawError, StateWords, VertexAttribute, VertexBuffer,
};

use crate::abi::arguments::{Input, arguments};
use crate::abi::cause::Cause;
use crate::abi::failure::Failure;
use crate::abi::growth::{Growing, growing};
use crate::abi::list::List;
use crate::abi::status::{mali_inst_error, mali_inst_status};
use crate::draws::call::mali_inst_target;
use crate::draws::tables::{
    MALI_INST_MAX_BUFFERS, mali_inst_buffer_range, mali_inst_tables, of_core,
};
use crate::enums::{self, mali_inst_arch, mali_inst_rate};
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
    /// Zeros, for fields of later versions.
    pub reserved: [u32; 5],
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
    /// Zeros, for fields of later versions.
    pub reserved: [u32; 4],
}

growing! {
    mali_inst_vertex_buffer: a b c d e;
    mali_inst_vertex_attribute: a b c d;
}

impl mali_inst_vertex_buffer {
    #[inline]
    pub(crate) fn convert(&self, number: usize) -> Result<VertexBuffer, Failure> {
        self.check("buffers", Some(number))?;
        let rate = enums::rate(self.rate, self.divisor, number)?;
        Ok(VertexBuffer::new(self.stride, rate))
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
        self.check("attributes", Some(number))?;
        Ok(VertexAttribute {
            source: attribute_source(self.source, self.buffer, number)?,
            format: format(self.format, number)?,
            offset: self.offset,
        })
    }
}

/// The length of a pipeline for `mali_inst_vertex_input_init`, in words: what the macro
/// `MALI_INST_VERTEX_INPUT_WORDS` is, for other languages than C. It is 0 for an unknown architecture and for more than
/// `MALI_INST_MAX_BUFFERS` or `MALI_INST_MAX_ATTRIBUTES`.
#[unsafe(no_mangle)]
pub extern "C" fn mali_inst_vertex_input_words(
    arch: mali_inst_arch,
    buffer_count: usize,
    attribute_count: usize,
) -> usize {
    match enums::arch(arch) {
        Ok(arch)
            if buffer_count <= MALI_INST_MAX_BUFFERS
                && attribute_count <= MALI_INST_MAX_ATTRIBUTES =>
        {
            8 * StateWords::rows_needed(arch, buffer_count, attribute_count)
        }
        _ => 0,
    }
}

/// The pipeline in words that [`mali_inst_vertex_input_init`] or the generator made.
#[inline]
pub(crate) fn state(input: Input<'_, u32>) -> Result<StateWords<'_>, Failure> {
    let length = input.length() / 8;
    // SAFETY: rows are aligned as words are, and these are not longer.
    let rows = unsafe { input.cast::<[u32; 8]>(length) }.slice()?;
    StateWords::new(rows).ok_or_else(|| {
        Failure::from(Cause::NoPipeline {
            argument: "input".into(),
        })
    })
}

/// Checks that the ranges of a draw are aligned for the attributes in them: the addresses and, with `bound_strides`, the
/// strides. A Mali converts elements wrongly that are not aligned to their components, or to their size in packed
/// formats.
///
/// `mali_inst_draw_write` does not check this, since ranges change less often than draws: call this where the
/// application binds its buffers. A misaligned buffer has to be copied. `input` is a pipeline, as for
/// `mali_inst_draw_write`.
///
/// # Errors
///
/// `MALI_INST_ERROR_ELEMENT_ALIGNMENT` for the first range that is not aligned, `MALI_INST_ERROR_BUFFER_COUNT`, and
/// `MALI_INST_ERROR_UNINITIALISED` for words that are not a pipeline's.
///
/// # Safety
///
/// As many words of `input` and as many ranges may be read, and `error` may be written. It may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_check_ranges(
    input: *const u32,
    input_words: usize,
    ranges: *const mali_inst_buffer_range,
    range_count: usize,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { input[input_words], ranges[range_count], error });
    error.status_of(|| {
        let state = state(input)?;
        // A length that fits a pipeline fits memory.
        let (given, needed) = (ranges.length(), state.buffers());
        if given != needed {
            return Err(DrawError::BufferCount { given, needed }.into());
        }
        Ok(state.check_ranges(of_core(ranges).slice()?)?)
    })
}

/// Checks the buffers and attributes of a pipeline, for the draws that use them, and returns the lengths of their
/// tables. If these depend on the counts of a draw, the largest lengths. `input` is memory for the pipeline, of at
/// least `MALI_INST_VERTEX_INPUT_WORDS` words. It may be copied, and needs no clean-up.
///
/// # Errors
///
/// `MALI_INST_ERROR_OUTPUT_TOO_SMALL` for `input_words`; `MALI_INST_ERROR_TOO_MANY` for more than
/// `MALI_INST_MAX_BUFFERS` or `MALI_INST_MAX_ATTRIBUTES`; for the target `MALI_INST_ERROR_IDVS_ARCH`,
/// `MALI_INST_ERROR_TABLE`, `MALI_INST_ERROR_RESERVED` and `MALI_INST_ERROR_UNUSED`; for a buffer
/// `MALI_INST_ERROR_ZERO_DIVISOR` and, for its stride, `MALI_INST_ERROR_ELEMENT_ALIGNMENT`; for an attribute
/// `MALI_INST_ERROR_UNKNOWN_BUFFER`, `MALI_INST_ERROR_FORMAT`, `MALI_INST_ERROR_BUILT_IN_ID` and, for its offset,
/// `MALI_INST_ERROR_ELEMENT_ALIGNMENT`.
///
/// # Safety
///
/// `target`, the buffers and the attributes may be read; as many words of `input` may be written, and `tables` and
/// `error`. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_vertex_input_init(
    input: *mut u32,
    input_words: usize,
    target: *const mali_inst_target,
    buffers: *const mali_inst_vertex_buffer,
    buffer_count: usize,
    attributes: *const mali_inst_vertex_attribute,
    attribute_count: usize,
    tables: *mut mali_inst_tables,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe {
        input[input_words], target, buffers[buffer_count], attributes[attribute_count], tables, error
    });
    error.status_of(|| {
        let target = target.structure()?;
        let pipeline = target.pipeline()?;
        let (buffers, attributes) = (buffers.slice()?, attributes.slice()?);
        let mut converted: List<_, MALI_INST_MAX_BUFFERS> = List::new();
        let buffers =
            converted.fill(buffers, "buffers", |number, buffer| buffer.convert(number))?;
        let mut converted: List<_, MALI_INST_MAX_ATTRIBUTES> = List::new();
        let attributes = converted.fill(attributes, "attributes", |number, attribute| {
            attribute.convert(number)
        })?;
        let tables = tables.get()?;
        let rows_needed = StateWords::rows_needed(pipeline.arch, buffers.len(), attributes.len());
        let (given, needed) = (input.length(), 8 * rows_needed);
        if given < needed {
            return Err(Failure::from(DrawError::OutputTooSmall { given, needed }));
        }
        // SAFETY: rows are aligned as words are, and these are not longer.
        let rows = unsafe { input.cast::<[u32; 8]>(rows_needed) }.zeros()?;
        StateWords::pack(pipeline, buffers, attributes, rows)?;
        // `pack` has written these rows, so they are always a state.
        if let Some(state) = StateWords::new(rows) {
            tables.write(mali_inst_tables::needed(&state.tables_needed()));
        }
        Ok(())
    })
}
