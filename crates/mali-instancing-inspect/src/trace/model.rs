//! A draw on the reference model: the library packs its words, `model` fetches through them.

use mali_instancing::draw::{
    BufferRange, DrawCall, DrawError, Tables, VertexAttribute, VertexBuffer, words_needed, write,
};
use mali_instancing::model::{Fetched, Memory, Thread, fetch, fetch_valhall, thread};
use mali_instancing::{Format, InputRate, ThreadCount};

use crate::rejected::Rejected;

/// The most threads that are run.
const MAXIMUM_THREADS: u32 = 1 << 16;

/// The last vertex and instance that a draw can begin with: with so many elements before the first,
/// an attribute's offset still fits its 32 bits.
const MAXIMUM_START: u32 = 1 << 28;

/// The size of an element, which holds its own index.
const STRIDE: u32 = 4;

/// A draw of one attribute per buffer, whose elements are their own indices.
pub(crate) struct ModelRun {
    call: DrawCall,
    threads: u32,
    words: Vec<u32>,
    tables: Tables,
    /// The `Draw` and the `Invocation`, where there are any.
    draw: Option<([u32; 2], [u32; 2])>,
    /// Where each attribute's elements lie.
    elements: Vec<Elements>,
}

/// The elements that a draw reads, of consecutive indices. Those before them are not there.
struct Elements {
    address: u64,
    bytes: Vec<u8>,
}

impl Elements {
    /// Elements from `first` on.
    fn new(first: u32, count: u32) -> Self {
        Self {
            address: u64::from(first) * u64::from(STRIDE),
            bytes: (first..first + count).flat_map(u32::to_le_bytes).collect(),
        }
    }
}

impl ModelRun {
    /// Packs the draw. Everything that is wrong with it is wrong with a value that it is asked for.
    pub(crate) fn new(call: DrawCall, rates: &[InputRate]) -> Result<Self, Rejected> {
        let (vertex, instance) = (call.first_vertex, call.first_instance);
        for (key, start) in [("first_vertex", vertex), ("first_instance", instance)] {
            if start > MAXIMUM_START {
                let reason = format!("{start} is too large: at most {MAXIMUM_START} is allowed");
                return Err(Rejected::new(key, reason));
            }
        }
        let thread_count = call.thread_count()?;
        let threads = count_threads(&call, thread_count)?;
        let buffer = |rate: &InputRate| VertexBuffer {
            size: Some(u32::MAX),
            ..VertexBuffer::new(STRIDE, *rate)
        };
        let buffers: Vec<_> = rates.iter().map(buffer).collect();
        let attribute = |buffer| VertexAttribute::new(buffer, Format::R32_UINT, 0);
        let attributes: Vec<_> = (0..rates.len()).map(attribute).collect();
        let ranges = vec![BufferRange::at(0); rates.len()];
        let needed = words_needed(&call, buffers.len(), &attributes).map_err(blame)?;
        let mut words = vec![0; needed];
        let tables = write(&call, &buffers, &attributes, &ranges, &mut words).map_err(blame)?;
        let elements = rates.iter().map(|rate| match rate {
            InputRate::Vertex => Elements::new(vertex, threads),
            _ => Elements::new(instance, threads),
        });
        let draw = call.draw().map_err(blame)?;
        let invocation = call.invocation().map_err(blame)?;
        let both = draw.zip(invocation);
        Ok(Self {
            call,
            threads,
            words,
            tables,
            draw: both.map(|(draw, invocation)| (draw.words(), invocation.words())),
            elements: elements.collect(),
        })
    }

    /// Each linear id, and the thread that the dispatcher makes of it.
    pub(crate) fn threads(&self) -> impl Iterator<Item = (u32, Thread)> {
        (0..self.threads).filter_map(|linear_id| {
            let thread = match self.draw {
                Some((draw, invocation)) => thread(draw, invocation, linear_id)?,
                None => Thread {
                    vertex: linear_id % self.call.vertices,
                    instance: linear_id / self.call.vertices,
                    is_padding: false,
                },
            };
            Some((linear_id, thread))
        })
    }

    /// The index of the element that a thread gets for each attribute; `None` where it gets nothing
    /// of the buffer.
    pub(crate) fn elements(&self, linear_id: u32, thread: Thread) -> Vec<Option<u32>> {
        let buffers = &self.words[self.tables.buffers.clone()];
        let attributes = &self.words[self.tables.attributes.clone()];
        let element = |(attribute, elements): (usize, &Elements)| {
            let memory = Memory {
                address: elements.address,
                bytes: &elements.bytes,
            };
            let fetched = if let Some((draw, _)) = self.draw {
                fetch(buffers, attributes, draw, attribute, linear_id, memory)
            } else {
                let ids = [thread.vertex, thread.instance];
                let first_vertex = self.call.first_vertex;
                fetch_valhall(buffers, attributes, first_vertex, attribute, ids, memory)
            };
            match fetched {
                Some(Fetched::Bytes(bytes)) => bytes.first_chunk().copied().map(u32::from_le_bytes),
                _ => None,
            }
        };
        self.elements.iter().enumerate().map(element).collect()
    }
}

/// The number of threads that a draw runs.
fn count_threads(call: &DrawCall, thread_count: ThreadCount) -> Result<u32, Rejected> {
    let is_padded = call.arch.has_attribute_buffers() && thread_count.is_instanced();
    let padded = thread_count.padded_vertices().get();
    let threads_an_instance = if is_padded { padded } else { call.vertices };
    let padding = if is_padded {
        format!(", padded to {padded},")
    } else {
        String::new()
    };
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

/// What is left to be wrong once the draw is dispatched is the attributes' number or divisors.
fn blame(error: DrawError) -> Rejected {
    match error {
        DrawError::Draw(error) | DrawError::Buffer { error, .. } => error.into(),
        _ => Rejected::new("divisor", error.reason().to_string()),
    }
}
