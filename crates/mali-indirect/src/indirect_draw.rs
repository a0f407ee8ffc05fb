use core::num::NonZeroU32;
use core::ops::Range;

use mali_instancing::Error;
use mali_instancing::draw::{
    AttributeSource, BufferRange, DrawError, Pipeline, TableLayout, VertexAttribute, VertexBuffer,
    words_needed,
};

use crate::error::IndirectError;
use crate::indices::IndirectIndices;

/// A count of a draw, or its first vertex or instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Count {
    /// The number in the draw's command.
    Indirect,
    /// A number that is the same in all draws, whatever their commands have.
    Known(u32),
}

impl Count {
    /// The number of a draw whose command has `indirect`.
    #[must_use]
    pub const fn or(self, indirect: u32) -> u32 {
        match self {
            Self::Indirect => indirect,
            Self::Known(number) => number,
        }
    }
}

/// The vertices of a draw: with or without indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IndirectVertices {
    /// Vertices without indices, in order, by a [`DrawIndirectCommand`](crate::DrawIndirectCommand).
    InOrder {
        /// The number of vertices.
        vertices: Count,
        /// The first vertex.
        first_vertex: Count,
    },
    /// Vertices with indices, by a [`DrawIndexedIndirectCommand`](crate::DrawIndexedIndirectCommand). Every
    /// vertex from the smallest index to the largest is shaded.
    Indexed(IndirectIndices),
}

/// Draws that differ only in the numbers of their commands.
///
/// ```
/// use mali_indirect::IndirectDraw;
/// use mali_instancing::draw::{BufferRange, Pipeline, VertexAttribute, VertexBuffer};
/// use mali_instancing::{Arch, Format, InputRate};
///
/// let draw = IndirectDraw {
///     buffers: &[VertexBuffer::new(64, InputRate::instance(3)?)],
///     attributes: &[VertexAttribute::new(0, Format::R32G32B32A32_SFLOAT, 0)],
///     ranges: &[BufferRange::new(0x1000_0000, 6400)],
///     ..IndirectDraw::new(Pipeline::new(Arch::V7))
/// };
/// let layout = draw.layout()?;
/// assert_eq!(layout.attributes, 12..14);
/// assert_eq!(layout.words, 32);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct IndirectDraw<'a> {
    /// The architecture and the rules. On V4 to V7 the layout must be [`TableLayout::Fixed`]. The words of reserved
    /// descriptors are zeros. Strides are those of the buffers.
    pub pipeline: Pipeline,
    /// The vertices.
    pub vertices: IndirectVertices,
    /// The number of instances.
    pub instances: Count,
    /// The first instance.
    pub first_instance: Count,
    /// The number of vertices of a primitive, as in [`DrawCounts`](mali_instancing::draw::DrawCounts). V4 to V7 only.
    pub primitive_vertices: Option<NonZeroU32>,
    /// The bytes of a vertex's varyings. Each draw takes memory for them, unless they are 0. V4 to V7 only.
    pub varyings: u32,
    /// The buffers. Each begins with its element 0.
    pub buffers: &'a [VertexBuffer],
    /// The attributes.
    pub attributes: &'a [VertexAttribute],
    /// The addresses of the buffers, aligned for the attributes in them.
    pub ranges: &'a [BufferRange],
}

/// The positions of a draw's words, counted from its first word. The first word of each draw is aligned to 64 bytes, if
/// that of the first draw is.
///
/// From V9 on the words after the status are zeros.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawLayout {
    /// The table of buffers.
    pub buffers: Range<usize>,
    /// The table of attributes.
    pub attributes: Range<usize>,
    /// The [`Status`](crate::Status).
    pub status: usize,
    /// Words 0 and 1 of the `Draw` descriptor.
    pub draw: usize,
    /// The `Invocation` descriptor.
    pub invocation: usize,
    /// Words 1 and 3 of the `Primitive` descriptor.
    pub primitive: usize,
    /// The first index, counted from the first index of the array. It is not in the `Primitive`: multiply it
    /// by the length of an index, and add that to the address of the indices there.
    pub first_index: usize,
    /// The first instance, which shaders add to the number of an instance.
    pub first_instance: usize,
    /// Two words: the position of the varyings in their memory, in units of 64 bytes, and their size in bytes.
    pub varyings: usize,
    /// The distance to the next draw, in words.
    pub words: usize,
}

/// The alignment of draws, 64 bytes, in words.
// The hardware requires it of the table of buffers, with which a draw's words begin.
const ALIGNMENT: usize = 16;

impl IndirectDraw<'_> {
    /// Draws without buffers and attributes, all of whose numbers are in a
    /// [`DrawIndirectCommand`](crate::DrawIndirectCommand). Their tables have the layout that indirect draws
    /// need, [`TableLayout::Fixed`].
    #[must_use]
    pub const fn new(pipeline: Pipeline) -> Self {
        Self {
            pipeline: pipeline.with_layout(TableLayout::Fixed),
            vertices: IndirectVertices::InOrder {
                vertices: Count::Indirect,
                first_vertex: Count::Indirect,
            },
            instances: Count::Indirect,
            first_instance: Count::Indirect,
            primitive_vertices: None,
            varyings: 0,
            buffers: &[],
            attributes: &[],
            ranges: &[],
        }
    }

    /// The length of a command, in bytes.
    #[must_use]
    pub const fn command_bytes(&self) -> usize {
        match self.vertices {
            IndirectVertices::InOrder { .. } => crate::DrawIndirectCommand::BYTES,
            IndirectVertices::Indexed(_) => crate::DrawIndexedIndirectCommand::BYTES,
        }
    }

    /// The positions of each draw's words.
    ///
    /// # Errors
    ///
    /// [`IndirectError::Draw`] for too many buffers and for strides that are bound at the draw, [`IndirectError::TableLayout`] for tables whose words move.
    pub const fn layout(&self) -> Result<DrawLayout, IndirectError> {
        let Self {
            pipeline,
            buffers,
            attributes,
            ..
        } = self;
        // With the layout `Fixed`, this is the length in every draw: a buffer always has two descriptors on V4 to V7.
        let tables = match words_needed(pipeline, buffers.len(), attributes) {
            Ok(words) => words,
            Err(error) => return Err(IndirectError::of_draw(error)),
        };
        if pipeline.arch.has_attribute_buffers() && matches!(pipeline.layout, TableLayout::Driver) {
            return Err(IndirectError::TableLayout);
        }
        // A kernel takes strides from the buffers, where `write` would take bound strides from the ranges.
        if pipeline.bound_strides {
            return Err(IndirectError::of_draw(DrawError::Draw(Error::BoundStrides)));
        }
        let attributes = attributes.len() + pipeline.reserved_attributes as usize;
        // The rest: the descriptors of buffers, IDs and the driver's own, and the null terminator.
        let buffers = tables - attributes * pipeline.arch.attribute_words();
        Ok(DrawLayout {
            buffers: 0..buffers,
            attributes: buffers..tables,
            // `reference` fills the words from `draw` on in pairs, in this order.
            status: tables,
            draw: tables + 1,
            invocation: tables + 3,
            primitive: tables + 5,
            first_index: tables + 7,
            first_instance: tables + 8,
            varyings: tables + 9,
            words: (tables + 11).next_multiple_of(ALIGNMENT),
        })
    }

    /// The indices whose bounds a second kernel finds for each draw; `None` if it does not.
    ///
    /// From V9 on, no word depends on the bounds.
    #[must_use]
    pub const fn searched_indices(&self) -> Option<IndirectIndices> {
        match self.vertices {
            IndirectVertices::Indexed(indices)
                if indices.bounds.is_none() && self.pipeline.arch.has_attribute_buffers() =>
            {
                Some(indices)
            }
            _ => None,
        }
    }

    /// Whether an attribute has that source.
    pub(crate) fn has(&self, source: AttributeSource) -> bool {
        let mut attributes = self.attributes.iter();
        attributes.any(|attribute| attribute.source == source)
    }
}
