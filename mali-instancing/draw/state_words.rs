use super::definition::{DrawCounts, Pipeline};
use super::error::DrawError;
use super::packing::attribute::AttributeBegin;
use super::packing::checked::{AttributeError, Attributes, Checked};
use super::packing::indices::Indices;
use super::packing::layout::{Layout, Tables};
use super::packing::words::set;
use super::parts::{BufferRange, VertexBuffer};
use super::state::VertexInputState;
use super::table_layout::TableLayout;
use crate::arch::Arch;
use crate::divisor::Rounding;
use crate::fetch::InputRate;
use crate::padding::Padding;

/// A [`VertexInputState`] as words, with any number of attributes, for a constant in C or assembly, or for a
/// file.
///
/// [`VertexInputState::state_words`] makes the words. The first word is the version of their meaning, so that words
/// of another version of this crate are refused.
///
/// ```
/// use mali_instancing::draw::{
///     BufferRange, DrawCounts, Pipeline, StateWords, VertexAttribute, VertexBuffer, VertexInputState,
/// };
/// use mali_instancing::{Arch, Format, InputRate};
///
/// let buffers = [VertexBuffer { size: Some(1400), ..VertexBuffer::new(20, InputRate::Vertex) }];
/// let attributes = [VertexAttribute::new(0, Format::R32G32B32_SFLOAT, 0)];
/// let state = VertexInputState::<1, 1>::new(Pipeline::new(Arch::V7), &buffers, &attributes)?;
/// let constant: Vec<u32> = state.state_words().collect();
///
/// let state = StateWords::new(&constant).expect("they are a state's");
/// let mut words = vec![0; state.words_needed()];
/// state.write(&DrawCounts::new(70), &[BufferRange::at(0x1000_0000)], &mut words)?;
/// assert_eq!(words[..4], [0x1000_0003, 0x8300_0000, 20, 1400]);
/// # Ok::<(), mali_instancing::draw::DrawError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct StateWords<'a> {
    pipeline: Pipeline,
    layout: Layout,
    buffers: &'a [u32],
    attributes: AttributeWords<'a>,
}

/// The first word, the version: `MVI1` in memory.
const VERSION: u32 = u32::from_le_bytes(*b"MVI1");
const HEAD: usize = 8;
/// The number of a buffer's words: its stride, divisor, size and first element, and a word of bits about these.
const BUFFER: usize = 5;
/// The number of words of an attribute after those of its descriptor.
const BEGIN: usize = 2;

/// The positions of values in the second word, in which each rule has four bits.
const PADDING: u32 = 4;
const ROUNDING: u32 = 8;
const LAYOUT: u32 = 12;
const IDVS: u32 = 1 << 16;
const OFFSETS_FIT: u32 = 1 << 17;
const VERTEX_ID: u32 = 1 << 18;

/// The bits in a buffer's last word: an element per vertex, whatever the divisor, and so on.
const PER_VERTEX: u32 = 1;
const HAS_SIZE: u32 = 2;

impl<const BUFFERS: usize, const ATTRIBUTES: usize> VertexInputState<BUFFERS, ATTRIBUTES> {
    /// The words of this state, which [`StateWords`] reads.
    pub fn state_words(&self) -> impl Iterator<Item = u32> + '_ {
        let (layout, buffers) = (&self.layout, self.buffers());
        let Pipeline {
            arch,
            padding,
            rounding,
            idvs,
            resource_table,
            layout: table_layout,
            reserved_buffers,
            reserved_attributes,
        } = self.pipeline();
        let flag = |is_set, bit| if is_set { bit } else { 0 };
        let rules = number_in(Arch::ALL, arch)
            | number_in(Padding::ALL, padding) << PADDING
            | number_in(Rounding::ALL, rounding) << ROUNDING
            | number_in(TableLayout::ALL, table_layout) << LAYOUT
            | flag(idvs, IDVS)
            | flag(self.offsets_fit, OFFSETS_FIT)
            | flag(layout.vertex_id, VERTEX_ID);
        let head: [u32; HEAD] = [
            VERSION,
            rules,
            resource_table,
            reserved_buffers,
            reserved_attributes,
            buffers.len() as u32,
            layout.attributes as u32,
            layout.instance_id.map_or(0, |attribute| attribute + 1),
        ];
        let descriptors = self.attribute_words().chunks_exact(arch.attribute_words());
        let attributes = descriptors
            .zip(self.begins())
            .flat_map(|(descriptor, begin)| {
                let begin = [begin.buffer, begin.offset];
                descriptor.iter().copied().chain(begin)
            });
        let buffers = buffers.iter().flat_map(buffer_words);
        head.into_iter().chain(buffers).chain(attributes)
    }
}

fn number_in<T: Copy + PartialEq>(all: &[T], one: T) -> u32 {
    all.iter().take_while(|other| **other != one).count() as u32
}

fn buffer_words(buffer: &VertexBuffer) -> [u32; BUFFER] {
    let (divisor, per_vertex) = match buffer.rate {
        InputRate::Vertex => (0, PER_VERTEX),
        InputRate::Instance { divisor } => (divisor.get(), 0),
        InputRate::Constant => (0, 0),
    };
    let (size, has_size) = match buffer.size {
        Some(size) => (size, HAS_SIZE),
        None => (0, 0),
    };
    let kind = per_vertex | has_size;
    [buffer.stride, divisor, size, buffer.first_element, kind]
}

/// The buffer of a buffer's words, which may have any values.
#[inline]
fn buffer_of([stride, divisor, size, first_element, kind]: [u32; BUFFER]) -> VertexBuffer {
    VertexBuffer {
        stride,
        rate: if kind & PER_VERTEX != 0 {
            InputRate::Vertex
        } else {
            InputRate::from_vulkan_divisor(divisor)
        },
        size: (kind & HAS_SIZE != 0).then_some(size),
        first_element,
    }
}

impl<'a> StateWords<'a> {
    /// The largest number of buffers in a state of words.
    pub const MAX_BUFFERS: usize = 32;

    /// The state of `words`, which may have other words after it. `None` if they are not a state's words, are of
    /// another version of this crate, or have more than [`StateWords::MAX_BUFFERS`] buffers.
    ///
    /// Unchanged words give the draws of the state that they were made from. Other words give any draw, or an error.
    ///
    /// ```
    /// use mali_instancing::draw::StateWords;
    ///
    /// assert!(StateWords::new(&[0; 64]).is_none());
    /// ```
    #[inline]
    #[must_use]
    pub fn new(words: &'a [u32]) -> Option<Self> {
        let (head, words) = words.split_first_chunk::<HEAD>()?;
        let &[
            VERSION,
            rules,
            resource_table,
            reserved_buffers,
            reserved_attributes,
            buffers,
            attributes,
            instance_id,
        ] = head
        else {
            return None;
        };
        let number = |place: u32| (rules >> place & 0xf) as usize;
        let pipeline = Pipeline {
            arch: *Arch::ALL.get(number(0))?,
            padding: *Padding::ALL.get(number(PADDING))?,
            rounding: *Rounding::ALL.get(number(ROUNDING))?,
            idvs: rules & IDVS != 0,
            resource_table,
            layout: *TableLayout::ALL.get(number(LAYOUT))?,
            reserved_buffers,
            reserved_attributes,
        };
        pipeline.check().ok()?;
        let [buffers, attributes] = [buffers, attributes].map(|count| count as usize);
        if buffers > Self::MAX_BUFFERS {
            return None;
        }
        let has_ids = pipeline.arch.has_id_descriptors();
        let vertex_id = has_ids && rules & VERTEX_ID != 0;
        let instance_id = instance_id.checked_sub(1).filter(|_| has_ids);
        let (buffer_words, words) = words.split_at_checked(BUFFER * buffers)?;
        let length = attributes.checked_mul(pipeline.arch.attribute_words() + BEGIN)?;
        Some(Self {
            pipeline,
            layout: Layout::with_ids(&pipeline, buffers, attributes, vertex_id, instance_id)
                .ok()?,
            buffers: buffer_words,
            attributes: AttributeWords {
                words: words.get(..length)?,
                descriptor_words: pipeline.arch.attribute_words(),
                offsets_fit: rules & OFFSETS_FIT != 0,
            },
        })
    }

    /// The pipeline's rules.
    #[must_use]
    pub const fn pipeline(&self) -> Pipeline {
        self.pipeline
    }

    /// The number of buffers. A draw has a range for each.
    #[must_use]
    pub const fn buffers(&self) -> usize {
        self.layout.buffers
    }

    /// The length of both tables, in words: at most, where it depends on the counts.
    #[must_use]
    pub const fn words_needed(&self) -> usize {
        self.layout.words_needed()
    }

    /// Writes both tables of a draw, as [`VertexInputState::write`] does.
    ///
    /// # Errors
    ///
    /// Those of [`VertexInputState::write`].
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing::draw::{DrawCounts, DrawError, Pipeline, StateWords, VertexInputState};
    ///
    /// let state = VertexInputState::<0, 0>::new(Pipeline::new(Arch::V9), &[], &[])?;
    /// let words: Vec<u32> = state.state_words().collect();
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
        // Few pipelines have more, and an array for the largest number takes longer to fill.
        const FEW: usize = 8;
        const NONE: VertexBuffer = VertexBuffer::new(0, InputRate::Vertex);
        if self.layout.buffers <= FEW {
            self.write_with(&mut [NONE; FEW], counts, ranges, words)
        } else {
            self.write_with(&mut [NONE; Self::MAX_BUFFERS], counts, ranges, words)
        }
    }

    #[inline(never)]
    fn write_with(
        &self,
        buffers: &mut [VertexBuffer],
        counts: &DrawCounts,
        ranges: &[BufferRange],
        words: &mut [u32],
    ) -> Result<Tables, DrawError> {
        let mut count = 0;
        for (buffer, words) in buffers.iter_mut().zip(self.buffers.chunks_exact(BUFFER)) {
            if let Some(words) = words.first_chunk() {
                *buffer = buffer_of(*words);
                count += 1;
            }
        }
        let checked = Checked {
            pipeline: &self.pipeline,
            layout: &self.layout,
            buffers: buffers.get(..count).unwrap_or_default(),
            attributes: self.attributes,
        };
        checked.write(counts, ranges, words)
    }
}

/// The words of attributes: for each, its descriptor and its position.
#[derive(Clone, Copy, Debug)]
struct AttributeWords<'a> {
    words: &'a [u32],
    descriptor_words: usize,
    offsets_fit: bool,
}

impl AttributeWords<'_> {
    #[inline]
    fn each<const WORDS: usize>(&self) -> impl Iterator<Item = (&[u32; WORDS], AttributeBegin)> {
        self.words.chunks_exact(WORDS + BEGIN).filter_map(|words| {
            let (descriptor, begin) = words.split_first_chunk()?;
            Some((descriptor, begin_of(begin)?))
        })
    }
}

impl Attributes for AttributeWords<'_> {
    const ARE_CHECKED: bool = true;

    #[inline(always)]
    fn write(
        &self,
        indices: Indices<'_, impl Fn(usize) -> u32>,
        words: &mut [u32],
    ) -> Option<bool> {
        for (([word, offset], begin), words) in self.each().zip(words.chunks_exact_mut(2)) {
            set(words, [word | indices.of(begin.buffer), *offset]);
        }
        Some(true)
    }

    #[inline(always)]
    fn write_valhall(&self, words: &mut [u32]) -> Option<bool> {
        for ((descriptor, _), words) in self.each::<8>().zip(words.chunks_exact_mut(8)) {
            set(words, *descriptor);
        }
        Some(true)
    }

    #[inline]
    fn offsets_fit(&self) -> bool {
        self.offsets_fit
    }

    fn are_plain(&self) -> bool {
        false
    }

    fn error(&self) -> Option<AttributeError> {
        None
    }

    #[inline]
    fn begins(&self) -> impl Iterator<Item = AttributeBegin> {
        let words = self.words.chunks_exact(self.descriptor_words + BEGIN);
        words.filter_map(|words| begin_of(words.get(self.descriptor_words..)?))
    }
}

#[inline]
fn begin_of(words: &[u32]) -> Option<AttributeBegin> {
    let &[buffer, offset] = words.first_chunk()?;
    Some(AttributeBegin { buffer, offset })
}
