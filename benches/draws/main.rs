//! Packs 64 draws of a case in turn, with a given number of repetitions: `draws write v7 c 10`.

use std::hint::black_box;

use mali_instancing::draw::{
    BufferRange, DrawCall, DrawCounts, DrawError, Tables, VertexAttribute, VertexBuffer,
    VertexInputState, write,
};
use mali_instancing::{Arch, Format, InputRate};

const DRAWS: usize = 64;

/// A draw of a case.
struct Draw {
    call: DrawCall,
    buffers: Vec<VertexBuffer>,
    attributes: Vec<VertexAttribute>,
    ranges: Vec<BufferRange>,
    state: VertexInputState<8, 16>,
    counts: DrawCounts,
}

/// Numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn up_to(&mut self, maximum: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as u32 % maximum + 1
    }
}

fn draw(case: &str, arch: Arch, random: &mut Random) -> Draw {
    let (buffers, attributes, vertices, divisor) = match case {
        "a" => (1, 2, 256, 1),
        "b" => (2, 4, 256, 1),
        "c" | "e" => (8, 16, 256, 16),
        _ => (8, 16, 100_000, u32::MAX),
    };
    let instances = if case == "a" { 1 } else { 100 };
    let rate = |buffer: usize, random: &mut Random| match (case, buffer) {
        ("b", 1) => InputRate::from_gl_divisor(1),
        ("c" | "d" | "e", _) if buffer % 2 == 1 => {
            InputRate::from_gl_divisor(random.up_to(divisor.min(40_000)))
        }
        _ => InputRate::Vertex,
    };
    let call = DrawCall {
        instances: Some(instances),
        first_vertex: u32::from(case == "e"),
        ..DrawCall::new(arch, random.up_to(vertices))
    };
    let parts: Vec<VertexBuffer> = (0..buffers)
        .map(|buffer| VertexBuffer::new(32, rate(buffer, random)))
        .collect();
    let attributes: Vec<VertexAttribute> = (0..attributes)
        .map(|attribute| {
            let offset = attribute as u32 % 2 * 16;
            VertexAttribute::new(attribute / 2, Format::R32G32B32A32_SFLOAT, offset)
        })
        .collect();
    Draw {
        call,
        state: VertexInputState::new(call.pipeline(), &parts, &attributes).expect("a state"),
        counts: call.counts(),
        buffers: parts,
        attributes,
        ranges: (0..buffers)
            .map(|_| {
                let alignment = if case == "e" { 4 } else { 64 };
                let address = u64::from(random.up_to(1 << 20)) * alignment;
                BufferRange::new(address, random.up_to(1 << 20))
            })
            .collect(),
    }
}

#[inline(never)]
fn write_state(draw: &Draw, words: &mut [u32]) -> Result<Tables, DrawError> {
    draw.state.write(&draw.counts, &draw.ranges, words)
}

fn write_all(draw: &Draw, words: &mut [u32]) -> Result<Tables, DrawError> {
    let Draw {
        call,
        buffers,
        attributes,
        ranges,
        ..
    } = draw;
    write(call, buffers, attributes, ranges, words)
}

/// The caller chooses the function, since the loop is measured together with it.
fn pack(
    draws: &[Draw],
    rounds: u32,
    write: impl Fn(&Draw, &mut [u32]) -> Result<Tables, DrawError>,
) {
    let mut words = [0; 512];
    for _ in 0..rounds {
        for draw in draws {
            black_box(write(black_box(draw), &mut words)).expect("a draw");
            black_box(&mut words);
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, function, arch, case, rounds] = &arguments[..] else {
        panic!("usage: draws FUNCTION ARCH CASE ROUNDS");
    };
    let arch = Arch::from_name(arch).expect("an architecture");
    let mut random = Random(1);
    let draws: Vec<Draw> = (0..DRAWS).map(|_| draw(case, arch, &mut random)).collect();
    let rounds = rounds.parse().expect("a number of rounds");
    match &function[..] {
        "write" => pack(&draws, rounds, write_all),
        "state" => pack(&draws, rounds, write_state),
        _ => panic!("no function is called {function}"),
    }
}
