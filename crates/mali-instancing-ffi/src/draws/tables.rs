//! The tables of a draw, whatever its pipeline is kept as.

use mali_instancing::draw::{BufferRange, DrawCounts, DrawError, Tables};

use crate::abi::failure::Failure;
use crate::abi::pointers::{self, List};
use crate::draws::call::mali_inst_draw_call;
use crate::draws::vertex_input::{MALI_INST_MAX_BUFFERS, mali_inst_buffer_range, mali_inst_tables};

/// What C gives of a draw, and where its tables go.
pub(crate) struct GivenDraw {
    pub(crate) call: *const mali_inst_draw_call,
    pub(crate) ranges: *const mali_inst_buffer_range,
    pub(crate) range_count: usize,
    pub(crate) words: *mut u32,
    pub(crate) word_count: usize,
    /// Null where nobody asks.
    pub(crate) tables: *mut mali_inst_tables,
}

/// What a pipeline needs.
#[derive(Clone, Copy)]
pub(crate) struct Lengths {
    pub(crate) buffers: usize,
    pub(crate) words: usize,
}

impl GivenDraw {
    /// Has the tables written.
    ///
    /// # Safety
    ///
    /// The call and the ranges may be read, and as many words may be written, which are initialised, and the tables.
    #[inline]
    pub(crate) unsafe fn write(
        self,
        lengths: Lengths,
        write: impl FnOnce(&DrawCounts, &[BufferRange], &mut [u32]) -> Result<Tables, DrawError>,
    ) -> Result<(), Failure> {
        // SAFETY: the caller lets it be read.
        let counts = unsafe { pointers::reference(self.call, "call") }?.counts()?;
        // Lengths first: what is no larger than a list is no larger than memory.
        let (given, needed) = (self.range_count, lengths.buffers);
        if given != needed {
            return Err(Failure::from(DrawError::BufferCount { given, needed }));
        }
        let (given, needed) = (self.word_count, lengths.words);
        if given < needed {
            return Err(Failure::from(DrawError::OutputTooSmall { given, needed }));
        }
        // SAFETY: the caller lets as many be read.
        let ranges = unsafe { pointers::slice(self.ranges, self.range_count, "ranges") }?;
        // SAFETY: the caller lets more or as many be written, and has initialised them.
        let words = unsafe { pointers::slice_mut(self.words, needed, "words") }?;
        let mut converted: List<_, MALI_INST_MAX_BUFFERS> = List::new();
        let ranges = converted.fill(ranges, "ranges", |_, range| Ok(range.convert()))?;
        let written = write(&counts, ranges, words)?;
        if !self.tables.is_null() {
            // SAFETY: the caller lets it be written.
            unsafe { pointers::output(self.tables, "tables") }?
                .write(mali_inst_tables::new(&written));
        }
        Ok(())
    }
}
