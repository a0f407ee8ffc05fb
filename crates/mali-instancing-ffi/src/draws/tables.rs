//! The tables of a draw, for both kinds of pipelines.

use mali_instancing::PaddedCount;
use mali_instancing::draw::{BufferRange, DrawCounts, DrawError, Pipeline, Tables};

use crate::abi::failure::{Failure, finish};
use crate::abi::pointers::{self, List};
use crate::abi::status::{mali_inst_error, mali_inst_status};
use crate::draws::call::mali_inst_draw_call;

/// The largest number of buffers of a call.
pub const MALI_INST_MAX_BUFFERS: usize = 32;

/// The address and the size of a buffer.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_buffer_range {
    /// The GPU's address of its first byte, of any alignment.
    pub address: u64,
    /// Its size in bytes.
    pub size: u32,
    /// Not 0 if `stride` is bound with it, as by `vkCmdBindVertexBuffers2`. Otherwise it has its buffer's stride.
    pub has_stride: u32,
    /// The distance between its elements, in bytes. Not used if `has_stride` is 0.
    pub stride: u32,
}

/// The lengths of a draw's tables. The table of attributes is right after the table of buffers.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_tables {
    /// The length of the table of buffers, in words. The GPU requires the table to be aligned to 64 bytes.
    pub buffer_words: usize,
    /// The length of the table of attributes, in words.
    pub attribute_words: usize,
    /// The number of descriptors in the table of buffers, all of them.
    pub buffer_descriptors: usize,
    /// The number of descriptors in the table of attributes, all of them.
    pub attribute_descriptors: usize,
    /// The padded vertex count of the draw; 0 if there is no draw yet, and from V9 on.
    pub padded_vertices: u32,
}

impl mali_inst_tables {
    #[inline]
    pub(crate) fn new(tables: &Tables) -> Self {
        Self {
            buffer_words: tables.buffers.len(),
            attribute_words: tables.attributes.len(),
            buffer_descriptors: tables.buffer_descriptors,
            attribute_descriptors: tables.attribute_descriptors,
            padded_vertices: tables.padded_vertices.map_or(0, PaddedCount::get),
        }
    }
}

impl mali_inst_buffer_range {
    #[inline]
    pub(crate) fn convert(&self) -> BufferRange {
        BufferRange {
            stride: (self.has_stride != 0).then_some(self.stride),
            ..BufferRange::new(self.address, self.size)
        }
    }
}

/// A pipeline that was checked.
pub(crate) trait CheckedPipeline {
    /// Its rules.
    fn pipeline(&self) -> Pipeline;

    /// The number of ranges of a draw.
    fn ranges_needed(&self) -> usize;

    /// The largest number of words of the tables.
    fn words_needed(&self) -> usize;

    /// Writes the tables.
    fn write(
        &self,
        counts: &DrawCounts,
        ranges: &[BufferRange],
        words: &mut [u32],
    ) -> Result<Tables, DrawError>;
}

/// A draw from C, and the memory for its tables.
pub(crate) struct DrawTables {
    pub(crate) call: *const mali_inst_draw_call,
    pub(crate) ranges: *const mali_inst_buffer_range,
    pub(crate) range_count: usize,
    pub(crate) words: *mut u32,
    pub(crate) word_count: usize,
    /// May be null.
    pub(crate) tables: *mut mali_inst_tables,
}

impl DrawTables {
    /// Writes the tables of a pipeline, or returns its failure.
    ///
    /// # Safety
    ///
    /// The call and `range_count` ranges may be read. `word_count` words, which are initialised, and `tables` and `error` may
    /// be written. The latter two may be null.
    #[inline]
    pub(crate) unsafe fn write(
        self,
        pipeline: Result<impl CheckedPipeline, Failure>,
        error: *mut mali_inst_error,
    ) -> mali_inst_status {
        // SAFETY: `# Safety` of this function requires the same.
        let written = pipeline.and_then(|pipeline| unsafe { self.write_tables(&pipeline) });
        // SAFETY: it may be written, which `# Safety` requires, and nothing else of the caller is borrowed here.
        finish(written, unsafe { pointers::optional(error) })
    }

    /// # Safety
    ///
    /// As for [`DrawTables::write`].
    #[inline]
    unsafe fn write_tables(self, pipeline: &impl CheckedPipeline) -> Result<(), Failure> {
        // SAFETY: it may be read, which `# Safety` requires.
        let call = unsafe { pointers::reference(self.call, "call") }?;
        let counts = call.counts(|| pipeline.pipeline())?;
        // Lengths first: a length that fits a list fits memory.
        let (given, needed) = (self.range_count, pipeline.ranges_needed());
        if given != needed {
            return Err(Failure::from(DrawError::BufferCount { given, needed }));
        }
        let (given, needed) = (self.word_count, pipeline.words_needed());
        if given < needed {
            return Err(Failure::from(DrawError::OutputTooSmall { given, needed }));
        }
        // SAFETY: `# Safety` requires that this number of elements may be read.
        let ranges = unsafe { pointers::slice(self.ranges, self.range_count, "ranges") }?;
        // SAFETY: `# Safety` requires that at least this number of words may be written and is initialised.
        let words = unsafe { pointers::slice_mut(self.words, needed, "words") }?;
        let mut converted: List<_, MALI_INST_MAX_BUFFERS> = List::new();
        let ranges = converted.fill(ranges, "ranges", |_, range| Ok(range.convert()))?;
        let written = pipeline.write(&counts, ranges, words)?;
        if !self.tables.is_null() {
            // SAFETY: it may be written, which `# Safety` requires.
            unsafe { pointers::output(self.tables, "tables") }?
                .write(mali_inst_tables::new(&written));
        }
        Ok(())
    }
}
