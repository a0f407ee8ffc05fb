//! Both tables of a draw.

use mali_instancing::draw::{BufferRange, DrawCounts, DrawError, StateWords, Tables};

use crate::abi::failure::{Failure, finish};
use crate::abi::growth;
use crate::abi::pointers;
use crate::abi::status::{mali_inst_error, mali_inst_status};
use crate::draws::call::mali_inst_draw_call;
use crate::draws::tables::{mali_inst_buffer_range, mali_inst_tables};
use crate::draws::vertex_input::state;

/// The arguments of a draw.
#[derive(Clone, Copy)]
struct Draw {
    input: *const u32,
    input_words: usize,
    call: *const mali_inst_draw_call,
    ranges: *const mali_inst_buffer_range,
    first_elements: *const u32,
    range_count: usize,
    words: *mut u32,
    word_count: usize,
}

impl Draw {
    /// Writes both tables in a way of the state's.
    ///
    /// # Safety
    ///
    /// That of [`mali_inst_draw_write`].
    #[expect(
        clippy::inline_always,
        reason = "a draw makes nothing of the cause of its failure, which the compiler leaves out then"
    )]
    #[inline(always)]
    unsafe fn write<'a>(
        self,
        write: impl FnOnce(
            &StateWords<'a>,
            &DrawCounts,
            &[BufferRange],
            &[u32],
            &mut [u32],
        ) -> Result<Tables, DrawError>,
    ) -> Result<mali_inst_tables, Failure> {
        // SAFETY: an input of the call.
        let state = unsafe { state(self.input, self.input_words) }?;
        // SAFETY: an input of the call.
        let call = unsafe { growth::structure(self.call, "call") }?;
        let counts = call.counts()?;
        // Lengths first: a length that fits a pipeline fits memory.
        let (given, needed) = (self.range_count, state.buffers());
        if given != needed {
            return Err(DrawError::BufferCount { given, needed }.into());
        }
        let (given, words_needed) = (self.word_count, state.words_needed());
        if given < words_needed {
            let needed = words_needed;
            return Err(DrawError::OutputTooSmall { given, needed }.into());
        }
        let ranges = self.ranges.cast::<BufferRange>();
        // SAFETY: an input of the call; the core's ranges have the same layout, and there are as many.
        let ranges = unsafe { pointers::slice(ranges, needed, "ranges") }?;
        let first_elements = if self.first_elements.is_null() {
            &[]
        } else {
            // SAFETY: an input of the call, with an element for each range.
            unsafe { pointers::slice(self.first_elements, needed, "first_elements") }?
        };
        // SAFETY: an output of the call, which has at least as many words, all initialised.
        let words = unsafe { pointers::slice_mut(self.words, words_needed, "words") }?;
        let written = write(&state, &counts, ranges, first_elements, words)?;
        Ok(mali_inst_tables::written(&written))
    }
}

/// Writes both tables of a draw, the table of buffers and after it the table of attributes, and returns their lengths
/// and the padded vertex count, for `padded_vertices` of the call of `mali_inst_draw_job_words`. With
/// `MALI_INST_LAYOUT_FIXED`, and from V9 on, the lengths are those of `mali_inst_vertex_input_init`. After an error
/// `is_written` is 0, and `mali_inst_draw_error` returns the error.
///
/// `input` is a pipeline: words that `mali_inst_vertex_input_init` made, or a constant that `mali-instancing gen` made
/// from a `[[vertex_input]]` without `vertices`.
///
/// Give a range for each buffer, and as many words as `mali_inst_vertex_input_init` returned. Where ranges are parts of
/// buffers, such as copies for one draw, `first_elements` has for each the element of its buffer that it begins with.
/// The draw must not read the elements before. It may be null, for zeros. `words` must be initialised. No word of it is
/// read, and words after the tables may be overwritten. After an error, the contents of all words are unspecified.
///
/// # Safety
///
/// As many words of `input`, ranges and first elements may be read, and the call; as many words may be written, and
/// overlap nothing else. `first_elements` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_draw_write(
    input: *const u32,
    input_words: usize,
    call: *const mali_inst_draw_call,
    ranges: *const mali_inst_buffer_range,
    first_elements: *const u32,
    range_count: usize,
    words: *mut u32,
    word_count: usize,
) -> mali_inst_tables {
    let draw = Draw {
        input,
        input_words,
        call,
        ranges,
        first_elements,
        range_count,
        words,
        word_count,
    };
    // SAFETY: `# Safety` of this function requires the same.
    unsafe { draw.write(StateWords::write_from) }.unwrap_or(mali_inst_tables::NONE)
}

/// Takes the arguments with which `mali_inst_draw_write` failed, and returns the error. For a draw that can be written
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
    input: *const u32,
    input_words: usize,
    call: *const mali_inst_draw_call,
    ranges: *const mali_inst_buffer_range,
    first_elements: *const u32,
    range_count: usize,
    words: *mut u32,
    word_count: usize,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    let draw = Draw {
        input,
        input_words,
        call,
        ranges,
        first_elements,
        range_count,
        words,
        word_count,
    };
    // SAFETY: `# Safety` of this function requires the same.
    let written = unsafe { draw.write(StateWords::write_exactly) }.map(|_| ());
    // SAFETY: an output of the call, and nothing is borrowed any more.
    finish(written, unsafe { pointers::optional(error) })
}
