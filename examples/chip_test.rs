//! A hardware test: the element that every thread of a draw reads on a chip, compared with the reference model.
//!
//! Each element of the buffer holds its own index, and the vertex shader writes its input to the place of its thread.
//! So the result from the chip is a list of indices, by linear id.
//!
//! `run_on_chip` must be replaced by a function for a board. The one here is a substitute with a fault, for the test to
//! find. Run it with `cargo run --example chip_test`.

use mali_instancing::draw::{
    BufferRange, DrawCounts, DrawError, Pipeline, VertexAttribute, VertexBuffer, words_needed,
    write,
};
use mali_instancing::model::{Fetched, Memory, fetch, thread};
use mali_instancing::{Arch, Format, InputRate};

/// The address of the elements: 4,096 of 4 bytes.
const ADDRESS: u64 = 0x1000_0000;
const ELEMENTS: u32 = 4096;

/// A draw as the chip reads it.
struct Job {
    arch: Arch,
    buffers: Vec<u32>,
    attributes: Vec<u32>,
    draw: [u32; 2],
    invocation: [u32; 2],
}

/// A draw of one attribute, packed; `None` on architectures without draw descriptors.
fn job(
    pipeline: &Pipeline,
    counts: &DrawCounts,
    rate: InputRate,
) -> Result<Option<Job>, DrawError> {
    let (Some(draw), Some(invocation)) = (pipeline.draw(counts)?, pipeline.invocation(counts)?)
    else {
        return Ok(None);
    };
    let buffers = [VertexBuffer::new(4, rate)];
    let attributes = [VertexAttribute::new(0, Format::R32_UINT, 0)];
    let ranges = [BufferRange::new(ADDRESS, 4 * ELEMENTS)];
    let mut words = vec![0; words_needed(pipeline, buffers.len(), &attributes)?];
    let tables = write(pipeline, counts, &buffers, &attributes, &ranges, &mut words)?;
    Ok(Some(Job {
        arch: pipeline.arch,
        buffers: words[tables.buffers].to_vec(),
        attributes: words[tables.attributes].to_vec(),
        draw: draw.words(),
        invocation: invocation.words(),
    }))
}

/// The element that each thread reads in the model; `None` for a padding thread.
fn model(job: &Job, elements: &[u8]) -> Vec<Option<u32>> {
    let memory = Memory {
        address: ADDRESS,
        bytes: elements,
    };
    let threads = (0..).map_while(|id| Some((id, thread(job.draw, job.invocation, id)?)));
    threads
        .map(|(id, thread)| {
            if thread.is_padding {
                return None;
            }
            match fetch(
                job.arch,
                &job.buffers,
                &job.attributes,
                job.draw,
                0,
                id,
                memory,
            )? {
                Fetched::Bytes(bytes) => Some(u32::from_le_bytes(bytes.try_into().ok()?)),
                Fetched::Id(_) | Fetched::OutOfRange | Fetched::Unaligned => None,
            }
        })
        .collect()
}

/// A chip that never increments the id: the model without the field "divisor E".
fn run_on_chip(job: &Job, elements: &[u8]) -> Vec<Option<u32>> {
    const TYPE: u32 = 0x3f;
    const NPOT_DIVISOR: u32 = 4;
    const DIVISOR_E: u32 = 1 << 29;
    let mut buffers = job.buffers.clone();
    if buffers[0] & TYPE == NPOT_DIVISOR {
        buffers[1] &= !DIVISOR_E;
    }
    let faulty = Job {
        buffers,
        attributes: job.attributes.clone(),
        ..*job
    };
    model(&faulty, elements)
}

fn main() -> Result<(), DrawError> {
    let elements: Vec<u8> = (0..ELEMENTS).flat_map(u32::to_le_bytes).collect();
    for (vertices, instances, divisor) in [(70, 100, 0), (70, 100, 3), (60, 40, 4), (60, 40, 11)] {
        let pipeline = Pipeline::new(Arch::V7);
        let counts = DrawCounts::instanced(vertices, instances);
        let Some(job) = job(&pipeline, &counts, InputRate::from_gl_divisor(divisor))? else {
            continue;
        };
        let (expected, found) = (model(&job, &elements), run_on_chip(&job, &elements));
        let is_wrong = |id: &usize| expected[*id] != found.get(*id).copied().flatten();
        print!("{vertices} vertices, {instances} instances, divisor {divisor}: ");
        match (0..expected.len()).find(is_wrong) {
            None => println!("all {} threads agree", expected.len()),
            Some(id) => println!(
                "thread {id} reads element {}, and not {}",
                text(found.get(id).copied().flatten()),
                text(expected[id])
            ),
        }
    }
    Ok(())
}

fn text(element: Option<u32>) -> String {
    element.map_or("none".to_owned(), |element| element.to_string())
}
