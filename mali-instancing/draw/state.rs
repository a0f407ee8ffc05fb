use super::definition::{DrawCounts, Pipeline};
use super::error::DrawError;
use super::packing::exact::Bindings;
use super::packing::layout::Tables;
use super::packing::state::head::{Head, Row};
use super::packing::state::pack::{checked_layout, pack};
use super::packing::state::parts::StateParts;
use super::packing::state::record::{RECORD, Record};
use super::parts::{BufferRange, VertexAttribute, VertexBuffer};
use crate::arch::Arch;
use crate::error::{Part, tri};

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
/// let counts = DrawCounts::instanced(70, 100);
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
    rules: Row,
    /// The words of all buffers, one after the other. Each has at most as many as a record.
    records: [Record; BUFFERS],
    /// The words of all attributes, one after the other. Each has at most eight words.
    attribute_words: [[u32; 8]; ATTRIBUTES],
}

/// The rules of a state without buffers and attributes.
const HEAD_OF_EMPTY: Row = {
    let pipeline = Pipeline::new(if Arch::V9.is_in_build() {
        Arch::V9
    } else {
        Arch::OF_BUILD[0]
    });
    let head = match checked_layout(&pipeline, &[], &[]) {
        Ok(layout) => pack::<RECORD>(&pipeline, &layout, &[], &[], &mut [], &mut []),
        Err(error) => Err(error),
    };
    match head {
        Ok(head) => head,
        Err(_) => panic!("a pipeline without buffers has a state"),
    }
};

impl<const BUFFERS: usize, const ATTRIBUTES: usize> VertexInputState<BUFFERS, ATTRIBUTES> {
    /// The state of a pipeline.
    ///
    /// # Errors
    ///
    /// A [`DrawError`] that names the buffer or the attribute, for every error that does not depend on the draw: a
    /// format that the GPU cannot fetch, an offset or a stride that is not aligned to it, a buffer that does not exist, more
    /// parts than fit the state or the hardware.
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
    /// architecture is V9, or the oldest of [`Arch::OF_BUILD`].
    #[must_use]
    pub const fn empty() -> Self {
        Self {
            rules: HEAD_OF_EMPTY,
            // Zeros, as `clear` makes them: equal states have the same words in unused places, too.
            records: [[0; RECORD]; BUFFERS],
            attribute_words: [[0; 8]; ATTRIBUTES],
        }
    }

    /// Makes this the state of another pipeline in place, without a second state on the stack.
    ///
    /// # Errors
    ///
    /// The errors of [`VertexInputState::new`]. The state is [`empty`](Self::empty) then.
    ///
    /// ```
    /// use mali_instancing::draw::{Pipeline, VertexBuffer, VertexInputState};
    /// use mali_instancing::{Arch, InputRate};
    ///
    /// let mut state = VertexInputState::<1, 0>::empty();
    /// state.set(Pipeline::new(Arch::V7), &[VertexBuffer::new(20, InputRate::Vertex)], &[])?;
    /// assert_eq!(state.buffers(), 1);
    /// # Ok::<(), mali_instancing::draw::DrawError>(())
    /// ```
    pub const fn set(
        &mut self,
        pipeline: Pipeline,
        buffers: &[VertexBuffer],
        attributes: &[VertexAttribute],
    ) -> Result<(), DrawError> {
        match self.pack(&pipeline, buffers, attributes) {
            Ok(rules) => {
                self.rules = rules;
                Ok(())
            }
            Err(error) => {
                // Rows before the mistake can be written, and the rules before do not tell how many.
                self.rules = HEAD_OF_EMPTY;
                self.records = [[0; RECORD]; BUFFERS];
                self.attribute_words = [[0; 8]; ATTRIBUTES];
                Err(error)
            }
        }
    }

    /// Writes the rows of a pipeline, and returns its rules.
    const fn pack(
        &mut self,
        pipeline: &Pipeline,
        buffers: &[VertexBuffer],
        attributes: &[VertexAttribute],
    ) -> Result<Row, DrawError> {
        if buffers.len() > BUFFERS {
            return Err(DrawError::StateTooSmall {
                part: Part::Buffer(BUFFERS),
                given: buffers.len(),
            });
        }
        if attributes.len() > ATTRIBUTES {
            return Err(DrawError::StateTooSmall {
                part: Part::Attribute(ATTRIBUTES),
                given: attributes.len(),
            });
        }
        let layout = tri!(checked_layout(pipeline, buffers, attributes));
        // `pack` needs rows of zeros. `rules` are still those of the pipeline before, so its parts are cleared.
        self.clear();
        pack(
            pipeline,
            &layout,
            buffers,
            attributes,
            &mut self.records,
            &mut self.attribute_words,
        )
    }

    /// Makes the parts zeros that the pipeline uses, so that unused parts are the same in equal states.
    const fn clear(&mut self) {
        let layout = self.head().layout();
        let mut number = 0;
        while number < layout.buffers as usize {
            self.records[number] = [0; RECORD];
            number += 1;
        }
        let rows = self.head().attribute_words().div_ceil(8);
        let mut row = 0;
        while row < rows {
            self.attribute_words[row] = [0; 8];
            row += 1;
        }
    }

    #[inline]
    const fn head(&self) -> Head<'_> {
        Head::new(&self.rules)
    }

    #[inline]
    fn parts(&self) -> StateParts<'_> {
        StateParts {
            head: self.head(),
            records: self.records.as_flattened(),
            attributes: self.attribute_words.as_flattened(),
        }
    }

    /// The pipeline's rules.
    #[must_use]
    pub const fn pipeline(&self) -> Pipeline {
        self.head().pipeline()
    }

    /// The number of buffers. A draw has a range for each.
    #[must_use]
    pub const fn buffers(&self) -> usize {
        self.head().buffers()
    }

    /// The length of both tables, in words. If it depends on the counts, the largest length.
    #[must_use]
    pub const fn words_needed(&self) -> usize {
        self.head().words_needed()
    }

    /// The tables of a draw at their largest length. With [`TableLayout::Fixed`](super::TableLayout::Fixed), and
    /// from V9 on, the tables of all draws have these positions.
    #[must_use]
    pub const fn tables_needed(&self) -> Tables {
        self.head().layout().tables_needed()
    }

    /// Checks that the ranges of a draw are aligned for the attributes in them: the addresses, and the strides that are bound
    /// with them. A Mali converts unaligned elements wrongly, see [`Format::alignment`](crate::Format::alignment).
    ///
    /// [`write`](Self::write) does not check this, since ranges change less often than draws: call this where the
    /// application binds its buffers. A misaligned buffer has to be copied.
    ///
    /// # Errors
    ///
    /// [`DrawError::UnalignedBuffer`] for the first range that is not aligned, and [`DrawError::BufferCount`] for a wrong
    /// length of `ranges`.
    ///
    /// ```
    /// use mali_instancing::draw::{
    ///     BufferRange, DrawError, Pipeline, VertexAttribute, VertexBuffer, VertexInputState,
    /// };
    /// use mali_instancing::{Arch, Argument, Format, InputRate};
    ///
    /// let buffers = [VertexBuffer::new(20, InputRate::Vertex)];
    /// let attributes = [VertexAttribute::new(0, Format::R16G16_SFLOAT, 0)];
    /// let state = VertexInputState::<1, 1>::new(Pipeline::new(Arch::V7), &buffers, &attributes)?;
    /// assert_eq!(state.check_ranges(&[BufferRange::new(0x1000_0002, 1400)]), Ok(()));
    /// assert_eq!(
    ///     state.check_ranges(&[BufferRange::new(0x1000_0001, 1400)]),
    ///     Err(DrawError::UnalignedBuffer {
    ///         buffer: 0,
    ///         argument: Argument::Address,
    ///         value: 0x1000_0001,
    ///         alignment: 2,
    ///     })
    /// );
    /// # Ok::<(), DrawError>(())
    /// ```
    pub fn check_ranges(&self, ranges: &[BufferRange]) -> Result<(), DrawError> {
        self.parts().check_ranges(ranges)
    }

    /// Writes both tables of a draw, as [`write()`](super::write()) does.
    ///
    /// `words` can be write-combined memory: no word of them is read, and a word is written twice only in rare draws, such
    /// as those of more than 16 buffers or with offsets of 2^29 bytes or more.
    ///
    /// # Errors
    ///
    /// A [`DrawError`] for counts that cannot be drawn, for an invalid address or size of a buffer,
    /// for an offset that does not fit, and for a wrong length of `ranges` or `words`. After an error, the contents of
    /// `words` are unspecified. No vertices and no instances are an error on every architecture: they draw nothing, and
    /// the caller skips the draw.
    ///
    /// ```
    /// use mali_instancing::draw::{BufferRange, DrawCounts, Pipeline, VertexBuffer, VertexInputState};
    /// use mali_instancing::{Arch, InputRate};
    ///
    /// let buffers = [VertexBuffer::new(20, InputRate::Vertex).with_size(Some(1400))];
    /// let state = VertexInputState::<1, 0>::new(Pipeline::new(Arch::V7), &buffers, &[])?;
    /// let mut words = [0; 12];
    /// state.write(&DrawCounts::any_instances(70), &[BufferRange::at(0x1000_0000)], &mut words)?;
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
        self.write_from(counts, ranges, &[], words)
    }

    /// Writes both tables of a draw whose ranges are parts of buffers: each begins with the element of its buffer that
    /// `first_elements` has for it. The draw must not read the elements before. Empty `first_elements` are zeros.
    ///
    /// # Errors
    ///
    /// Those of [`write`](Self::write), and [`DrawError::BufferCount`] for a wrong length of `first_elements`.
    ///
    /// ```
    /// use mali_instancing::draw::{
    ///     BufferRange, DrawCounts, Pipeline, VertexAttribute, VertexBuffer, VertexInputState,
    /// };
    /// use mali_instancing::{Arch, Format, InputRate};
    ///
    /// let buffers = [VertexBuffer::new(8, InputRate::Vertex)];
    /// let attributes = [VertexAttribute::new(0, Format::R32G32_SFLOAT, 0)];
    /// let state = VertexInputState::<1, 1>::new(Pipeline::new(Arch::V7), &buffers, &attributes)?;
    /// let mut words = [0; 14];
    /// // A copy of elements 10 to 79, of which the draw reads the first 70.
    /// let counts = DrawCounts::any_instances(70).with_first_vertex(10);
    /// let copy = BufferRange::new(0x1000_0000, 70 * 8);
    /// let tables = state.write_from(&counts, &[copy], &[10], &mut words)?;
    /// assert_eq!(words[tables.attributes][1] as i32, -80);
    /// # Ok::<(), mali_instancing::draw::DrawError>(())
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
        self.parts().write(counts, bindings, words)
    }
}
