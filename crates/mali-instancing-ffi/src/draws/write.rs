//! Both tables of a draw.

use mali_instancing::draw::{BufferRange, DrawError, StateWords};

use crate::abi::cause::Cause;
use crate::abi::failure::{Failure, finish};
use crate::abi::pointers;
use crate::abi::status::{mali_inst_error, mali_inst_status};
use crate::draws::call::mali_inst_draw_call;
use crate::draws::tables::{mali_inst_buffer_range, mali_inst_tables};

/// The pipeline of words from C.
///
/// # Safety
///
/// As for [`pointers::slice`].
#[inline]
unsafe fn pipeline<'a>(input: *const u32, input_words: usize) -> Result<StateWords<'a>, Failure> {
    // SAFETY: words in rows are words, rows are aligned as words are, these rows are not longer than the words, and
    // `# Safety` of this function requires the rest.
    let rows = unsafe { pointers::slice(input.cast::<[u32; 8]>(), input_words / 8, "input") }?;
    StateWords::new(rows).ok_or(Failure::from(Cause::NoPipeline {
        argument: "input".into(),
    }))
}

/// Writes both tables of a draw: the table of buffers, and after it the table of attributes. `tables`, which may be null,
/// gets their lengths and the padded vertex count, for `padded_vertices` of the call of `mali_inst_draw_job_words`. With
/// `MALI_INST_LAYOUT_FIXED`, and from V9 on, the lengths are those of `mali_inst_vertex_input_init`.
///
/// `input` is a pipeline: words that `mali_inst_vertex_input_init` made, or a constant that `mali-instancing gen` made
/// from a `[[vertex_input]]` without `vertices`.
///
/// Give a range for each buffer, and as many words as `mali_inst_vertex_input_init` returned. Where ranges are parts of
/// buffers, such as copies for one draw, `first_elements` has for each the element of its buffer that it begins with.
/// The draw must not read the elements before. It may be null, for zeros. `words` must be initialised. Words after the
/// tables may be overwritten. After an error, the contents of all words are unspecified.
///
/// # Errors
///
/// `MALI_INST_ERROR_UNINITIALISED` for words that are not a pipeline's, or are one's of another version of
/// `mali-instancing`; for the call `MALI_INST_ERROR_VERTEX_COUNT`, `MALI_INST_ERROR_PADDED_VERTICES` and
/// `MALI_INST_ERROR_INSTANCE_COUNT`, on V4 to V7 only; for lengths `MALI_INST_ERROR_BUFFER_COUNT` and
/// `MALI_INST_ERROR_OUTPUT_TOO_SMALL`; for a buffer `MALI_INST_ERROR_DIVISOR`, `MALI_INST_ERROR_ADDRESS_RANGE` and
/// `MALI_INST_ERROR_BUFFER_SIZE`; for an attribute `MALI_INST_ERROR_OFFSET` and `MALI_INST_ERROR_INSTANCE_ID`.
///
/// # Safety
///
/// As many words of `input`, ranges and first elements may be read, and the call; as many words may be written, and
/// `tables` and `error`. What is written overlaps nothing else. `first_elements`, `tables` and `error` may be null.
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
    tables: *mut mali_inst_tables,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    let run = || {
        // SAFETY: as many may be read, which `# Safety` requires.
        let state = unsafe { pipeline(input, input_words) }?;
        // SAFETY: it may be read, which `# Safety` requires.
        let call = unsafe { pointers::reference(call, "call") }?;
        let counts = call.counts(|| state.pipeline())?;
        // Lengths first: a length that fits a pipeline fits memory.
        let (given, needed) = (range_count, state.buffers());
        if given != needed {
            return Err(Failure::from(DrawError::BufferCount { given, needed }));
        }
        let (given, needed) = (word_count, state.words_needed());
        if given < needed {
            return Err(Failure::from(DrawError::OutputTooSmall { given, needed }));
        }
        let ranges = ranges.cast::<BufferRange>();
        // SAFETY: the core's ranges have the same layout, and `# Safety` requires that as many may be read.
        let ranges = unsafe { pointers::slice(ranges, range_count, "ranges") }?;
        let first_elements = if first_elements.is_null() {
            &[]
        } else {
            // SAFETY: `# Safety` requires that as many may be read.
            unsafe { pointers::slice(first_elements, range_count, "first_elements") }?
        };
        // SAFETY: `# Safety` requires that at least this number of words may be written and is initialised.
        let words = unsafe { pointers::slice_mut(words, needed, "words") }?;
        let written = state.write_from(&counts, ranges, first_elements, words)?;
        if !tables.is_null() {
            // SAFETY: it may be written, which `# Safety` requires.
            unsafe { pointers::output(tables, "tables") }?.write(mali_inst_tables::new(&written));
        }
        Ok(())
    };
    // SAFETY: it may be written, which `# Safety` requires, and nothing else of the caller is borrowed here.
    finish(run(), unsafe { pointers::optional(error) })
}
