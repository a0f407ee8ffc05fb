use super::definition::Pipeline;
use super::parts::{AttributeSource, VertexAttribute, VertexBuffer};
use super::table_layout::TableLayout;
use crate::descriptor::{Attribute, ValhallAttribute};
use crate::fetch::InputRate;

/// The dependencies of a word of a draw's descriptors: the inputs whose changes make the word stale.
///
/// Those of buffers and attributes are the results of [`buffer_dependencies`] and [`attribute_dependencies`]. Descriptors
/// that are alike in every draw have constants here.
///
/// ```
/// use mali_instancing::draw::Dependencies;
///
/// let both = Dependencies::COUNTS.and(Dependencies::ADDRESS);
/// assert!(both.contains(Dependencies::ADDRESS));
/// assert!(!both.contains(Dependencies::FIRST_VERTEX));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(transparent)]
pub struct Dependencies(u8);

impl Dependencies {
    /// No input that changes from draw to draw.
    pub const NOTHING: Self = Self(0);
    /// The number of vertices or of instances.
    pub const COUNTS: Self = Self(1 << 0);
    /// [`DrawCounts::first_instance`](super::DrawCounts::first_instance).
    pub const FIRST_INSTANCE: Self = Self(1 << 1);
    /// [`DrawCounts::first_vertex`](super::DrawCounts::first_vertex).
    pub const FIRST_VERTEX: Self = Self(1 << 2);
    /// The address or the size of the buffer's [`BufferRange`](super::BufferRange), or its stride, if strides are bound.
    pub const ADDRESS: Self = Self(1 << 3);

    /// The dependencies of the `Draw` descriptor's words.
    pub const OF_DRAW: [Self; 2] = [Self::COUNTS, Self::FIRST_VERTEX];
    /// The dependencies of the `Invocation` descriptor's words.
    pub const OF_INVOCATION: [Self; 2] = [Self::COUNTS; 2];
    /// The dependencies of the words of a vertex ID's descriptor, on V4 and V5.
    pub const OF_VERTEX_ID: [Self; 4] = [Self::NOTHING, Self::COUNTS, Self::NOTHING, Self::NOTHING];
    /// The dependencies of the words of an instance ID's descriptor, on V4 and V5.
    pub const OF_INSTANCE_ID: [Self; 4] =
        [Self::NOTHING, Self::COUNTS, Self::COUNTS, Self::NOTHING];

    /// The dependencies of both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether all of `other` is among them.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether any of `other` is among them.
    #[must_use]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// The dependencies of each word of a buffer's descriptors: on V4 to V7 an attribute buffer and its continuation or
/// copy, from V9 on a buffer descriptor.
///
/// ```
/// use mali_instancing::draw::{Dependencies, Pipeline, VertexBuffer, buffer_dependencies};
/// use mali_instancing::{Arch, InputRate};
///
/// let mesh = VertexBuffer::new(20, InputRate::Vertex);
/// let words = buffer_dependencies(&Pipeline::new(Arch::V7), &mesh);
/// assert_eq!(words[1], Dependencies::COUNTS.and(Dependencies::ADDRESS));
/// assert_eq!(words[2], Dependencies::NOTHING); // the stride
/// ```
#[must_use]
pub const fn buffer_dependencies(pipeline: &Pipeline, buffer: &VertexBuffer) -> [Dependencies; 8] {
    let mut words = [Dependencies::NOTHING; 8];
    if !pipeline.arch.has_attribute_buffers() {
        // Size and address of a `Buffer`. From V9 on strides are in attributes, and counts in no table.
        words[1] = Dependencies::ADDRESS;
        words[2] = Dependencies::ADDRESS;
        words[3] = Dependencies::ADDRESS;
        return words;
    }
    let mode = match buffer.rate {
        InputRate::Constant => Dependencies::NOTHING,
        InputRate::Vertex | InputRate::Instance { .. } => Dependencies::COUNTS,
    };
    // The type depends on whether there are several instances, and R, P and E depend on the padded count. The pointer
    // has bits in both words.
    words[0] = mode.and(Dependencies::ADDRESS);
    words[1] = mode.and(Dependencies::ADDRESS);
    // The size counts from the aligned address before the buffer.
    words[3] = Dependencies::ADDRESS;
    words[2] = stride_dependencies(pipeline, buffer);
    // If all instances of a draw read one element, the stride is 0.
    if matches!(buffer.rate, InputRate::Instance { .. }) && may_have_stride(pipeline, buffer) {
        words[2] = words[2].and(Dependencies::COUNTS);
    }
    let mut word = 0;
    while word < 4 {
        let mut second = match pipeline.layout {
            TableLayout::Driver => Dependencies::NOTHING,
            TableLayout::Fixed => words[word],
        };
        second = match buffer.rate {
            // The word is 0 in a continuation, and in the copy of a buffer of which all instances read one element.
            // Other buffers have a copy only if divisor · padded count is a power of two.
            InputRate::Instance { divisor } if word == 2 && !divisor.is_power_of_two() => {
                Dependencies::NOTHING
            }
            // Whether there is a continuation, and its D, depend on the counts.
            InputRate::Instance { .. } if word != 2 => second.and(Dependencies::COUNTS),
            _ => second,
        };
        words[4 + word] = second;
        word += 1;
    }
    words
}

/// The dependencies of each word of an attribute's descriptor: the first
/// [`Arch::attribute_words`](crate::Arch::attribute_words) of them.
///
/// ```
/// use mali_instancing::draw::{
///     Dependencies, Pipeline, VertexAttribute, VertexBuffer, attribute_dependencies,
/// };
/// use mali_instancing::{Arch, Format, InputRate};
///
/// let buffers = [VertexBuffer::new(64, InputRate::instance(3)?)];
/// let row = VertexAttribute::new(0, Format::R32G32B32A32_SFLOAT, 16);
/// let words = attribute_dependencies(&Pipeline::new(Arch::V9), &row, &buffers);
/// assert_eq!(words[2], Dependencies::FIRST_INSTANCE);
/// # Ok::<(), mali_instancing::Error>(())
/// ```
#[must_use]
pub const fn attribute_dependencies(
    pipeline: &Pipeline,
    attribute: &VertexAttribute,
    buffers: &[VertexBuffer],
) -> [Dependencies; 8] {
    let mut words = [Dependencies::NOTHING; 8];
    let arch = pipeline.arch;
    if arch.has_attribute_buffers() {
        words[Attribute::BUFFER_INDEX.word()] = index_dependencies(pipeline, attribute, buffers);
    }
    let AttributeSource::Buffer(number) = attribute.source else {
        return words;
    };
    if number >= buffers.len() {
        return words;
    }
    let buffer = &buffers[number];
    let rate = buffer.rate;
    let has_stride = may_have_stride(pipeline, buffer);
    // The offset grows by first instance · stride, also for a constant, which has the application's stride here.
    let first_instance = match rate {
        InputRate::Instance { .. } | InputRate::Constant if has_stride => {
            Dependencies::FIRST_INSTANCE.and(bound_dependencies(pipeline))
        }
        _ => Dependencies::NOTHING,
    };
    if !arch.has_attribute_buffers() {
        words[ValhallAttribute::OFFSET.word()] = first_instance;
        words[ValhallAttribute::STRIDE.word()] = stride_dependencies(pipeline, buffer);
        return words;
    }
    // The offset start is subtracted from the offset, or offset enable is cleared if the result does not fit. With one
    // instance neither happens, so the counts matter.
    let start = match rate {
        InputRate::Instance { .. } if has_stride => first_instance
            .and(Dependencies::FIRST_VERTEX)
            .and(Dependencies::COUNTS),
        _ => Dependencies::NOTHING,
    };
    let enable = Attribute::OFFSET_ENABLE.word();
    words[enable] = words[enable].and(start);
    let offset = first_instance.and(start);
    words[Attribute::OFFSET.word()] = offset.and(Dependencies::ADDRESS);
    words
}

/// Whether a draw can have a stride that is not 0 for a buffer.
const fn may_have_stride(pipeline: &Pipeline, buffer: &VertexBuffer) -> bool {
    pipeline.bound_strides || buffer.stride != 0
}

/// The dependencies of the application's stride of a buffer.
const fn bound_dependencies(pipeline: &Pipeline) -> Dependencies {
    if pipeline.bound_strides {
        Dependencies::ADDRESS
    } else {
        Dependencies::NOTHING
    }
}

/// The dependencies of the stride in a descriptor. That of a constant is 0: all instances read one element.
const fn stride_dependencies(pipeline: &Pipeline, buffer: &VertexBuffer) -> Dependencies {
    match buffer.rate {
        InputRate::Constant => Dependencies::NOTHING,
        InputRate::Vertex | InputRate::Instance { .. } => bound_dependencies(pipeline),
    }
}

/// The dependencies of the index that an attribute has of its buffer's descriptor. The index depends on the counts if
/// these decide whether a descriptor before it has a continuation, or whether it has one itself and so begins at an
/// even index.
const fn index_dependencies(
    pipeline: &Pipeline,
    attribute: &VertexAttribute,
    buffers: &[VertexBuffer],
) -> Dependencies {
    let last = match attribute.source {
        AttributeSource::Buffer(number) => number,
        AttributeSource::VertexId | AttributeSource::InstanceId => buffers.len(),
    };
    // The first descriptor has index 0 in every draw.
    if matches!(pipeline.layout, TableLayout::Fixed) || last == 0 {
        return Dependencies::NOTHING;
    }
    let mut number = 0;
    while number <= last && number < buffers.len() {
        if matches!(buffers[number].rate, InputRate::Instance { .. }) {
            return Dependencies::COUNTS;
        }
        number += 1;
    }
    Dependencies::NOTHING
}
