//! A driver's draw: an application's values, packed into the tables that the GPU reads.
//!
//! Nothing is constant here: counts and addresses come from the application at run time.
//! Run it with `cargo run --example driver_draw`.

use std::mem::offset_of;

use mali_instancing::draw::{
    BufferRange, DrawCounts, DrawError, IndexSlice, Pipeline, VertexAttribute, VertexBuffer,
    words_needed, write,
};
use mali_instancing::{Arch, Format, InputRate};

/// An element of the mesh. `repr(C)` keeps the order of the fields, as a file with meshes has them.
#[repr(C)]
struct Vertex {
    position: [f32; 3],
    uv: [u16; 2],
    normal: u32,
}

/// An element of the model: a matrix.
#[repr(C)]
struct Model {
    rows: [[f32; 4]; 4],
}

fn main() -> Result<(), DrawError> {
    // An indexed draw shades every vertex from the smallest index to the largest.
    let indices = IndexSlice::U16(&[3, 4, 5, 0xffff, 9, 4, 3]);
    let restart_index = Some(indices.fixed_restart_index());
    let bounds = indices.bounds(restart_index).expect("not all restart");
    let shaded = bounds.vertices(0)?;

    let pipeline = Pipeline::new(Arch::V7);
    let counts = DrawCounts::instanced(shaded.vertices, 100).with_first_vertex(shaded.first_vertex);

    // A mesh, an element per vertex, and a matrix row, one per 3 instances.
    let buffers = [
        VertexBuffer::of::<Vertex>(InputRate::Vertex),
        VertexBuffer::of::<Model>(InputRate::from_gl_divisor(3)),
    ];
    let attributes = [
        VertexAttribute::new(
            0,
            Format::R32G32B32_SFLOAT,
            offset_of!(Vertex, position) as u32,
        ),
        VertexAttribute::new(0, Format::R16G16_UNORM, offset_of!(Vertex, uv) as u32),
        VertexAttribute::new(
            1,
            Format::R32G32B32A32_SFLOAT,
            offset_of!(Model, rows) as u32,
        ),
    ];
    let ranges = [
        BufferRange::new(0x1000_0000, 10 * 20),
        // An address need not be aligned.
        BufferRange::new(0x2000_0010, 34 * 64),
    ];

    // A driver takes these from its command stream's memory, aligned to 64 bytes.
    let mut words = vec![0; words_needed(&pipeline, buffers.len(), &attributes)?];
    let tables = write(
        &pipeline,
        &counts,
        &buffers,
        &attributes,
        &ranges,
        &mut words,
    )?;

    println!(
        "{} vertices from {} on, padded to {}",
        counts.vertices,
        counts.first_vertex,
        pipeline.padded_vertices(&counts).map_err(DrawError::Draw)?
    );
    print_words("buffers", &words[tables.buffers], 4);
    print_words("attributes", &words[tables.attributes], 2);
    if let (Some(draw), Some(invocation)) = (pipeline.draw(&counts)?, pipeline.invocation(&counts)?)
    {
        print_words("draw", &draw.words(), 2);
        print_words("invocation", &invocation.words(), 2);
    }
    Ok(())
}

fn print_words(name: &str, words: &[u32], in_a_row: usize) {
    println!("{name}");
    for row in words.chunks(in_a_row) {
        let row: Vec<String> = row.iter().map(|word| format!("{word:#010x}")).collect();
        println!("  {}", row.join(" "));
    }
}
