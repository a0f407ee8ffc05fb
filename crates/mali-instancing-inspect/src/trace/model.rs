//! A draw on the reference model: the library packs its words, and the model fetches through them.

use mali_instancing::check::{Counts, DrawState};
use mali_instancing::draw::{
    BufferRange, DrawCall, DrawError, Tables, VertexAttribute, VertexBuffer, words_needed, write,
};
use mali_instancing::model::{Fetched, Memory, Thread, fetch, fetch_valhall, thread};
use mali_instancing::{Format, InputRate, ThreadCount};
use serde::Serialize;

use crate::draw_words::DrawWords;
use crate::rejected::Rejected;

/// The largest number of threads that are run.
const MAXIMUM_THREADS: u32 = 1 << 16;

/// The largest first vertex and first instance of a draw: with this number of elements before the first one,
/// an attribute's offset still fits its 32 bits.
const MAXIMUM_START: u32 = 1 << 28;

/// The size of an element, whose contents are its index.
const STRIDE: u32 = 4;

/// A thread of a draw.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub(super) struct TracedThread {
    /// The number by which the hardware counts threads.
    pub(super) linear_id: u32,
    pub(super) vertex: u32,
    pub(super) instance: u32,
    /// Whether the thread is padding, which the hardware discards.
    pub(super) discarded: bool,
    /// The element of each attribute; null if the hardware reads none.
    pub(super) elements: Vec<Option<u32>>,
}

/// Runs a draw with one attribute for each buffer, whose elements are their own indices. Every error is about
/// a value that was given.
pub(super) fn run(
    call: DrawCall,
    rates: &[InputRate],
) -> Result<(Vec<TracedThread>, DrawWords), Rejected> {
    let (first_vertex, first_instance) = (call.first_vertex, call.first_instance);
    let keys = ["first_vertex", "first_instance"];
    for (key, start) in keys.into_iter().zip([first_vertex, first_instance]) {
        if start > MAXIMUM_START {
            let reason = format!("{start} is too large: at most {MAXIMUM_START} is allowed");
            return Err(Rejected::new(key, reason));
        }
    }
    let threads = count_threads(&call, call.thread_count()?)?;
    let (words, tables) = pack(&call, rates).map_err(blame)?;
    let (buffers, attributes) = (&words[tables.buffers], &words[tables.attributes]);
    let draw = call.draw().map_err(blame)?.map(|draw| draw.words());
    let invocation = call.invocation().map_err(blame)?;
    let draw = draw.zip(invocation.map(|invocation| invocation.words()));
    // The elements of each buffer that the draw reads, and the address of the first. Elements before it are not in
    // memory.
    let elements = rates.iter().map(|rate| {
        let first = match rate {
            InputRate::Vertex => first_vertex,
            _ => first_instance,
        };
        let bytes = (first..first + threads).flat_map(u32::to_le_bytes);
        (u64::from(first) * u64::from(STRIDE), bytes.collect())
    });
    let elements: Vec<(u64, Vec<u8>)> = elements.collect();
    let traced = (0..threads).filter_map(|linear_id| {
        let thread = match draw {
            Some((draw, invocation)) => thread(draw, invocation, linear_id)?,
            None => Thread {
                vertex: linear_id % call.vertices,
                instance: linear_id / call.vertices,
                is_padding: false,
            },
        };
        let ids = [thread.vertex, thread.instance];
        let element = |(number, (address, bytes)): (usize, &(u64, Vec<u8>))| {
            let address = *address;
            let memory = Memory { address, bytes };
            let fetched = match draw {
                Some((draw, _)) => fetch(
                    call.arch, buffers, attributes, draw, number, linear_id, memory,
                ),
                None => fetch_valhall(buffers, attributes, first_vertex, number, ids, memory),
            };
            match fetched {
                Some(Fetched::Bytes(bytes)) => bytes.first_chunk().copied().map(u32::from_le_bytes),
                _ => None,
            }
        };
        Some(TracedThread {
            linear_id,
            vertex: thread.vertex,
            instance: thread.instance,
            discarded: thread.is_padding,
            elements: elements.iter().enumerate().map(element).collect(),
        })
    });
    let counts = Counts {
        vertices: Some(call.vertices),
        instances: call.instances.unwrap_or(1),
        first_vertex: first_vertex.into(),
    };
    let state = DrawState {
        draw: draw.map(|(draw, _)| draw),
        invocation: draw.map(|(_, invocation)| invocation),
        counts: Some(counts),
        ..DrawState::new(call.arch, buffers, attributes)
    };
    Ok((traced.collect(), DrawWords::new(1, &state)))
}

/// The largest size of a buffer.
const LARGEST_SIZE: u32 = BufferRange::NO_SIZE - 1;

/// The words of a draw's tables, and the position of each table.
fn pack(call: &DrawCall, rates: &[InputRate]) -> Result<(Vec<u32>, Tables), DrawError> {
    let buffer = |rate: &InputRate| VertexBuffer::new(STRIDE, *rate).with_size(Some(LARGEST_SIZE));
    let buffers: Vec<_> = rates.iter().map(buffer).collect();
    let attribute = |buffer| VertexAttribute::new(buffer, Format::R32_UINT, 0);
    let attributes: Vec<_> = (0..rates.len()).map(attribute).collect();
    let ranges = vec![BufferRange::at(0); rates.len()];
    let mut words = vec![0; words_needed(call, buffers.len(), &attributes)?];
    let tables = write(call, &buffers, &attributes, &ranges, &mut words)?;
    Ok((words, tables))
}

/// The number of threads that a draw runs.
fn count_threads(call: &DrawCall, thread_count: ThreadCount) -> Result<u32, Rejected> {
    let is_padded = call.arch.has_attribute_buffers() && thread_count.is_instanced();
    let padded = thread_count.padded_vertices().get();
    let threads_an_instance = if is_padded { padded } else { call.vertices };
    let padding = is_padded.then(|| format!(", padded to {padded},"));
    let padding = padding.unwrap_or_default();
    let vertices = format!("{} vertices{padding}", call.vertices);
    let instances = call.instances.unwrap_or(1);
    let threads = u64::from(threads_an_instance) * u64::from(instances);
    match u32::try_from(threads) {
        Ok(threads) if threads <= MAXIMUM_THREADS => Ok(threads),
        _ if threads_an_instance > MAXIMUM_THREADS => {
            let reason =
                format!("{vertices} are too many threads: at most {MAXIMUM_THREADS} are allowed");
            Err(Rejected::new("vertices", reason))
        }
        _ => {
            let most = MAXIMUM_THREADS / threads_an_instance;
            let reason = format!(
                "{instances} instances of {vertices} are {threads} threads: at most \
                 {MAXIMUM_THREADS} are allowed, which is {most} instances"
            );
            Err(Rejected::new("instances", reason))
        }
    }
}

/// An error about the attributes: after the draw is dispatched, only their number or divisors can be wrong.
fn blame(error: DrawError) -> Rejected {
    match error {
        DrawError::Draw(error) | DrawError::Buffer { error, .. } => error.into(),
        _ => Rejected::new("divisor", error.reason().to_string()),
    }
}
