//! Planning where a draw's data comes from, beside packing the same draw alone: what a driver does
//! whose data always lies where it should.

use std::hint::black_box;
use std::ops::Range;

use criterion::{Criterion, criterion_group, criterion_main};
use mali_buffers::{
    Application, ApplicationDraw, Attribute, AttributeArray, Buffer, BufferId, DataSource,
    ElementArray, GpuMemory, IndexType, Mode, Place, Planner, Sequence, Stream, Streams, Target,
    Usage,
};
use mali_instancing::draw::{BufferRange, DrawCall, VertexAttribute, VertexBuffer, write};
use mali_instancing::{Arch, Format, InputRate};

const VERTICES: u32 = 70;
const INSTANCES: u32 = 100;
const STRIDE: u32 = 20;
const BYTES: usize = (VERTICES * STRIDE) as usize;
const FORMATS: [(Format, u64); 2] = [(Format::R32G32B32_SFLOAT, 0), (Format::R16G16_UNORM, 12)];

/// Buffers whose indices and vertices are all zeros.
struct Scene {
    buffers: [Buffer; 2],
    bytes: Vec<u8>,
}

impl Scene {
    fn new(address: Option<u64>) -> Self {
        let buffer = |number| {
            let buffer = Buffer::new(BufferId::new(number), BYTES as u64, Usage::Stream);
            let buffer = buffer.expect("a buffer of some bytes");
            match address {
                Some(address) => buffer.with_address(address + (u64::from(number) << 16)),
                None => buffer,
            }
        };
        Self {
            buffers: [buffer(0), buffer(1)],
            bytes: vec![0; BYTES],
        }
    }
}

impl Application for Scene {
    fn buffer(&self, buffer: BufferId) -> Option<&Buffer> {
        self.buffers.get(buffer.get() as usize)
    }

    fn buffer_mut(&mut self, buffer: BufferId) -> Option<&mut Buffer> {
        self.buffers.get_mut(buffer.get() as usize)
    }

    fn read(&self, _: DataSource, range: Range<u64>) -> Option<&[u8]> {
        self.bytes.get(range.start as usize..range.end as usize)
    }
}

struct Memory(Vec<u8>);

impl GpuMemory for Memory {
    fn address(&self, _: Place) -> Option<u64> {
        Some(0x1000_0000)
    }

    fn write(&mut self, _: Place, range: Range<u64>) -> Option<&mut [u8]> {
        self.0.get_mut(range.start as usize..range.end as usize)
    }
}

fn planner() -> Planner {
    let stream = || Stream::new(Stream::INITIAL_VERTEX_CAPACITY).expect("a stream of some bytes");
    let streams = Streams {
        vertex: stream(),
        indices_16: stream(),
        indices_32: stream(),
    };
    Planner::new(Target::new(Arch::V7), streams)
}

fn attributes(source: DataSource) -> Vec<Attribute> {
    let array = |&(format, offset): &(Format, u64)| {
        let array = AttributeArray::new(source, format);
        Attribute::Array(array.with_stride(STRIDE).with_offset(offset))
    };
    FORMATS.iter().map(array).collect()
}

fn draw(attributes: &[Attribute], indices: Option<DataSource>) -> ApplicationDraw<'_> {
    match indices {
        Some(source) => {
            let indices = ElementArray::new(source, IndexType::U16, 300);
            ApplicationDraw::elements(Mode::Triangles, indices, attributes)
        }
        None => ApplicationDraw::arrays(Mode::Triangles, 0, VERTICES, attributes),
    }
    .with_instances(INSTANCES)
}

fn plan(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("draw, plan");
    let call = DrawCall {
        instances: Some(INSTANCES),
        ..DrawCall::new(Arch::V7, VERTICES)
    };
    let buffers = [VertexBuffer::new(STRIDE, InputRate::Vertex)];
    let packed = FORMATS.map(|(format, offset)| VertexAttribute::new(0, format, offset as u32));
    let ranges = [BufferRange {
        address: 0x1000_0000,
        size: Some(BYTES as u32),
    }];
    let mut words = [0; 64];
    group.bench_function("packed alone", |bencher| {
        bencher.iter(|| {
            write(black_box(&call), &buffers, &packed, &ranges, &mut words).map(|_| words[0])
        });
    });

    let buffer = DataSource::Buffer(BufferId::new(0));
    let client = DataSource::Client(0);
    let indices = DataSource::Buffer(BufferId::new(1));
    let mapped = Some(0x2000_0000);
    let cases = [
        ("in place", mapped, buffer, None),
        ("in place, with indices", mapped, buffer, Some(indices)),
        ("streamed", None, client, None),
        ("streamed, with indices", None, client, Some(client)),
    ];
    for (name, address, vertices, indices) in cases {
        let mut scene = Scene::new(address);
        let mut memory = Memory(vec![0; Stream::INITIAL_VERTEX_CAPACITY as usize]);
        let mut planner = planner();
        let attributes = attributes(vertices);
        let draw = draw(&attributes, indices);
        let mut number = 0;
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                number += 1;
                planner.complete(Sequence::new(number - 1));
                let sequence = Sequence::new(number);
                let plan = planner.prepare(black_box(&draw), &mut scene, sequence)?;
                let Some(plan) = plan else {
                    return Ok(0);
                };
                plan.execute(&scene, &mut memory)?;
                if let Some(input) = plan.vertex_data() {
                    input.write(&memory, &mut words)?;
                }
                Ok::<_, mali_buffers::Error>(words[0])
            });
        });
    }
}

criterion_group!(benches, plan);
criterion_main!(benches);
