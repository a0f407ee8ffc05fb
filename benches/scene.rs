//! Draws whose planning is measured, and their data.

use mali_buffers::{
    ApplicationDraw, Attribute, AttributeArray, Buffer, BufferId, BufferObject, ClientData,
    ConstantValue, ContextId, DataSource, ElementArray, FoundBounds, IndexType, MappedMemory,
    Planner, Target, UploadRing, Usage, VertexState,
};
use mali_instancing::draw::{BufferRange, DrawCounts, Pipeline, VertexAttribute, VertexBuffer};
use mali_instancing::{Arch, Format, InputRate};

const VERTICES: u32 = 70;
/// The first vertex of draws that do not begin with vertex 0.
pub(crate) const FIRST: u32 = 3;
pub(crate) const INSTANCES: u32 = 100;
pub(crate) const FORMAT: Format = Format::R32G32_SFLOAT;
/// A format that no Mali fetches.
pub(crate) const WIDE: Format = Format::R64G64_SFLOAT;
const ADDRESS: u64 = 0x2000_0000;
const MEMORY: u64 = 0x1000_0000;

/// Buffers whose indices and vertices are all zeros, and client memory.
pub(crate) struct Scene {
    buffers: [BufferObject<Vec<u8>, 64>; 2],
    arrays: [Vec<u8>; 1],
}

impl Scene {
    /// Buffers that the GPU sees, or does not.
    pub(crate) fn new(usage: Usage, stride: u32, is_mapped: bool) -> Self {
        let size = (VERTICES + FIRST) * stride;
        let bytes = vec![0; size as usize];
        let object = |number| {
            let address = ADDRESS + (number << 16);
            let buffer = Buffer::new(BufferId::new(number), size.into(), usage);
            BufferObject {
                buffer: if is_mapped {
                    buffer.with_address(address)
                } else {
                    buffer
                },
                bytes: bytes.clone(),
                found: [FoundBounds::NONE; 64],
            }
        };
        Self {
            buffers: [object(0), object(1)],
            arrays: [bytes.clone()],
        }
    }

    pub(crate) const fn data(&mut self) -> ClientData<'_, Vec<u8>, 64> {
        ClientData {
            buffers: &mut self.buffers,
            arrays: &self.arrays,
        }
    }
}

/// The memory that the GPU reads.
pub(crate) fn memory() -> MappedMemory<Vec<u8>> {
    MappedMemory::new(MEMORY, vec![0; 4 << 20])
}

pub(crate) fn planner() -> Planner {
    let ring = UploadRing::new(UploadRing::INITIAL_VERTEX_CAPACITY).expect("a ring of some bytes");
    Planner::new(ContextId::new(1), Target::new(Arch::V7), ring)
}

/// Attributes without gaps between them, in elements of `stride` bytes.
pub(crate) fn attributes(source: DataSource, format: Format, count: u32) -> Vec<Attribute> {
    let array = |number| {
        let array = AttributeArray::new(source, format);
        let offset = u64::from(number * format.size());
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

pub(crate) fn state<const ATTRIBUTES: usize>(attributes: &[Attribute]) -> VertexState<ATTRIBUTES> {
    let mut state = VertexState::empty();
    let set = state.set_arrays(attributes);
    set.expect("a state that is large enough");
    state
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
    Pipeline,
    DrawCounts,
    [VertexBuffer; 1],
    Vec<VertexAttribute>,
    [BufferRange; 1],
) {
    let stride = count * FORMAT.size();
    let pipeline = Pipeline::new(Arch::V7);
    let counts = DrawCounts::instanced(VERTICES, INSTANCES);
    let attribute = |number| VertexAttribute::new(0, FORMAT, number * FORMAT.size());
    let range = BufferRange::new(ADDRESS, VERTICES * stride);
    (
        pipeline,
        counts,
        [VertexBuffer::new(stride, InputRate::Vertex)],
        (0..count).map(attribute).collect(),
        [range],
    )
}
