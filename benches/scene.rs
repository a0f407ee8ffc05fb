//! Draws whose planning is measured, and their data.

use std::ops::Range;

use mali_buffers::{
    ApplicationDraw, Attribute, AttributeArray, Buffer, BufferId, ClientState, ConstantValue,
    ContextId, DataSource, ElementArray, FoundBounds, GpuMemory, IndexType, MemoryRef, Planner,
    Target, UploadRing, UploadRings, Usage, VertexState,
};
use mali_instancing::draw::{BufferRange, DrawCall, VertexAttribute, VertexBuffer};
use mali_instancing::{Arch, Format, InputRate};

const VERTICES: u32 = 70;
pub(crate) const INSTANCES: u32 = 100;
pub(crate) const FORMAT: Format = Format::R32G32_SFLOAT;
/// A format that no Mali fetches.
pub(crate) const WIDE: Format = Format::R64G64_SFLOAT;
const ADDRESS: u64 = 0x2000_0000;

/// Buffers whose indices and vertices are all zeros.
pub(crate) struct Scene {
    buffers: [Buffer; 2],
    found: [FoundBounds; 64],
    bytes: Vec<u8>,
}

impl Scene {
    pub(crate) fn new(usage: Usage, stride: u32) -> Self {
        let size = VERTICES * stride;
        let buffer = |number| {
            let address = ADDRESS + (u64::from(number) << 16);
            Buffer::new(BufferId::new(number), size.into(), usage).with_address(address)
        };
        Self {
            buffers: [buffer(0), buffer(1)],
            found: [FoundBounds::NONE; 64],
            bytes: vec![0; size as usize],
        }
    }
}

impl ClientState for Scene {
    type Bytes<'bytes> = &'bytes [u8];

    fn buffer(&self, buffer: BufferId) -> Option<&Buffer> {
        self.buffers.get(buffer.get() as usize)
    }

    fn buffer_mut(&mut self, buffer: BufferId) -> Option<&mut Buffer> {
        self.buffers.get_mut(buffer.get() as usize)
    }

    fn found_bounds(&self, _: BufferId) -> &[FoundBounds] {
        &self.found
    }

    fn found_bounds_mut(&mut self, _: BufferId) -> &mut [FoundBounds] {
        &mut self.found
    }

    fn read(&self, _: DataSource, range: Range<u64>) -> Option<&[u8]> {
        self.bytes.get(range.start as usize..range.end as usize)
    }
}

pub(crate) struct Memory(pub(crate) Vec<u8>);

impl GpuMemory for Memory {
    fn address(&self, _: MemoryRef) -> Option<u64> {
        Some(0x1000_0000)
    }

    fn write(&mut self, _: MemoryRef, range: Range<u64>) -> Option<&mut [u8]> {
        self.0.get_mut(range.start as usize..range.end as usize)
    }
}

pub(crate) fn planner() -> Planner {
    let stream =
        || UploadRing::new(UploadRing::INITIAL_VERTEX_CAPACITY).expect("a stream of some bytes");
    let rings = UploadRings {
        vertex: stream(),
        indices: stream(),
    };
    Planner::new(ContextId::new(1), Target::new(Arch::V7), rings)
}

/// Attributes without gaps between them, in elements of `stride` bytes.
pub(crate) fn attributes(source: DataSource, format: Format, count: u32) -> Vec<Attribute> {
    let array = |number| {
        let array = AttributeArray::new(source, format);
        // The number of different offsets is the largest number of copies of a buffer.
        let offset = u64::from(number % 8 * format.size());
        Attribute::Array(array.with_stride(count * format.size()).with_offset(offset))
    };
    (0..count).map(array).collect()
}

/// The same attributes, except that the last is the same for all vertices.
#[allow(dead_code, reason = "not every benchmark has constants")]
pub(crate) fn with_constant(source: DataSource, count: u32) -> Vec<Attribute> {
    let mut attributes = attributes(source, FORMAT, count - 1);
    attributes.push(Attribute::Constant(ConstantValue::Float([1.0; 4])));
    attributes
}

pub(crate) fn state(attributes: &[Attribute]) -> VertexState {
    VertexState::new(attributes).expect("at most 16 attributes")
}

pub(crate) fn draw(indices: Option<DataSource>) -> ApplicationDraw {
    match indices {
        Some(source) => {
            let indices = ElementArray::new(source, IndexType::U16, 300);
            ApplicationDraw::elements(indices)
        }
        None => ApplicationDraw::arrays(0, VERTICES),
    }
    .with_instances(INSTANCES)
}

/// The draw with that many attributes in one buffer, in the form that `draw::write` takes.
pub(crate) fn packing(
    count: u32,
) -> (
    DrawCall,
    [VertexBuffer; 1],
    Vec<VertexAttribute>,
    [BufferRange; 1],
) {
    let stride = count * FORMAT.size();
    let call = DrawCall {
        instances: Some(INSTANCES),
        ..DrawCall::new(Arch::V7, VERTICES)
    };
    let attribute = |number| VertexAttribute::new(0, FORMAT, number * FORMAT.size());
    let range = BufferRange::new(ADDRESS, VERTICES * stride);
    (
        call,
        [VertexBuffer::new(stride, InputRate::Vertex)],
        (0..count).map(attribute).collect(),
        [range],
    )
}
