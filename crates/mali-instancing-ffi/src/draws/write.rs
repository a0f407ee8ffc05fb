//! Both tables of a draw.

use mali_instancing::draw::{BufferRange, DrawCounts, DrawError, StateWords, Tables};

use crate::abi::arguments::{Input, arguments};
use crate::abi::failure::Failure;
use crate::abi::growth::{Growing, growing};
use crate::abi::status::{mali_inst_error, mali_inst_status};
use crate::draws::call::mali_inst_draw_call;
use crate::draws::tables::{mali_inst_buffer_range, mali_inst_tables, of_core};
use crate::draws::vertex_input::state;

/// A draw of a pipeline, and the memory of its tables. All fields may be 0, except those of `call`, `input` and
/// `input_words`, and for a pipeline with buffers or attributes the ranges and the words. A driver can keep one, and set
/// the fields that change.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_draw {
    /// The pipeline: words that `mali_inst_vertex_input_init` made, or a constant that `mali-instancing gen` made from a
    /// `[[vertex_input]]` without `vertices`.
    pub input: *const u32,
    /// The number of words of `input`, at least those of the pipeline.
    pub input_words: usize,
    /// A range for each buffer of the pipeline.
    pub ranges: *const mali_inst_buffer_range,
    /// Null, or where ranges are parts of buffers, such as copies for one draw, the element of its buffer that each range
    /// begins with. The draw must not read the elements before.
    pub first_elements: *const u32,
    /// The number of ranges, and of first elements if there are any.
    pub range_count: usize,
    /// The memory of both tables. It must be initialised. No word of it is read, and words after the tables may be
    /// overwritten.
    pub words: *mut u32,
    /// The number of words, at least those that `mali_inst_vertex_input_init` returned.
    pub word_count: usize,
    /// The counts.
    pub call: mali_inst_draw_call,
    /// Zeros, for fields of later versions.
    pub reserved: [u64; 2],
}

growing! {
    mali_inst_draw: a b;
}

/// The arguments of a draw, checked.
struct Arguments<'a> {
    state: StateWords<'a>,
    counts: DrawCounts,
    ranges: &'a [BufferRange],
    first_elements: &'a [u32],
    words: &'a mut [u32],
}

/// Checks the arguments of a draw.
// Of two copies, that of a draw makes nothing of the cause of a failure, which the compiler leaves out then: 75
// instructions less. A library without texts is for small memory, and has one copy: some 200 bytes less.
#[cfg_attr(
    feature = "texts",
    expect(clippy::inline_always, reason = "75 instructions of 840"),
    inline(always)
)]
fn checked(draw: Input<'_, mali_inst_draw>) -> Result<Arguments<'_>, Failure> {
    let draw = draw.structure()?;
    draw.call.check("call", None)?;
    arguments!(unsafe in draw {
        input[draw.input_words],
        ranges[draw.range_count],
        first_elements[draw.range_count],
        words[draw.word_count]
    });
    let state = state(input)?;
    let counts = draw.call.counts()?;
    // Lengths first: a length that fits a pipeline fits memory.
    let (given, needed) = (ranges.length(), state.buffers());
    if given != needed {
        return Err(DrawError::BufferCount { given, needed }.into());
    }
    let (given, needed) = (words.length(), state.words_needed());
    if given < needed {
        return Err(DrawError::OutputTooSmall { given, needed }.into());
    }
    let words = words.first(needed)?.initialised()?;
    let ranges = of_core(ranges).slice()?;
    let first_elements = match first_elements.if_any() {
        None => &[],
        Some(first_elements) => first_elements.first(state.buffers())?.slice()?,
    };
    Ok(Arguments {
        state,
        counts,
        ranges,
        first_elements,
        words,
    })
}

/// Writes both tables of a draw, the table of buffers and after it the table of attributes, and returns their lengths
/// and the padded vertex count, for `padded_vertices` of the call of `mali_inst_draw_job_words`. With
/// `MALI_INST_LAYOUT_FIXED`, and from V9 on, the lengths are those of `mali_inst_vertex_input_init`. After an error
/// `is_written` is 0, the contents of all words are unspecified, and `mali_inst_draw_error` returns the error.
///
/// # Safety
///
/// `draw` may be read, and as many words of `input`, ranges and first elements as it says; as many words may be written,
/// and overlap nothing else. `first_elements` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_draw_write(draw: *const mali_inst_draw) -> mali_inst_tables {
    arguments!(unsafe { draw });
    let quick = if StateWords::HAS_QUICK_WAY {
        checked(draw).ok().and_then(|draw| {
            let Arguments { ranges, words, .. } = draw;
            draw.state
                .write_quickly(&draw.counts, ranges, draw.first_elements, words)
        })
    } else {
        None
    };
    let written = quick.or_else(|| write_exactly(draw).ok());
    written.map_or(mali_inst_tables::NONE, |tables| {
        mali_inst_tables::written(&tables)
    })
}

/// Writes a draw that is wrong or rare. It looks at the arguments again, so that other draws need not keep them.
#[cold]
#[inline(never)]
fn write_exactly(draw: Input<'_, mali_inst_draw>) -> Result<Tables, Failure> {
    let draw = checked(draw)?;
    let Arguments { ranges, words, .. } = draw;
    Ok(draw
        .state
        .write_exactly(&draw.counts, ranges, draw.first_elements, words)?)
}

/// Takes the draw with which `mali_inst_draw_write` failed, and returns the error. For a draw that can be written
/// it returns `MALI_INST_OK`. It writes the words again.
///
/// # Errors
///
/// `MALI_INST_ERROR_UNINITIALISED` for words that are not a pipeline's, or are one's of another version of
/// `mali-instancing`; for the call `MALI_INST_ERROR_VERTEX_COUNT`, `MALI_INST_ERROR_INSTANCE_COUNT` and
/// `MALI_INST_ERROR_PADDED_VERTICES`, from V9 on only for a `padded_vertices` that is not a padded count; for
/// lengths `MALI_INST_ERROR_BUFFER_COUNT` and `MALI_INST_ERROR_OUTPUT_TOO_SMALL`; for a buffer
/// `MALI_INST_ERROR_MISSING_BUFFER_SIZE`, `MALI_INST_ERROR_DIVISOR`, `MALI_INST_ERROR_ADDRESS_RANGE` and
/// `MALI_INST_ERROR_BUFFER_SIZE`; for an attribute `MALI_INST_ERROR_OFFSET` and `MALI_INST_ERROR_INSTANCE_ID`.
///
/// # Safety
///
/// That of `mali_inst_draw_write`, and `error` may be written. It may be null.
#[cold]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_draw_error(
    draw: *const mali_inst_draw,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { draw, error });
    error.status_of(|| write_exactly(draw).map(|_| ()))
}
