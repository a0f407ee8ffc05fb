use super::definition::{DrawCounts, Pipeline};
use super::error::DrawError;
use super::packing::exact::Bindings;
use super::packing::layout::{MAX_BUFFERS, Tables};
use super::packing::state::head::Head;
use super::packing::state::pack::{checked_layout, pack};
use super::packing::state::parts::StateParts;
use super::packing::state::record::record_words;
use super::parts::{BufferRange, VertexAttribute, VertexBuffer};
use crate::arch::Arch;

/// A [`VertexInputState`](super::VertexInputState) as words, with any number of attributes: for a constant in C or
/// assembly, for memory of which another language knows only the length, or for a file.
///
/// [`StateWords::pack`] makes the words, in rows of eight. The first word is the version of their meaning, so that words
/// of another version of this crate are refused.
///
/// ```
/// use mali_instancing::draw::{
///     BufferRange, DrawCounts, Pipeline, StateWords, VertexAttribute, VertexBuffer,
/// };
/// use mali_instancing::{Arch, Format, InputRate};
///
/// let buffers = [VertexBuffer::new(20, InputRate::Vertex).with_size(Some(1400))];
/// let attributes = [VertexAttribute::new(0, Format::R32G32B32_SFLOAT, 0)];
/// let mut constant = vec![[0; 8]; StateWords::rows_needed(Arch::V7, 1, 1)];
/// StateWords::pack(Pipeline::new(Arch::V7), &buffers, &attributes, &mut constant)?;
///
/// let state = StateWords::new(&constant).expect("they are a state's");
/// let mut words = vec![0; state.words_needed()];
/// state.write(&DrawCounts::any_instances(70), &[BufferRange::at(0x1000_0000)], &mut words)?;
/// assert_eq!(words[..4], [0x1000_0003, 0x8300_0000, 20, 1400]);
/// # Ok::<(), mali_instancing::draw::DrawError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct StateWords<'a> {
    parts: StateParts<'a>,
}

impl<'a> StateWords<'a> {
    /// The largest number of buffers of a state.
    pub const MAX_BUFFERS: usize = MAX_BUFFERS;

    /// The number of rows of a state, for at most [`MAX_BUFFERS`](Self::MAX_BUFFERS) buffers.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing::draw::StateWords;
    ///
    /// // From V9 on a row for each buffer and for each attribute.
    /// assert_eq!(StateWords::rows_needed(Arch::V9, 2, 3), 1 + 2 + 3);
    /// // On V4 to V7 two for each buffer, and one for four attributes.
    /// assert_eq!(StateWords::rows_needed(Arch::V7, 2, 3), 1 + 2 * 2 + 1);
    /// // More than a slice can have.
    /// assert_eq!(StateWords::rows_needed(Arch::V9, 0, usize::MAX), usize::MAX);
    /// ```
    #[must_use]
    pub const fn rows_needed(arch: Arch, buffers: usize, attributes: usize) -> usize {
        // A number above this, which `pack` refuses, must not make the product below overflow.
        let buffers = if buffers < MAX_BUFFERS {
            buffers
        } else {
            MAX_BUFFERS
        };
        let has_attribute_buffers = arch.has_attribute_buffers();
        let attribute_rows = if has_attribute_buffers {
            attributes.div_ceil(4)
        } else {
            attributes
        };
        (1 + buffers * record_words(has_attribute_buffers) / 8).saturating_add(attribute_rows)
    }

    /// Packs the words of the state of a pipeline into the first [`rows_needed`](Self::rows_needed) of `rows`.
    ///
    /// # Errors
    ///
    /// Those of [`VertexInputState::new`](super::VertexInputState::new), and [`DrawError::OutputTooSmall`] for too few
    /// `rows`. Their words are unspecified then.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing::draw::{DrawError, Pipeline, StateWords};
    ///
    /// let error = StateWords::pack(Pipeline::new(Arch::V7), &[], &[], &mut []).unwrap_err();
    /// assert_eq!(error, DrawError::OutputTooSmall { given: 0, needed: 8 });
    /// ```
    pub fn pack(
        pipeline: Pipeline,
        buffers: &[VertexBuffer],
        attributes: &[VertexAttribute],
        rows: &mut [[u32; 8]],
    ) -> Result<(), DrawError> {
        let layout = checked_layout(&pipeline, buffers, attributes)?;
        let needed = Self::rows_needed(pipeline.arch, buffers.len(), attributes.len());
        let too_small = DrawError::OutputTooSmall {
            given: 8 * rows.len(),
            needed: 8 * needed,
        };
        let rows = rows.get_mut(..needed).ok_or(too_small)?;
        let (head, rows) = rows.split_first_mut().ok_or(too_small)?;
        let record_rows = record_words(pipeline.arch.has_attribute_buffers()) / 8;
        let (records, rows) = rows
            .split_at_mut_checked(record_rows * buffers.len())
            .ok_or(too_small)?;
        // On V4 to V7 four attributes share a row: the unused part of the last one is zeros, too.
        rows.fill([0; 8]);
        *head = pack(&pipeline, &layout, buffers, attributes, records, rows)?;
        Ok(())
    }

    /// The state of `rows`, which may have other rows after it. `None` if they are not a state's, or are of another
    /// version of this crate.
    ///
    /// Unchanged rows give the draws of the state that they were made from. Others give any draw, or an error.
    ///
    /// ```
    /// use mali_instancing::draw::StateWords;
    ///
    /// assert!(StateWords::new(&[[0; 8]; 8]).is_none());
    /// ```
    #[inline]
    #[must_use]
    pub fn new(rows: &'a [[u32; 8]]) -> Option<Self> {
        let (head, rows) = rows.split_first()?;
        let head = Head::checked(head)?;
        let words = record_words(head.has_attribute_buffers()) * head.buffers();
        // The head may state any numbers: here they are compared with the rows that are there.
        let (records, attributes) = rows.as_flattened().split_at_checked(words)?;
        let attributes = attributes.get(..head.attribute_words())?;
        let parts = StateParts {
            head,
            records,
            attributes,
        };
        Some(Self { parts })
    }

    /// Whether [`write_quickly`](Self::write_quickly) writes draws: not in a build that is optimized for size (`opt-level`
    /// `s` or `z`, or `--cfg mali_instancing_small` without cargo), which leaves the code of the quick way out.
    pub const HAS_QUICK_WAY: bool = StateParts::HAS_QUICK_WAY;

    /// The pipeline's rules.
    #[must_use]
    pub const fn pipeline(&self) -> Pipeline {
        self.parts.head.pipeline()
    }

    /// The number of buffers. A draw has a range for each.
    #[must_use]
    pub const fn buffers(&self) -> usize {
        self.parts.head.buffers()
    }

    /// The length of both tables, in words: at most, where it depends on the counts.
    #[must_use]
    pub const fn words_needed(&self) -> usize {
        self.parts.head.words_needed()
    }

    /// The tables of a draw at their largest length, as
    /// [`VertexInputState::tables_needed`](super::VertexInputState::tables_needed).
    #[must_use]
    pub const fn tables_needed(&self) -> Tables {
        self.parts.head.layout().tables_needed()
    }

    /// Checks that the ranges of a draw are aligned, as
    /// [`VertexInputState::check_ranges`](super::VertexInputState::check_ranges) does.
    ///
    /// # Errors
    ///
    /// Those of [`VertexInputState::check_ranges`](super::VertexInputState::check_ranges).
    ///
    /// ```
    /// use mali_instancing::draw::{BufferRange, Pipeline, StateWords, VertexAttribute, VertexBuffer};
    /// use mali_instancing::{Arch, Format, InputRate};
    ///
    /// let buffers = [VertexBuffer::new(8, InputRate::Vertex)];
    /// let attributes = [VertexAttribute::new(0, Format::R32G32_SFLOAT, 0)];
    /// let mut words = vec![[0; 8]; StateWords::rows_needed(Arch::V9, 1, 1)];
    /// StateWords::pack(Pipeline::new(Arch::V9), &buffers, &attributes, &mut words)?;
    /// let state = StateWords::new(&words).expect("they are a state's");
    /// assert!(state.check_ranges(&[BufferRange::new(0x1000_0002, 560)]).is_err());
    /// # Ok::<(), mali_instancing::draw::DrawError>(())
    /// ```
    pub fn check_ranges(&self, ranges: &[BufferRange]) -> Result<(), DrawError> {
        self.parts.check_ranges(ranges)
    }

    /// Writes both tables of a draw, as [`VertexInputState::write`](super::VertexInputState::write) does.
    ///
    /// # Errors
    ///
    /// Those of [`VertexInputState::write`](super::VertexInputState::write).
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing::draw::{DrawCounts, DrawError, Pipeline, StateWords};
    ///
    /// let mut words = [[0; 8]; StateWords::rows_needed(Arch::V9, 0, 0)];
    /// StateWords::pack(Pipeline::new(Arch::V9), &[], &[], &mut words)?;
    /// let state = StateWords::new(&words).expect("they are a state's");
    /// assert!(state.write(&DrawCounts::any_instances(70), &[], &mut []).is_ok());
    /// # Ok::<(), DrawError>(())
    /// ```
    #[inline]
    pub fn write(
        &self,
        counts: &DrawCounts,
        ranges: &[BufferRange],
        words: &mut [u32],
    ) -> Result<Tables, DrawError> {
        self.write_from(counts, ranges, &[], words)
    }

    /// Writes both tables of a draw whose ranges are parts of buffers, as
    /// [`VertexInputState::write_from`](super::VertexInputState::write_from) does.
    ///
    /// # Errors
    ///
    /// Those of [`VertexInputState::write_from`](super::VertexInputState::write_from).
    ///
    /// ```
    /// use mali_instancing::draw::{BufferRange, DrawCounts, DrawError, Pipeline, StateWords, VertexBuffer};
    /// use mali_instancing::{Arch, InputRate};
    ///
    /// let buffers = [VertexBuffer::new(8, InputRate::Vertex)];
    /// let mut words = vec![[0; 8]; StateWords::rows_needed(Arch::V9, 1, 0)];
    /// StateWords::pack(Pipeline::new(Arch::V9), &buffers, &[], &mut words)?;
    /// let state = StateWords::new(&words).expect("they are a state's");
    /// let range = BufferRange::new(0x1000_0000, 560);
    /// let error = state.write_from(&DrawCounts::any_instances(70), &[range], &[1, 2], &mut [0; 8]);
    /// assert_eq!(error, Err(DrawError::BufferCount { given: 2, needed: 1 }));
    /// # Ok::<(), DrawError>(())
    /// ```
    #[inline]
    pub fn write_from(
        &self,
        counts: &DrawCounts,
        ranges: &[BufferRange],
        first_elements: &[u32],
        words: &mut [u32],
    ) -> Result<Tables, DrawError> {
        let bindings = Bindings {
            ranges,
            first_elements,
        };
        self.parts.write(counts, bindings, words)
    }

    /// Writes the same tables in the quick way. `None` in a build without it, and for a draw that is rare or wrong, which
    /// [`write_exactly`](Self::write_exactly) writes, or finds the error of: then a caller need not keep the arguments of a
    /// draw for that, if it can find them again.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing::draw::{DrawCounts, DrawError, Pipeline, StateWords};
    ///
    /// let mut words = [[0; 8]; StateWords::rows_needed(Arch::V9, 0, 0)];
    /// StateWords::pack(Pipeline::new(Arch::V9), &[], &[], &mut words)?;
    /// let state = StateWords::new(&words).expect("they are a state's");
    /// assert!(state.write_quickly(&DrawCounts::any_instances(70), &[], &[], &mut []).is_some());
    /// assert!(state.write_quickly(&DrawCounts::any_instances(0), &[], &[], &mut []).is_none());
    /// # Ok::<(), DrawError>(())
    /// ```
    #[inline]
    pub fn write_quickly(
        &self,
        counts: &DrawCounts,
        ranges: &[BufferRange],
        first_elements: &[u32],
        words: &mut [u32],
    ) -> Option<Tables> {
        let bindings = Bindings {
            ranges,
            first_elements,
        };
        self.parts.write_quickly(counts, bindings, words)
    }

    /// Writes the same tables in the slower way that finds each error: for a draw that
    /// [`write_quickly`](Self::write_quickly) did not write.
    ///
    /// # Errors
    ///
    /// Those of [`write_from`](Self::write_from).
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing::draw::{DrawCounts, DrawError, Pipeline, StateWords};
    ///
    /// let mut words = [[0; 8]; StateWords::rows_needed(Arch::V9, 0, 0)];
    /// StateWords::pack(Pipeline::new(Arch::V9), &[], &[], &mut words)?;
    /// let state = StateWords::new(&words).expect("they are a state's");
    /// let error = state.write_exactly(&DrawCounts::any_instances(0), &[], &[], &mut []);
    /// assert!(matches!(error, Err(DrawError::Draw(_))));
    /// # Ok::<(), DrawError>(())
    /// ```
    #[inline]
    pub fn write_exactly(
        &self,
        counts: &DrawCounts,
        ranges: &[BufferRange],
        first_elements: &[u32],
        words: &mut [u32],
    ) -> Result<Tables, DrawError> {
        let bindings = Bindings {
            ranges,
            first_elements,
        };
        self.parts.write_exactly(counts, bindings, words)
    }
}
