//! Draws a to e, 64 of each.

use mali_instancing::draw::{BufferRange, DrawCounts, Pipeline, VertexAttribute, VertexBuffer};
use mali_instancing::{Arch, Format, InputRate};

use crate::draw::BenchedDraw;
use crate::random::Random;

const DRAWS: usize = 64;

fn draw(case: &str, alignment: u64, arch: Arch, random: &mut Random) -> BenchedDraw {
    let (buffers, attributes, vertices, divisor) = match case {
        "a" => (1, 2, 256, 1),
        "b" => (2, 4, 256, 1),
        "c" | "e" => (8, 16, 256, 16),
        "d" => (8, 16, 100_000, u32::MAX),
        _ => panic!("no case is called {case}"),
    };
    let instances = if case == "a" { 1 } else { 100 };
    let rate = |buffer: usize, random: &mut Random| match (case, buffer) {
        ("b", 1) => InputRate::from_gl_divisor(1),
        ("c" | "d" | "e", _) if buffer % 2 == 1 => {
            InputRate::from_gl_divisor(random.up_to(divisor.min(40_000)))
        }
        _ => InputRate::Vertex,
    };
    let pipeline = Pipeline::new(arch);
    let counts = DrawCounts::instanced(random.up_to(vertices), instances)
        .with_first_vertex(u32::from(case == "e"));
    let parts = (0..buffers)
        .map(|buffer| VertexBuffer::new(32, rate(buffer, random)))
        .collect();
    let attributes = (0..attributes)
        .map(|attribute| {
            let offset = attribute as u32 % 2 * 16;
            VertexAttribute::new(attribute / 2, Format::R32G32B32A32_SFLOAT, offset)
        })
        .collect();
    let ranges = (0..buffers)
        .map(|_| {
            let address = u64::from(random.up_to(1 << 20)) * alignment;
            BufferRange::new(address, random.up_to(1 << 20))
        })
        .collect();
    BenchedDraw::new(pipeline, counts, parts, attributes, ranges).expect("a draw")
}

/// The draws of a case, whose buffers are at multiples of `alignment` bytes.
pub(crate) fn draws(case: &str, alignment: u64, arch: Arch) -> Vec<BenchedDraw> {
    let mut random = Random(1);
    (0..DRAWS)
        .map(|_| draw(case, alignment, arch, &mut random))
        .collect()
}
