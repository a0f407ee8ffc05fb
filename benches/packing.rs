//! Packing descriptors and whole draws, compared with a memcpy of the same bytes, which is the limit.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use mali_instancing::draw::{
    BufferRange, DrawCounts, Pipeline, VertexAttribute, VertexBuffer, VertexInput, write,
};
use mali_instancing::{
    Arch, AttributeBuffer, BufferAddress, Error, FetchMode, Format, InputRate, Padding, Rounding,
    ThreadCount, instanced_attr, lookup,
};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

mod each;

use each::{COUNT, each};

static CONSTANT: AttributeBuffer = instanced_attr!(vertices = 70, divisor = 3, stride = 64);

/// A driver's state of an attribute buffer.
#[derive(Clone, Copy)]
struct Division {
    vertices: u32,
    instances: u32,
    divisor: u32,
    stride: u32,
    address: BufferAddress,
    size: u32,
}

fn inputs() -> Vec<Division> {
    let mut random = SmallRng::seed_from_u64(70);
    let mut input = || Division {
        vertices: random.random_range(1..lookup::VERTEX_LIMIT),
        instances: random.random_range(2..1000),
        divisor: random.random_range(0..=lookup::DIVISOR_LIMIT),
        stride: random.random_range(1..=32) * 4,
        address: BufferAddress::new(random.random_range(0..1 << 40) * 64)
            .unwrap_or(BufferAddress::NULL),
        size: random.random(),
    };
    (0..COUNT).map(|_| input()).collect()
}

impl Division {
    fn rate(&self) -> InputRate {
        InputRate::from_gl_divisor(self.divisor)
    }

    fn pack(&self, mode: FetchMode) -> AttributeBuffer {
        AttributeBuffer::new(mode, self.address, self.stride, self.size)
    }

    fn mode(&self) -> Result<FetchMode, Error> {
        let padded = lookup::padded_count(self.vertices, Padding::Hardware)?;
        let thread_count = ThreadCount::new(padded, self.instances)?;
        FetchMode::new(thread_count, self.rate(), Rounding::RoundDown)
    }
}

fn attribute_buffer(criterion: &mut Criterion) {
    let inputs = inputs();
    let modes: Vec<(Division, FetchMode)> = inputs
        .iter()
        .filter_map(|input| Some((*input, input.mode().ok()?)))
        .collect();
    assert_eq!(modes.len(), COUNT, "every input can be packed");
    let descriptors: Vec<[u32; 8]> = modes
        .iter()
        .map(|(input, mode)| input.pack(*mode).words())
        .collect();
    let descriptors: Vec<&[u32; 8]> = descriptors.iter().collect();

    let group = &mut each::group(criterion, "attribute buffer");
    // The compiler must not know the length: 32 known bytes are copied by a few moves.
    let length = black_box(8);
    each(group, "memcpy", &descriptors, |descriptor| {
        let mut words = [0; 8];
        words[..length].copy_from_slice(&descriptor[..length]);
        words
    });
    each(group, "constant, bound", &inputs, |input| {
        CONSTANT.with_address(input.address).with_size(input.size)
    });
    each(group, "of a known mode", &modes, |(input, mode)| {
        input.pack(mode)
    });
    each(group, "from counts, looked up", &inputs, |input| {
        input.mode().map(|mode| input.pack(mode))
    });
}

const PIPELINE: Pipeline = Pipeline::new(Arch::V7);
const COUNTS: DrawCounts = DrawCounts::instanced(70, 100);

/// Eight buffers: two with an element per vertex, six with an element per 1 to 6 instances.
const BUFFERS: [VertexBuffer; 8] = {
    let mut buffers = [VertexBuffer::new(32, InputRate::Vertex); 8];
    let mut number = 2;
    while number < buffers.len() {
        let rate = InputRate::from_gl_divisor(number as u32 - 1);
        buffers[number] = VertexBuffer::new(64, rate);
        number += 1;
    }
    buffers
};

/// Two attributes of each buffer.
const ATTRIBUTES: [VertexAttribute; 16] = {
    let mut attributes = [VertexAttribute::new(0, Format::R32G32B32A32_SFLOAT, 0); 16];
    let mut number = 0;
    while number < attributes.len() {
        let offset = 16 * (number % 2) as u32;
        attributes[number] = VertexAttribute::new(number / 2, Format::R32G32B32A32_SFLOAT, offset);
        number += 1;
    }
    attributes
};

const DRAW: VertexInput<8, 16, 2> = match VertexInput::new(PIPELINE, COUNTS, BUFFERS, ATTRIBUTES) {
    Ok(input) => input,
    Err(_) => panic!(),
};

fn draw(criterion: &mut Criterion) {
    let mut random = SmallRng::seed_from_u64(100);
    let mut ranges =
        || [(); 8].map(|()| BufferRange::new(random.random_range(0..1 << 40) * 64, 6400));
    let draws: Vec<[BufferRange; 8]> = (0..COUNT).map(|_| ranges()).collect();
    let draws: Vec<&[BufferRange; 8]> = draws.iter().collect();

    let group = &mut each::group(criterion, "draw of 8 buffers and 16 attributes");
    let source = [0; DRAW.words_needed()];
    let mut words = source;
    let length = black_box(source.len());
    each(group, "memcpy", &draws, |_| {
        words[..length].copy_from_slice(&black_box(&source)[..length]);
        black_box(&mut words);
    });
    each(group, "constant, bound", &draws, |ranges| {
        let tables = DRAW.write(ranges, &mut words);
        black_box(&mut words);
        tables
    });
    each(group, "nothing constant", &draws, |ranges| {
        let (pipeline, counts, buffers, attributes) =
            black_box((&PIPELINE, &COUNTS, &BUFFERS, &ATTRIBUTES));
        let tables = write(pipeline, counts, buffers, attributes, ranges, &mut words);
        black_box(&mut words);
        tables
    });
    let v9 = PIPELINE.with_arch(Arch::V9);
    let mut words = [0; 8 * 8 + 16 * 8];
    each(group, "nothing constant, V9", &draws, |ranges| {
        let (pipeline, counts, buffers, attributes) =
            black_box((&v9, &COUNTS, &BUFFERS, &ATTRIBUTES));
        let tables = write(pipeline, counts, buffers, attributes, ranges, &mut words);
        black_box(&mut words);
        tables
    });
}

criterion_group!(benches, attribute_buffer, draw);
criterion_main!(benches);
