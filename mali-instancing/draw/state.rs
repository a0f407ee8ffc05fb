use super::definition::{DrawCall, DrawCounts, Pipeline};
use super::error::DrawError;
use super::packing::attribute::{AttributeBegin, AttributePacker};
use super::packing::checked::{AttributeError, Attributes, Checked};
use super::packing::indices::Indices;
use super::packing::layout::{Layout, Tables};
use super::packing::offset::offset_word;
use super::packing::plain::{IS_WORTH_ITS_CODE, can_be_plain};
use super::packing::words::set;
use super::parts::{BufferRange, VertexAttribute, VertexBuffer};
use crate::arch::Arch;
use crate::error::Part;
use crate::fetch::InputRate;
use crate::tri::tri;

/// The vertex input of a pipeline: the part that is the same for every draw, checked once. Vulkan's vertex
/// input state, or Gallium's vertex elements and vertex buffers without the memory.
///
/// It can be a constant, if its parts are constants. A draw adds its [`DrawCounts`] and the ranges of its buffers.
/// `BUFFERS` and `ATTRIBUTES` are the largest numbers of each.
///
/// ```
/// use mali_instancing::draw::{
///     BufferRange, DrawCounts, Pipeline, VertexAttribute, VertexBuffer, VertexInputState,
/// };
/// use mali_instancing::{Arch, Format, InputRate};
///
/// static CUBE: VertexInputState<2, 2> = {
///     let buffers = [
///         VertexBuffer::new(20, InputRate::Vertex),
///         VertexBuffer::new(64, InputRate::from_gl_divisor(3)),
///     ];
///     let attributes = [
///         VertexAttribute::new(0, Format::R32G32B32_SFLOAT, 0),
///         VertexAttribute::new(1, Format::R32G32B32A32_SFLOAT, 0),
///     ];
///     match VertexInputState::new(Pipeline::new(Arch::V7), &buffers, &attributes) {
///         Ok(state) => state,
///         Err(_) => panic!(),
///     }
/// };
///
/// let counts = DrawCounts { instances: Some(100), ..DrawCounts::new(70) };
/// let ranges = [
///     BufferRange::new(0x1000_0000, 1400),
///     BufferRange::new(0x2000_0010, 2176),
/// ];
/// let mut words = [0; CUBE.words_needed()];
/// let tables = CUBE.write(&counts, &ranges, &mut words)?;
/// assert_eq!(words[8..12], [0x2000_0004, 0x2700_0000, 64, 2192]);
/// assert_eq!(words[tables.attributes][2..], [0x2fc0_0202, 16]);
/// # Ok::<(), mali_instancing::draw::DrawError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VertexInputState<const BUFFERS: usize, const ATTRIBUTES: usize> {
    pipeline: Pipeline,
    pub(super) layout: Layout,
    buffers: [VertexBuffer; BUFFERS],
    /// The words of all attributes with their offsets, one after the other. On V4 to V7 their buffer index is 0. Each
    /// has at most eight words.
    attribute_words: [[u32; 8]; ATTRIBUTES],
    begins: [AttributeBegin; ATTRIBUTES],
    /// Whether the attributes' offsets fit, in a draw that moves none.
    pub(super) offsets_fit: bool,
    /// Whether the offsets fit, no attribute is an ID, and each buffer begins with its first element.
    is_plain: bool,
}

/// A place in a state that a pipeline does not use.
const UNUSED_BUFFER: VertexBuffer = VertexBuffer::new(0, InputRate::Vertex);

impl<const BUFFERS: usize, const ATTRIBUTES: usize> VertexInputState<BUFFERS, ATTRIBUTES> {
    /// The state of a pipeline.
    ///
    /// # Errors
    ///
    /// A [`DrawError`] that names the buffer or the attribute, for every error that does not depend on the draw: a
    /// format that the GPU cannot fetch, a buffer that does not exist, more parts than fit the state or the
    /// hardware.
    ///
    /// ```
    /// use mali_instancing::draw::{DrawError, Pipeline, VertexAttribute, VertexBuffer, VertexInputState};
    /// use mali_instancing::{Arch, Format, InputRate};
    ///
    /// let buffers = [VertexBuffer::new(20, InputRate::Vertex)];
    /// let attributes = [VertexAttribute::new(1, Format::R32_SFLOAT, 0)];
    /// let state = VertexInputState::<1, 1>::new(Pipeline::new(Arch::V7), &buffers, &attributes);
    /// assert_eq!(state, Err(DrawError::UnknownBuffer { attribute: 0, buffer: 1, buffers: 1 }));
    /// ```
    pub const fn new(
        pipeline: Pipeline,
        buffers: &[VertexBuffer],
        attributes: &[VertexAttribute],
    ) -> Result<Self, DrawError> {
        let mut state = Self::empty();
        tri!(state.set(pipeline, buffers, attributes));
        Ok(state)
    }

    /// The state of a pipeline without buffers and attributes, which [`set`](Self::set) makes that of another one. Its
    /// architecture is V9, or [`Arch::ONLY`].
    #[inline]
    #[must_use]
    pub const fn empty() -> Self {
        let pipeline = Pipeline::new(match Arch::ONLY {
            Some(only) => only,
            None => Arch::V9,
        });
        Self {
            pipeline,
            layout: match Layout::new(&pipeline, 0, &[]) {
                Ok(layout) => layout,
                Err(_) => unreachable!(),
            },
            buffers: [UNUSED_BUFFER; BUFFERS],
            attribute_words: [[0; 8]; ATTRIBUTES],
            begins: [AttributeBegin::UNUSED; ATTRIBUTES],
            offsets_fit: true,
            is_plain: true,
        }
    }

    /// Makes this the state of another pipeline in place, without a second state on the stack.
    ///
    /// # Errors
    ///
    /// The errors of [`VertexInputState::new`]. The state is unspecified then.
    ///
    /// ```
    /// use mali_instancing::draw::{Pipeline, VertexBuffer, VertexInputState};
    /// use mali_instancing::{Arch, InputRate};
    ///
    /// let mut state = VertexInputState::<1, 0>::empty();
    /// state.set(Pipeline::new(Arch::V7), &[VertexBuffer::new(20, InputRate::Vertex)], &[])?;
    /// assert_eq!(state.buffers()[0].stride, 20);
    /// # Ok::<(), mali_instancing::draw::DrawError>(())
    /// ```
    pub const fn set(
        &mut self,
        pipeline: Pipeline,
        buffers: &[VertexBuffer],
        attributes: &[VertexAttribute],
    ) -> Result<(), DrawError> {
        tri!(pipeline.check(), DrawError::Draw);
        if buffers.len() > BUFFERS {
            return Err(DrawError::NoPlace {
                part: Part::Buffer(BUFFERS),
                given: buffers.len(),
            });
        }
        if attributes.len() > ATTRIBUTES {
            return Err(DrawError::NoPlace {
                part: Part::Attribute(ATTRIBUTES),
                given: attributes.len(),
            });
        }
        self.pipeline = pipeline;
        self.layout = tri!(Layout::new(&pipeline, buffers.len(), attributes));
        // Unused parts are the same in equal states.
        self.buffers = [UNUSED_BUFFER; BUFFERS];
        self.attribute_words = [[0; 8]; ATTRIBUTES];
        self.begins = [AttributeBegin::UNUSED; ATTRIBUTES];
        self.offsets_fit = true;
        self.is_plain = !self.layout.has_ids() && can_be_plain(&pipeline, buffers.len());
        let mut number = 0;
        while number < buffers.len() {
            self.buffers[number] = buffers[number];
            self.is_plain &= buffers[number].first_element == 0;
            number += 1;
        }
        let mut packer = AttributePacker::new(pipeline, buffers);
        let words_of_each = pipeline.arch.attribute_words();
        let mut number = 0;
        while number < attributes.len() {
            let attribute = &attributes[number];
            let begin = tri!(packer.begin(number, attribute));
            let mut descriptor = tri!(packer.words_of_any(number, attribute, begin));
            descriptor[offset_word(words_of_each)] = attribute.offset;
            self.offsets_fit &= attribute.offset <= i32::MAX as u32;
            self.begins[number] = begin;
            let mut word = 0;
            while word < words_of_each {
                let place = number * words_of_each + word;
                self.attribute_words[place / 8][place % 8] = descriptor[word];
                word += 1;
            }
            number += 1;
        }
        self.is_plain &= self.offsets_fit;
        Ok(())
    }

    /// The pipeline's rules.
    #[must_use]
    pub const fn pipeline(&self) -> Pipeline {
        self.pipeline
    }

    /// The buffers. A draw has a range for each.
    #[must_use]
    pub fn buffers(&self) -> &[VertexBuffer] {
        &self.buffers[..self.layout.buffers.min(BUFFERS)]
    }

    /// The length of both tables, in words. If it depends on the counts, the largest length.
    #[must_use]
    pub const fn words_needed(&self) -> usize {
        self.layout.words_needed()
    }

    /// The tables of a draw at their largest length. With [`TableLayout::Fixed`](super::TableLayout::Fixed), and
    /// from V9 on, the tables of all draws have these positions.
    #[must_use]
    pub const fn tables_needed(&self) -> Tables {
        self.layout.tables_needed()
    }

    /// A draw of this pipeline, which packs the descriptors `Draw` and `Invocation`.
    #[must_use]
    pub const fn call(&self, counts: &DrawCounts) -> DrawCall {
        DrawCall::of(self.pipeline, counts)
    }

    /// Writes both tables of a draw, as [`write()`](super::write()) does.
    ///
    /// # Errors
    ///
    /// A [`DrawError`] for counts that cannot be drawn, for an invalid address or size of a buffer,
    /// for an offset that does not fit, and for a wrong length of `ranges` or `words`. After an error, the contents of
    /// `words` are unspecified.
    ///
    /// ```
    /// use mali_instancing::draw::{BufferRange, DrawCounts, Pipeline, VertexBuffer, VertexInputState};
    /// use mali_instancing::{Arch, InputRate};
    ///
    /// let buffers = [VertexBuffer { size: Some(1400), ..VertexBuffer::new(20, InputRate::Vertex) }];
    /// let state = VertexInputState::<1, 0>::new(Pipeline::new(Arch::V7), &buffers, &[])?;
    /// let mut words = [0; 12];
    /// state.write(&DrawCounts::new(70), &[BufferRange::at(0x1000_0000)], &mut words)?;
    /// assert_eq!(words[..4], [0x1000_0003, 0x8300_0000, 20, 1400]);
    /// # Ok::<(), mali_instancing::draw::DrawError>(())
    /// ```
    #[inline]
    pub fn write(
        &self,
        counts: &DrawCounts,
        ranges: &[BufferRange],
        words: &mut [u32],
    ) -> Result<Tables, DrawError> {
        if !IS_WORTH_ITS_CODE {
            self.checked().write(counts, ranges, words)
        } else if !self.pipeline.arch.has_attribute_buffers() {
            self.write_plain_valhall(counts, ranges, words)
        } else if counts.first_vertex | counts.first_instance != 0 {
            self.write_plain::<false, true>(counts, ranges, words)
        } else if counts.instances == Some(1) {
            self.write_plain::<true, false>(counts, ranges, words)
        } else {
            self.write_plain::<false, false>(counts, ranges, words)
        }
    }

    #[inline(never)]
    fn write_plain_valhall(
        &self,
        counts: &DrawCounts,
        ranges: &[BufferRange],
        words: &mut [u32],
    ) -> Result<Tables, DrawError> {
        match self.checked().write_plain_valhall(counts, ranges, words) {
            Some(tables) => Ok(tables),
            None => self.write_any(counts, ranges, words),
        }
    }

    #[inline(never)]
    fn write_plain<const ONE_EACH: bool, const MOVES: bool>(
        &self,
        counts: &DrawCounts,
        ranges: &[BufferRange],
        words: &mut [u32],
    ) -> Result<Tables, DrawError> {
        let checked = self.checked();
        match checked.write_plain::<ONE_EACH, MOVES>(counts, ranges, words) {
            Some(tables) => Ok(tables),
            None if MOVES => self.write_any(counts, ranges, words),
            None => self.write_plain::<false, true>(counts, ranges, words),
        }
    }

    #[inline(never)]
    fn write_any(
        &self,
        counts: &DrawCounts,
        ranges: &[BufferRange],
        words: &mut [u32],
    ) -> Result<Tables, DrawError> {
        self.checked().write(counts, ranges, words)
    }

    #[inline(always)]
    fn checked(&self) -> Checked<'_, &Self> {
        Checked {
            pipeline: &self.pipeline,
            layout: &self.layout,
            buffers: self.buffers(),
            attributes: self,
        }
    }

    /// The words of the attributes. Others may follow.
    #[inline(always)]
    pub(super) fn attribute_words(&self) -> &[u32] {
        self.attribute_words.as_flattened()
    }

    /// The positions at which the attributes begin.
    #[inline(always)]
    pub(super) fn begins(&self) -> &[AttributeBegin] {
        &self.begins[..self.layout.attributes.min(ATTRIBUTES)]
    }
}

impl<const BUFFERS: usize, const ATTRIBUTES: usize> Attributes
    for &VertexInputState<BUFFERS, ATTRIBUTES>
{
    const ARE_CHECKED: bool = true;

    #[inline(always)]
    fn write(
        &self,
        indices: Indices<'_, impl Fn(usize) -> u32>,
        words: &mut [u32],
    ) -> Option<bool> {
        let begins = self.begins.get(..self.layout.attributes)?;
        let length = 2 * begins.len();
        let descriptors = self.attribute_words().get(..length)?.chunks_exact(2);
        let words = words.get_mut(..length)?.chunks_exact_mut(2);
        for ((descriptor, begin), words) in descriptors.zip(begins).zip(words) {
            let index = indices.of(begin.buffer);
            set(words, [descriptor[0] | index, descriptor[1]]);
        }
        Some(true)
    }

    #[inline(always)]
    fn write_valhall(&self, words: &mut [u32]) -> Option<bool> {
        let length = 8 * self.begins.get(..self.layout.attributes)?.len();
        let own = self.attribute_words().get(..length)?;
        words.get_mut(..length)?.copy_from_slice(own);
        Some(true)
    }

    #[inline]
    fn offsets_fit(&self) -> bool {
        self.offsets_fit
    }

    #[inline]
    fn are_plain(&self) -> bool {
        self.is_plain
    }

    fn error(&self) -> Option<AttributeError> {
        None
    }

    #[inline]
    fn begins(&self) -> impl Iterator<Item = AttributeBegin> {
        VertexInputState::begins(self).iter().copied()
    }
}
