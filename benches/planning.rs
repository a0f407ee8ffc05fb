//! Planning where a draw's data comes from, beside packing the same draw alone: what a driver does
//! whose data always lies where it should.

use std::hint::black_box;
use std::ops::Range;

use criterion::{Criterion, criterion_group, criterion_main};
use mali_buffers::{
    Application, ApplicationDraw, Attribute, AttributeArray, Buffer, BufferId, DataSource,
    ElementArray, Error, GpuMemory, InPlace, IndexType, Place, Plan, Planner, Sequence, Stream,
    Streams, Target, Usage, VertexState,
};
use mali_instancing::draw::{BufferRange, DrawCall, VertexAttribute, VertexBuffer, write};
use mali_instancing::{Arch, Format, InputRate};

const VERTICES: u32 = 70;
const INSTANCES: u32 = 100;
const ADDRESS: u64 = 0x2000_0000;

/// Buffers whose indices and vertices are all zeros.
struct Scene {
    buffers: [Buffer; 2],
    bytes: Vec<u8>,
}

impl Scene {
    fn new(usage: Usage, stride: u32) -> Self {
        let size = VERTICES * stride;
        let buffer = |number| {
            let buffer = Buffer::new(BufferId::new(number), size.into(), usage);
            let buffer = buffer.expect("a buffer of some bytes");
            buffer.with_address(ADDRESS + (u64::from(number) << 16))
        };
        Self {
            buffers: [buffer(0), buffer(1)],
            bytes: vec![0; size as usize],
        }
    }
}

impl Application for Scene {
    type Bytes<'bytes> = &'bytes [u8];

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
        indices: stream(),
    };
    Planner::new(Target::new(Arch::V7), streams)
}

/// Attributes one behind the other, in elements of `stride` bytes.
fn state(source: DataSource, format: Format, count: u32) -> VertexState {
    let array = |number| {
        let array = AttributeArray::new(source, format);
        // Not more copies than a buffer may have.
        let offset = u64::from(number % 8 * format.size());
        Attribute::Array(array.with_stride(count * format.size()).with_offset(offset))
    };
    let attributes: Vec<Attribute> = (0..count).map(array).collect();
    VertexState::new(&attributes).expect("at most 16 attributes")
}

fn draw(indices: Option<DataSource>) -> ApplicationDraw {
    match indices {
        Some(source) => {
            let indices = ElementArray::new(source, IndexType::U16, 300);
            ApplicationDraw::elements(indices)
        }
        None => ApplicationDraw::arrays(0, VERTICES),
    }
    .with_instances(INSTANCES)
}

fn plan(criterion: &mut Criterion) {
    for count in [2, 16] {
        plan_attributes(criterion, count);
    }
}

fn plan_attributes(criterion: &mut Criterion, count: u32) {
    const FORMAT: Format = Format::R32G32_SFLOAT;
    /// No Mali fetches it.
    const WIDE: Format = Format::R64G64_SFLOAT;
    let stride = count * FORMAT.size();
    let mut group = criterion.benchmark_group(format!("draw, plan, {count} attributes"));
    let call = DrawCall {
        instances: Some(INSTANCES),
        ..DrawCall::new(Arch::V7, VERTICES)
    };
    let buffers = [VertexBuffer::new(stride, InputRate::Vertex)];
    let attribute = |number| VertexAttribute::new(0, FORMAT, number * FORMAT.size());
    let packed: Vec<_> = (0..count).map(attribute).collect();
    let ranges = [BufferRange {
        address: 0x1000_0000,
        size: Some(VERTICES * stride),
    }];
    let mut words = [0; 64];
    group.bench_function("packed alone", |bencher| {
        bencher.iter(|| {
            write(black_box(&call), &buffers, &packed, &ranges, &mut words).map(|_| words[0])
        });
    });

    let buffer = DataSource::Buffer(BufferId::new(0));
    let indices = Some(DataSource::Buffer(BufferId::new(1)));
    let in_place = [
        ("in place, unchanged", None, 0),
        ("in place, new counts", None, 1),
        ("in place, unchanged indices", indices, 0),
    ];
    for (name, indices, more) in in_place {
        let mut scene = Scene::new(Usage::Static, stride);
        let mut planner = planner();
        let mut state = state(buffer, FORMAT, count);
        let mut draw = draw(indices);
        let mut plan = Plan::new();
        planner
            .prepare(&state, &draw, &scene, Sequence::new(1), &mut plan)
            .and_then(|_| planner.commit(&plan, &mut scene))
            .expect("a draw in place");
        let mut number = 0_u64;
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                number += 1;
                draw.instances = INSTANCES + (number as u32 & more);
                let work = Sequence::new(1);
                let scene = &mut scene;
                let drawn =
                    planner.draw_in_place(&mut state, black_box(&draw), scene, work, &mut words)?;
                assert!(drawn != InPlace::Elsewhere);
                Ok::<_, Error>(words[0])
            });
        });
    }

    let cases = [
        ("planned in place", buffer, FORMAT, Usage::Static, None),
        ("static copy found", buffer, WIDE, Usage::Static, None),
        (
            "streamed but for copying",
            DataSource::Client(0),
            FORMAT,
            Usage::Static,
            None,
        ),
        ("remembered bounds", buffer, FORMAT, Usage::Static, indices),
    ];
    for (name, source, format, usage, indices) in cases {
        let mut scene = Scene::new(usage, count * format.size());
        let mut memory = Memory(vec![0; 1 << 21]);
        let mut planner = planner();
        let state = state(source, format, count);
        let draw = draw(indices);
        let mut plan = Plan::new();
        let mut number = 0;
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                number += 1;
                planner.complete(Sequence::new(number - 1));
                let work = Sequence::new(number);
                planner.prepare(black_box(&state), black_box(&draw), &scene, work, &mut plan)?;
                if number == 1 {
                    plan.execute(&scene, &mut memory)?;
                }
                if let Some(input) = plan.vertex_data() {
                    input.write(&memory, &mut words)?;
                }
                planner.commit(&plan, &mut scene)?;
                Ok::<_, Error>(words[0])
            });
        });
    }
}

criterion_group!(benches, plan);
criterion_main!(benches);
