//! A draw on the reference model: the library packs its words, and the model fetches through them.

use mali_instancing::check::{Counts, DrawState};
use mali_instancing::draw::{
    BufferRange, DrawCounts, DrawError, Pipeline, VertexAttribute, VertexBuffer, words_needed,
    write,
};
use mali_instancing::model::{Access, Thread, locate, locate_valhall, thread};
use mali_instancing::{Format, InputRate};
use serde::Serialize;

use crate::draw_words::DrawWords;
use crate::output::count;
use crate::rejected::Rejected;

/// The largest number of threads that are run together.
const MAXIMUM_THREADS: u32 = 1 << 16;

/// The largest first vertex and first instance of a draw: with this number of elements before the first one,
/// an attribute's offset still fits its 32 bits.
const MAXIMUM_START: u32 = 1 << 28;

/// The size of an element.
const STRIDE: u32 = 4;

/// A thread of a draw.
#[derive(Debug, Serialize)]
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

/// A draw with one attribute for each buffer, whose elements are numbered in their order, on the reference model.
pub(super) struct Model {
    pipeline: Pipeline,
    counts: DrawCounts,
    /// The number of attributes.
    attributes: usize,
    /// The number of threads of an instance.
    threads: u32,
    /// The draw's words, which the threads read.
    pub(super) words: DrawWords,
}

impl Model {
    /// Packs a draw with an attribute for each rate. Every error is about a value that was given.
    pub(super) fn new(
        pipeline: Pipeline,
        counts: DrawCounts,
        rates: &[InputRate],
    ) -> Result<Self, Rejected> {
        if counts.instances == Some(0) {
            let reason = "0 instances have no threads: at least 1 is allowed";
            return Err(Rejected::new("instances", reason));
        }
        let keys = ["first_vertex", "first_instance"];
        for (key, start) in keys
            .into_iter()
            .zip([counts.first_vertex, counts.first_instance])
        {
            if start > MAXIMUM_START {
                let reason = format!("{start} is too large: at most {MAXIMUM_START} is allowed");
                return Err(Rejected::new(key, reason));
            }
        }
        let thread_count = pipeline.thread_count(&counts)?;
        // One instance is not padded, and from V9 on none is.
        let is_padded = pipeline.arch.has_attribute_buffers() && thread_count.is_instanced();
        let padded = thread_count.padded_vertices().get();
        Ok(Self {
            pipeline,
            counts,
            attributes: rates.len(),
            threads: if is_padded { padded } else { counts.vertices },
            words: pack(&pipeline, &counts, rates).map_err(blame)?,
        })
    }

    fn instances(&self) -> u32 {
        self.counts.instances.unwrap_or(1)
    }

    /// The number of threads that the draw runs.
    fn thread_count(&self) -> u64 {
        u64::from(self.threads) * u64::from(self.instances())
    }

    /// Runs every thread.
    pub(super) fn run_all(&self) -> Result<Vec<TracedThread>, Rejected> {
        let threads = self.few_threads()?;
        Ok((0..threads).filter_map(|id| self.thread(id)).collect())
    }

    /// The number of threads, if it is small enough to run all of them.
    fn few_threads(&self) -> Result<u32, Rejected> {
        let (threads, instances) = (self.thread_count(), self.instances());
        let padding = match self.threads {
            padded if padded == self.counts.vertices => String::new(),
            padded => format!(", padded to {padded},"),
        };
        let vertices = format!("{} vertices{padding}", self.counts.vertices);
        match u32::try_from(threads) {
            Ok(threads) if threads <= MAXIMUM_THREADS => Ok(threads),
            _ if self.threads > MAXIMUM_THREADS => {
                let reason = format!(
                    "{vertices} are too many threads: at most {MAXIMUM_THREADS} are allowed, or one of them alone"
                );
                Err(Rejected::new("vertices", reason))
            }
            _ => {
                // At least 1: more threads in one instance are the case before, and 0 vertices are refused.
                let most = MAXIMUM_THREADS / self.threads;
                let reason = format!(
                    "{instances} instances of {vertices} are {threads} threads: at most \
                     {MAXIMUM_THREADS} are allowed, which is {most} instances, or one thread alone"
                );
                Err(Rejected::new("instances", reason))
            }
        }
    }

    /// Runs one thread.
    pub(super) fn run(&self, linear_id: u32) -> Result<TracedThread, Rejected> {
        self.thread(linear_id).ok_or_else(|| {
            let last = self.thread_count() - 1;
            let of = count(self.instances() as usize, "instance", "instances");
            let reason = format!(
                "there is no thread {linear_id}: 0 to {last} are allowed in a draw of {of}, and more with more \
                 instances"
            );
            Rejected::new("thread", reason)
        })
    }

    /// A thread with this number, if the draw has it.
    fn thread(&self, linear_id: u32) -> Option<TracedThread> {
        if u64::from(linear_id) >= self.thread_count() {
            return None;
        }
        let thread = match self.words.draw.zip(self.words.invocation) {
            Some((draw, invocation)) => thread(draw, invocation, linear_id)?,
            // From V9 on there are no such words: the unit gets vertex and instance, and nothing is padded.
            None => Thread {
                vertex: linear_id % self.threads,
                instance: linear_id / self.threads,
                is_padding: false,
            },
        };
        let ids = [thread.vertex, thread.instance];
        let (buffers, attributes) = (&self.words.buffers, &self.words.attributes);
        // Each buffer is at address 0, so that an address divided by the stride is the number of an element.
        let element = |number| {
            let access = match self.words.draw {
                Some(draw) => locate(
                    self.pipeline.arch,
                    buffers,
                    attributes,
                    draw,
                    number,
                    linear_id,
                ),
                None => locate_valhall(buffers, attributes, self.counts.first_vertex, number, ids),
            };
            match access {
                Some(Access::Bytes { address, .. }) => {
                    u32::try_from(address / u64::from(STRIDE)).ok()
                }
                _ => None,
            }
        };
        Some(TracedThread {
            linear_id,
            vertex: thread.vertex,
            instance: thread.instance,
            discarded: thread.is_padding,
            elements: (0..self.attributes).map(element).collect(),
        })
    }
}

/// The largest size of a buffer: the number above it stands for no size.
const LARGEST_SIZE: u32 = BufferRange::NO_SIZE - 1;

/// The words of a draw.
fn pack(
    pipeline: &Pipeline,
    counts: &DrawCounts,
    rates: &[InputRate],
) -> Result<DrawWords, DrawError> {
    // The model reads no element after the end of a buffer, so these end as late as they can.
    let buffer = |rate: &InputRate| VertexBuffer::new(STRIDE, *rate).with_size(Some(LARGEST_SIZE));
    let buffers: Vec<_> = rates.iter().map(buffer).collect();
    let attribute = |buffer| VertexAttribute::new(buffer, Format::R32_UINT, 0);
    let attributes: Vec<_> = (0..rates.len()).map(attribute).collect();
    let ranges = vec![BufferRange::at(0); rates.len()];
    let mut words = vec![0; words_needed(pipeline, buffers.len(), &attributes)?];
    let tables = write(pipeline, counts, &buffers, &attributes, &ranges, &mut words)?;
    let known = Counts {
        vertices: Some(counts.vertices),
        instances: counts.instances.unwrap_or(1),
        first_vertex: counts.first_vertex.into(),
    };
    let state = DrawState {
        draw: pipeline.draw(counts)?.map(|draw| draw.words()),
        invocation: pipeline
            .invocation(counts)?
            .map(|invocation| invocation.words()),
        counts: Some(known),
        ..DrawState::new(
            pipeline.arch,
            &words[tables.buffers],
            &words[tables.attributes],
        )
    };
    Ok(DrawWords::new(1, &state))
}

/// An error about the attributes: after the draw is dispatched, only their number or divisors can be wrong.
fn blame(error: DrawError) -> Rejected {
    match error {
        DrawError::Draw(error) | DrawError::Buffer { error, .. } => error.into(),
        _ => Rejected::new("divisor", error.reason().to_string()),
    }
}
