//! The draws of a script.

use std::ops::Range;

use mali_buffers::{
    ApplicationDraw, Attribute, DataSource, Decision, Drawn, Error, LineLoop, LoopIndices,
    Sequence, Vertices,
};
use mali_instancing_codegen::pack::word;

use super::{Problem, Simulation};
use crate::memory::{allocate, too_many};
use crate::planned::Planned;
use crate::report::{DrawReport, LocationReport, MemoryReport, SegmentsReport, WriteReport};
use crate::script::Draw;

/// The number of indices of line loops that are reported.
const REPORTED: usize = 256;

impl Simulation<'_> {
    pub(super) fn draw(&mut self, draw: &Draw) -> Result<(), Problem> {
        let Some(source) = draw.segments else {
            self.effects.plan = self.draw_one(draw, &draw.call)?;
            return Ok(());
        };
        self.application.segments = None;
        let (first, indices) =
            match LineLoop::of(&draw.call, self.planner.target(), &self.application)? {
                None => return Ok(()),
                Some(LineLoop::Closed(closing)) => (draw.call, closing),
                Some(LineLoop::Rewritten(strips)) => (strips.draw(source), strips),
            };
        let mut report = self.write_segments(&indices, source)?;
        self.effects.plan = self.draw_one(draw, &first)?;
        if first == draw.call && self.effects.plan.is_some() {
            report.closing = self.draw_one(draw, &indices.draw(source))?;
        }
        self.effects.segments = Some(report);
        Ok(())
    }

    /// Writes the indices of line loops to client memory.
    fn write_segments(
        &mut self,
        indices: &LoopIndices,
        source: DataSource,
    ) -> Result<SegmentsReport, Problem> {
        let mut bytes = allocate(self.used(), indices.size(), self.limit)?;
        indices.write(&self.application, &mut bytes)?;
        let Vertices::Elements(elements) = indices.draw(source).vertices else {
            unreachable!("line loops are drawn as indices")
        };
        let index = |bytes: &[u8]| {
            let index = bytes
                .iter()
                .rev()
                .fold(0, |index, &byte| index << 8 | u32::from(byte));
            (elements.restart_index != Some(index)).then_some(index)
        };
        let all = bytes.chunks(elements.index_type.size() as usize);
        let report = SegmentsReport {
            index_count: elements.count,
            indices: all.take(REPORTED).map(index).collect(),
            closing: None,
        };
        self.application.segments = Some((source, bytes));
        Ok(report)
    }

    /// Draws once, and waits for the GPU as often as necessary; `None` if nothing is drawn.
    fn draw_one(
        &mut self,
        draw: &Draw,
        call: &ApplicationDraw,
    ) -> Result<Option<DrawReport>, Problem> {
        self.bind(draw)?;
        let before = self.copied();
        self.memory.allocated.clear();
        self.memory.written.clear();
        let is_unchanged = loop {
            let drawn = self.draw_now(call, Sequence::new(draw.submission));
            if drawn.is_err() {
                self.effects.bytes_copied_before_error = self.copied().wrapping_sub(before);
            }
            match drawn? {
                Drawn::Written(tables) => {
                    self.tables = tables;
                    break false;
                }
                Drawn::Unchanged => break true,
                Drawn::Nothing => return Ok(None),
                Drawn::Wait(until) => self.wait(until),
            }
        };
        self.name_blocks(draw, call);
        let copied = self.copied().wrapping_sub(before);
        Ok(self.report(draw, call, is_unchanged, copied))
    }

    /// Binds the draw's attributes, unless they are those of the draw before.
    fn bind(&mut self, draw: &Draw) -> Result<(), Error> {
        let ignores_vertex_id = draw.ignores_vertex_id;
        let is_bound = self.bound.as_ref().is_some_and(|(attributes, ignores)| {
            *attributes == draw.attributes && *ignores == ignores_vertex_id
        });
        if !is_bound {
            self.state.set_arrays(&draw.attributes)?;
            self.state.set_ignores_vertex_id(ignores_vertex_id);
            let needed = self.planner.words_needed(&self.state);
            self.words = vec![0; needed];
            self.bound = Some((draw.attributes.clone(), ignores_vertex_id));
        }
        Ok(())
    }

    /// The planner's answer.
    fn draw_now(&mut self, call: &ApplicationDraw, work: Sequence) -> Result<Drawn, Problem> {
        self.memory.allowed = self.limit.saturating_sub(self.application.used());
        self.application.allowed = self.limit.saturating_sub(self.used());
        self.memory.refused = None;
        self.application.refused.set(None);
        let drawn = self.planner.draw(
            &mut self.state,
            call,
            &mut self.application,
            &mut self.memory,
            work,
            &mut self.words,
        );
        // Without the memory that it needs first, a draw finds other places. They are not those of a driver.
        let needed = match (self.memory.refused, self.application.refused.get()) {
            (Some(blocks), _) => Some(self.application.used().saturating_add(blocks)),
            (None, Some(size)) => Some(self.used().saturating_add(size)),
            (None, None) => None,
        };
        match needed {
            Some(total) => Err(Problem::Fatal(too_many(total, self.limit))),
            None => drawn.map_err(Problem::Refused),
        }
    }

    /// The number of bytes that draws have copied so far.
    fn copied(&self) -> u64 {
        let counters = self.planner.counters();
        counters.bytes_streamed + counters.bytes_kept + counters.constant_bytes
    }

    /// Names the blocks that a draw reads, by what is in them.
    fn name_blocks(&mut self, draw: &Draw, call: &ApplicationDraw) {
        let attributes = draw.attributes.iter().enumerate();
        let attributes = attributes.filter_map(|(number, attribute)| {
            let place = self.state.explain(number)?;
            let source = match attribute {
                Attribute::Array(array) => Some(array.source),
                _ => None,
            };
            Some((place.address, place.decision, source))
        });
        let mut read: Vec<_> = attributes.collect();
        let indices = self.state.index_data().and_then(|data| data.indices);
        if let (Some(indices), Some(decision), Vertices::Elements(array)) =
            (indices, self.state.explain_indices(), call.vertices)
        {
            read.push((indices.address, decision, Some(array.source)));
        }
        for (address, decision, source) in read {
            let (ring_blocks, copies, names) =
                (&mut self.ring_blocks, &mut self.copies, self.names);
            let count = |number: &mut u64| {
                *number += 1;
                *number - 1
            };
            match (decision, source) {
                (Decision::InPlace, _) => {}
                (
                    Decision::CopyFound { .. } | Decision::CopyMade { .. },
                    Some(DataSource::Buffer(buffer)),
                ) => self.memory.name_at(address, || {
                    let number = count(copies.entry(buffer).or_default());
                    format!("copy {number} of {}", names.buffer(buffer))
                }),
                (Decision::ConstantFound | Decision::ConstantWritten, _) => {
                    self.memory.name_at(address, || "constants".to_owned());
                }
                _ => self
                    .memory
                    .name_at(address, || format!("ring block {}", count(ring_blocks))),
            }
        }
    }

    fn report(
        &self,
        draw: &Draw,
        call: &ApplicationDraw,
        is_unchanged: bool,
        bytes_copied: u64,
    ) -> Option<DrawReport> {
        let (drawn, data) = (self.state.counts()?, self.state.index_data()?);
        let planned = Planned {
            draw,
            call,
            names: self.names,
            application: &self.application,
            memory: &self.memory,
            state: &self.state,
            is_unchanged,
        };
        let words = |range: &Range<usize>| {
            let words = self.words.get(range.clone()).unwrap_or_default();
            words.iter().copied().map(word).collect()
        };
        let write = |written: &Range<u64>| WriteReport {
            location: LocationReport::of(&self.memory, written.start),
            bytes: written.end - written.start,
        };
        let memory = |&block: &u64| MemoryReport {
            place: (self.memory.block_at(block)).map_or(String::new(), |(_, name)| name.to_owned()),
            bytes: self.memory.size_of(block),
        };
        Some(DrawReport {
            unchanged: is_unchanged,
            vertices: drawn.vertices,
            first_vertex: drawn.first_vertex,
            instances: call.instances,
            first_instance: call.first_instance,
            attributes: planned.attributes(),
            indices: data
                .indices
                .as_ref()
                .map(|indices| planned.indices(indices)),
            writes: self.memory.written.iter().map(write).collect(),
            allocated: self.memory.allocated.iter().map(memory).collect(),
            bytes_copied,
            bytes_in_place: planned.bytes_in_place(drawn.vertices),
            buffer_words: words(&self.tables.buffers),
            attribute_words: words(&self.tables.attributes),
        })
    }
}
