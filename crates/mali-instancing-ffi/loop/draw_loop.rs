//! A driver's loop that packs draws with the core. `loop/draw_loop.c` is the same in C; both print the sum of
//! a word of each draw.
//!
//! Arguments: architecture, number of draws, number of buffers, number of attributes. Instead of no draws, it prints the
//! words of the pipeline.

use std::hint::black_box;
use std::process::ExitCode;

use mali_instancing::draw::{
    BufferRange, DrawCounts, DrawError, Pipeline, StateWords, Tables, VertexAttribute,
    VertexBuffer, write,
};
use mali_instancing::{Arch, Format, InputRate};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [arch, numbers @ ..] = arguments.as_slice() else {
        return ExitCode::from(2);
    };
    let numbers: Vec<u32> = numbers.iter().flat_map(|number| number.parse()).collect();
    let (Some(arch), &[draws, buffer_count, attribute_count]) =
        (Arch::from_name(&format!("v{arch}")), &numbers[..])
    else {
        return ExitCode::from(2);
    };

    let buffers = [
        VertexBuffer::new(24, InputRate::Vertex),
        VertexBuffer::new(64, InputRate::from_gl_divisor(3)),
        VertexBuffer::new(16, InputRate::from_gl_divisor(1)),
        VertexBuffer::new(12, InputRate::Vertex),
    ];
    let attributes: [_; 16] = std::array::from_fn(|i| {
        let buffer = i % buffer_count as usize;
        VertexAttribute::new(buffer, Format::R32G32B32_SFLOAT, i as u32 % 4 * 4)
    });
    if draws == 0 {
        let (buffers, attributes) = (
            &buffers[..buffer_count as usize],
            &attributes[..attribute_count as usize],
        );
        let rows = StateWords::rows_needed(arch, buffers.len(), attributes.len());
        let mut rows = vec![[0; 8]; rows];
        if StateWords::pack(Pipeline::new(arch), buffers, attributes, &mut rows).is_err() {
            return ExitCode::FAILURE;
        }
        for word in rows.as_flattened() {
            println!("{word:#010x},");
        }
        return ExitCode::SUCCESS;
    }
    // What a driver packs with, and how much of it there is, is not known to the compiler, here as in the library.
    let buffers = black_box(&buffers[..buffer_count as usize]);
    let attributes = black_box(&attributes[..attribute_count as usize]);

    let mut words = [0; 256];
    let words = black_box(&mut words[..]);
    let mut sum = 0_u64;
    for i in 0..draws {
        let pipeline = Pipeline::new(arch);
        let counts = DrawCounts::instanced(3 + i % 1000, 2 + i % 7).with_first_vertex(i % 5);
        let range = |address, size| BufferRange::new(address, size);
        let ranges = [
            range(0x1000_0000 + 64 * u64::from(i), 24 * 1100),
            range(0x2000_0000 + 16 * u64::from(i), 64 * 10),
            range(0x3000_0000, 16 * 10),
            range(0x4000_0000, 12 * 1100),
        ];
        let ranges = black_box(&ranges[..buffer_count as usize]);
        let Ok(tables) = pack(&pipeline, &counts, buffers, attributes, ranges, words) else {
            return ExitCode::FAILURE;
        };
        sum += u64::from(words[i as usize % tables.attributes.end]);
    }
    println!("{sum}");
    ExitCode::SUCCESS
}

/// Where a draw enters a driver: not in a loop whose state the compiler sees.
#[inline(never)]
fn pack(
    pipeline: &Pipeline,
    counts: &DrawCounts,
    buffers: &[VertexBuffer],
    attributes: &[VertexAttribute],
    ranges: &[BufferRange],
    words: &mut [u32],
) -> Result<Tables, DrawError> {
    write(pipeline, counts, buffers, attributes, ranges, words)
}
