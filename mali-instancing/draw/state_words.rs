use super::definition::{DrawCounts, Pipeline};
use super::error::DrawError;
use super::packing::layout::{Layout, MAX_BUFFERS, Tables};
use super::packing::state_packer::StatePacker;
use super::packing::state_parts::{State, StateParts};
use super::packing::template::{Head, Record, STRIDE, variants};
use super::parts::{BufferRange, VertexAttribute, VertexBuffer};
use super::table_layout::TableLayout;
use crate::arch::Arch;
use crate::divisor::Rounding;
use crate::error::Part;
use crate::padding::Padding;

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
/// let buffers = [VertexBuffer { size: Some(1400), ..VertexBuffer::new(20, InputRate::Vertex) }];
/// let attributes = [VertexAttribute::new(0, Format::R32G32B32_SFLOAT, 0)];
/// let mut constant = vec![[0; 8]; StateWords::rows_needed(Arch::V7, 1, 1)];
/// StateWords::pack(Pipeline::new(Arch::V7), &buffers, &attributes, &mut constant)?;
///
/// let state = StateWords::new(&constant).expect("they are a state's");
/// let mut words = vec![0; state.words_needed()];
/// state.write(&DrawCounts::new(70), &[BufferRange::at(0x1000_0000)], &mut words)?;
/// assert_eq!(words[..4], [0x1000_0003, 0x8300_0000, 20, 1400]);
/// # Ok::<(), mali_instancing::draw::DrawError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct StateWords<'a> {
    head: Head,
    records: &'a [Record],
    attributes: &'a [u32],
}

/// The first word, the version: `MVI2` in memory.
const VERSION: u32 = u32::from_le_bytes(*b"MVI2");
/// The largest number of attributes, so that the lengths of tables fit 32 bits.
const MAX_ATTRIBUTES: u32 = 0xffff;
/// The number of rows before those of the buffers.
const HEAD: usize = 2;

/// The positions of values in the second word, in which each rule has four bits.
const PADDING: u32 = 4;
const ROUNDING: u32 = 8;
const LAYOUT: u32 = 12;
const IDVS: u32 = 1 << 16;
const VERTEX_ID: u32 = 1 << 17;
const BOUND_STRIDES: u32 = 1 << 18;

/// The positions of values in the third word, in which each has eight bits, after the resource table.
const RESERVED_BUFFERS: u32 = 8;
const RESERVED_ATTRIBUTES: u32 = 16;
const BUFFERS: u32 = 24;

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
    /// assert_eq!(StateWords::rows_needed(Arch::V9, 2, 3), 2 + 2 + 3);
    /// // On V4 to V7 six for each buffer, and one for four attributes.
    /// assert_eq!(StateWords::rows_needed(Arch::V7, 2, 3), 2 + 6 * 2 + 1);
    /// ```
    #[must_use]
    pub const fn rows_needed(arch: Arch, buffers: usize, attributes: usize) -> usize {
        let buffers = if buffers < MAX_BUFFERS {
            buffers
        } else {
            MAX_BUFFERS
        };
        HEAD + buffers * variants(arch) + attribute_rows(arch, attributes)
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
    /// let error = StateWords::pack(Pipeline::new(Arch::V7), &[], &[], &mut [[0; 8]]).unwrap_err();
    /// assert_eq!(error, DrawError::OutputTooSmall { given: 8, needed: 16 });
    /// ```
    pub fn pack(
        pipeline: Pipeline,
        buffers: &[VertexBuffer],
        attributes: &[VertexAttribute],
        rows: &mut [[u32; 8]],
    ) -> Result<(), DrawError> {
        let given = attributes.len();
        if given > MAX_ATTRIBUTES as usize {
            let part = Part::Attribute(MAX_ATTRIBUTES as usize);
            return Err(DrawError::NoPlace { part, given });
        }
        let mut packer = StatePacker::new(pipeline, buffers, attributes)?;
        let needed = Self::rows_needed(pipeline.arch, buffers.len(), attributes.len());
        let too_small = DrawError::OutputTooSmall {
            given: 8 * rows.len(),
            needed: 8 * needed,
        };
        let rows = rows.get_mut(..needed).ok_or(too_small)?;
        let (head, rows) = rows.split_first_chunk_mut::<HEAD>().ok_or(too_small)?;
        let (records, rows) = rows
            .split_at_mut_checked(packer.variants() * buffers.len())
            .ok_or(too_small)?;
        let mut records = records.iter_mut();
        for variant in 0..packer.variants() {
            let mut variant_packer = packer.variant(variant);
            let mut previous = None;
            for (buffer, record) in buffers.iter().zip(&mut records) {
                *record = variant_packer.record(buffer, previous);
                previous = Some(record);
            }
            packer.head.variants[variant] = variant_packer.word();
        }
        let words_of_each = pipeline.arch.attribute_words();
        rows.fill([0; 8]);
        let descriptors = rows.as_flattened_mut().chunks_exact_mut(words_of_each);
        for (number, words) in descriptors.take(attributes.len()).enumerate() {
            let descriptor = packer.attribute(number)?;
            words.copy_from_slice(&descriptor[..words_of_each]);
        }
        *head = head_rows(&packer.head);
        Ok(())
    }

    /// Lets the draws of a packed state take the strides of their buffers from the ranges, as
    /// [`VertexInputState::with_bound_strides`](super::VertexInputState::with_bound_strides) does. Other words are
    /// not changed.
    ///
    /// ```
    /// use mali_instancing::draw::{BufferRange, DrawCounts, Pipeline, StateWords, VertexBuffer};
    /// use mali_instancing::{Arch, InputRate};
    ///
    /// let buffers = [VertexBuffer::new(0, InputRate::Vertex)];
    /// let mut constant = vec![[0; 8]; StateWords::rows_needed(Arch::V7, 1, 0)];
    /// StateWords::pack(Pipeline::new(Arch::V7), &buffers, &[], &mut constant)?;
    /// StateWords::bind_strides(&mut constant);
    ///
    /// let state = StateWords::new(&constant).expect("they are a state's");
    /// let range = BufferRange::new(0x1000_0000, 1400).with_stride(20);
    /// let mut words = [0; 12];
    /// state.write(&DrawCounts::new(70), &[range], &mut words)?;
    /// assert_eq!(words[2], 20);
    /// # Ok::<(), mali_instancing::draw::DrawError>(())
    /// ```
    pub fn bind_strides(rows: &mut [[u32; 8]]) {
        let Some(records) = StateWords::new(rows).map(|state| state.records.len()) else {
            return;
        };
        if let Some(head) = rows.first_mut() {
            head[1] |= BOUND_STRIDES;
        }
        for record in rows.iter_mut().skip(HEAD).take(records) {
            record[STRIDE] = 0;
        }
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
        let (head, rows) = rows.split_first_chunk::<HEAD>()?;
        let head = read_head(head)?;
        let arch = head.pipeline.arch;
        let buffers = head.layout.buffers as usize;
        let (records, rows) = rows.split_at_checked(buffers * variants(arch))?;
        let attributes = attribute_rows(arch, head.layout.attributes as usize);
        Some(Self {
            head,
            records,
            attributes: rows.get(..attributes)?.as_flattened(),
        })
    }

    /// The pipeline's rules.
    #[must_use]
    pub const fn pipeline(&self) -> Pipeline {
        self.head.pipeline
    }

    /// The number of buffers. A draw has a range for each.
    #[must_use]
    pub const fn buffers(&self) -> usize {
        self.head.layout.buffers as usize
    }

    /// The length of both tables, in words: at most, where it depends on the counts.
    #[must_use]
    pub const fn words_needed(&self) -> usize {
        self.head.layout.words_needed()
    }

    /// The tables of a draw at their largest length, as
    /// [`VertexInputState::tables_needed`](super::VertexInputState::tables_needed).
    #[must_use]
    pub const fn tables_needed(&self) -> Tables {
        self.head.layout.tables_needed()
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
    /// assert!(state.write(&DrawCounts::new(70), &[], &mut []).is_ok());
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
    /// let error = state.write_from(&DrawCounts::new(70), &[range], &[1, 2], &mut [0; 8]);
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
        self.write_bound(counts, ranges, first_elements, words)
    }
}

impl State for StateWords<'_> {
    #[inline]
    fn parts(&self) -> StateParts<'_> {
        StateParts {
            head: &self.head,
            records: self.records,
            pitch: self.buffers(),
            attributes: self.attributes,
        }
    }
}

/// The number of rows of attributes.
const fn attribute_rows(arch: Arch, attributes: usize) -> usize {
    // Two words an attribute, or a row.
    if arch.has_attribute_buffers() {
        attributes.div_ceil(4)
    } else {
        attributes
    }
}

fn head_rows(head: &Head) -> [[u32; 8]; HEAD] {
    let Layout {
        buffers,
        attributes,
        instance_id,
        vertex_id,
        ..
    } = head.layout;
    let Pipeline {
        arch,
        padding,
        rounding,
        idvs,
        resource_table,
        layout: table_layout,
        reserved_buffers,
        reserved_attributes,
    } = head.pipeline;
    let flag = |is_set, bit| if is_set { bit } else { 0 };
    let rules = number_in(Arch::ALL, arch)
        | number_in(Padding::ALL, padding) << PADDING
        | number_in(Rounding::ALL, rounding) << ROUNDING
        | number_in(TableLayout::ALL, table_layout) << LAYOUT
        | flag(idvs, IDVS)
        | flag(vertex_id, VERTEX_ID)
        | head.bound_stride & BOUND_STRIDES;
    let numbers = resource_table
        | reserved_buffers << RESERVED_BUFFERS
        | reserved_attributes << RESERVED_ATTRIBUTES
        | buffers << BUFFERS;
    let instance_id = instance_id.map_or(0, |attribute| attribute + 1);
    let [one, odd_1, odd_3, odd_5, odd_7, odd_9] = head.variants;
    [
        [
            VERSION,
            rules,
            numbers,
            attributes,
            instance_id,
            head.largest_offset,
            head.layout.words_needed() as u32,
            0,
        ],
        [one, odd_1, odd_3, odd_5, odd_7, odd_9, 0, 0],
    ]
}

/// The head of rows that may have any values.
#[inline]
fn read_head(rows: &[[u32; 8]; HEAD]) -> Option<Head> {
    let [numbers, variants] = rows;
    let &[
        VERSION,
        rules,
        numbers,
        attributes,
        instance_id,
        largest_offset,
        words_needed,
        _,
    ] = numbers
    else {
        return None;
    };
    let rule = |place: u32| (rules >> place & 0xf) as usize;
    let number = |place: u32| numbers >> place & 0xff;
    let pipeline = Pipeline {
        arch: *Arch::ALL.get(rule(0))?,
        padding: *Padding::ALL.get(rule(PADDING))?,
        rounding: *Rounding::ALL.get(rule(ROUNDING))?,
        idvs: rules & IDVS != 0,
        resource_table: number(0),
        layout: *TableLayout::ALL.get(rule(LAYOUT))?,
        reserved_buffers: number(RESERVED_BUFFERS),
        reserved_attributes: number(RESERVED_ATTRIBUTES),
    };
    pipeline.arch.check_built().ok()?;
    let buffers = number(BUFFERS);
    if buffers as usize > MAX_BUFFERS || attributes > MAX_ATTRIBUTES {
        return None;
    }
    let has_ids = pipeline.arch.has_id_descriptors();
    let vertex_id = has_ids && rules & VERTEX_ID != 0;
    let instance_id = instance_id.checked_sub(1).filter(|_| has_ids);
    Some(Head {
        pipeline,
        layout: Layout::of_length(
            &pipeline,
            buffers,
            attributes,
            vertex_id,
            instance_id,
            words_needed,
        ),
        largest_offset,
        bound_stride: if rules & BOUND_STRIDES != 0 {
            u32::MAX
        } else {
            0
        },
        variants: *variants.first_chunk()?,
    })
}

fn number_in<T: Copy + PartialEq>(all: &[T], one: T) -> u32 {
    all.iter().take_while(|other| **other != one).count() as u32
}
