//! Draws of a pipeline that is a constant: words that `mali-instancing gen` made from a manifest.

use mali_instancing::draw::{BufferRange, DrawCounts, DrawError, Pipeline, StateWords, Tables};

use crate::abi::cause::Cause;
use crate::abi::failure::Failure;
use crate::abi::pointers;
use crate::abi::status::{mali_inst_error, mali_inst_status};
use crate::draws::call::mali_inst_draw_call;
use crate::draws::tables::{CheckedPipeline, DrawTables, mali_inst_buffer_range, mali_inst_tables};

/// Writes both tables of a draw of a pipeline that is a constant: words that `mali-instancing gen` made from a
/// `[[vertex_input]]` without `vertices`, and checked. It does the same as `mali_inst_draw_write`, without a
/// `mali_inst_vertex_input`. `words` must be initialised here, too.
///
/// # Errors
///
/// `MALI_INST_ERROR_UNINITIALISED` for words that are not such a constant, or are one of another version of
/// `mali-instancing`, and the errors of `mali_inst_draw_write`.
///
/// # Safety
///
/// As many words of `input` may be read, and the call and the ranges; as many words may be written, and `tables` and
/// `error`. What is written overlaps nothing else. `tables` and `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_vertex_input_write(
    input: *const u32,
    input_words: usize,
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
    // SAFETY: as many may be read, which `# Safety` requires.
    let state = unsafe { pointers::slice(input, input_words, "input") }.and_then(|input| {
        StateWords::new(input).ok_or(Failure::from(Cause::NoConstant {
            argument: "input".into(),
        }))
    });
    // SAFETY: `# Safety` of this function requires the same.
    unsafe { draw.write(state, error) }
}

impl CheckedPipeline for StateWords<'_> {
    #[inline]
    fn pipeline(&self) -> Pipeline {
        StateWords::pipeline(self)
    }

    #[inline]
    fn ranges_needed(&self) -> usize {
        self.buffers()
    }

    #[inline]
    fn words_needed(&self) -> usize {
        StateWords::words_needed(self)
    }

    #[inline]
    fn write(
        &self,
        counts: &DrawCounts,
        ranges: &[BufferRange],
        words: &mut [u32],
    ) -> Result<Tables, DrawError> {
        StateWords::write(self, counts, ranges, words)
    }
}
