//! The draws of a script.

use std::ops::Range;

use mali_buffers::{
    ApplicationDraw, Attribute, AttributeArray, AttributePlace, DataSource, Decision, Drawn,
    LineLoop, LoopIndices, Sequence, Vertices,
};
use mali_instancing::{Format, InputRate};
use mali_instancing_codegen::choice::Choice;
use mali_instancing_codegen::pack::word;
use mali_instancing_codegen::read::{Fault, Location, Number, wrong};

use super::{Problem, Simulation};
use crate::answer::{
    Action, AttributeAnswer, DecisionAnswer, DrawAnswer, IndexAnswer, Place, SegmentsAnswer,
};
use crate::choices::{IndexTypeNames, Mode};
use crate::script::Draw;

/// The number of indices of line loops that are reported.
const REPORTED: usize = 256;

/// The parts that all draws of a call have in common: its attributes and their names, and the work that it is part of.
struct Input {
    attributes: Vec<Attribute>,
    titles: Vec<String>,
    ignores_vertex_id: bool,
    work: Sequence,
}

impl Simulation {
    pub(super) fn draw(&mut self, draw: &Draw, at: &Location) -> Result<(), Problem> {
        // A draw that is refused has a number in the answer too.
        self.draws += 1;
        self.submissions = self.submission(draw, at)?;
        self.answer.action = Action::Draw {
            draw: self.draws,
            submission: self.submissions,
            mode: draw.mode,
        };
        let (attributes, titles) = draw.attributes(&mut self.application, at)?;
        let input = Input {
            attributes,
            titles,
            ignores_vertex_id: draw.reads_vertex_id == Some(false),
            work: Sequence::new(self.submissions),
        };
        let call = draw.call(&mut self.application, at)?;
        // A list of indices is there now. The draw may need no other memory, whose limit would be checked.
        self.check_room(0)?;
        if !self.has_segments || draw.mode.0 != Mode::LineLoop {
            self.answer.plan = self.draw_one(&input, &call)?;
            return Ok(());
        }
        // The planner reads the indices of loops as client memory of their own. `segments` has the bytes.
        let source = self.application.add_client(Vec::new());
        self.application.segments = None;
        let (first, indices) = match LineLoop::of(&call, self.planner.target(), &self.application)?
        {
            None => return Ok(()),
            Some(LineLoop::Closed(closing)) => (call, closing),
            Some(LineLoop::Rewritten(strips)) => (strips.draw(source), strips),
        };
        // The indices are written first, since the strip may be drawn with them.
        let segments = self.write_segments(&indices, source)?;
        self.answer.plan = self.draw_one(&input, &first)?;
        self.answer.segments = Some(segments);
        // Only closed loops are drawn as they are, and then a line closes them.
        if first == call && self.answer.plan.is_some() {
            let closing = self.draw_one(&input, &indices.draw(source))?;
            if let Some(segments) = &mut self.answer.segments {
                segments.closing = closing;
            }
        }
        Ok(())
    }

    /// The submission that a draw is part of: the last one or a later one.
    fn submission(&self, draw: &Draw, at: &Location) -> Result<u64, Fault> {
        let first_allowed = self.submissions.max(1);
        match draw.submission {
            Some(Number(number)) if number < first_allowed => {
                let reason =
                    format!("{number} is before the last: at least {first_allowed} is allowed");
                // The planner would refuse it too, but could not name the key.
                Err(wrong(at, "submission", reason))
            }
            Some(Number(number)) => Ok(number),
            None => Ok(self.submissions.saturating_add(1)),
        }
    }

    /// Writes the indices of line loops to client memory.
    fn write_segments(
        &mut self,
        indices: &LoopIndices,
        source: DataSource,
    ) -> Result<SegmentsAnswer, Problem> {
        self.check_room(indices.size())?;
        let mut bytes = vec![0; usize::try_from(indices.size()).unwrap_or(usize::MAX)];
        indices.write(&self.application, &mut bytes)?;
        let Vertices::Elements(elements) = indices.draw(source).vertices else {
            unreachable!("line loops are drawn as indices")
        };
        let index = |bytes: &[u8]| {
            let bytes = bytes.iter().rev();
            let index = bytes.fold(0, |index, &byte| index << 8 | u32::from(byte));
            (elements.restart_index != Some(index)).then_some(index)
        };
        let all = bytes.chunks(elements.index_type.size() as usize);
        let answer = SegmentsAnswer {
            index_count: elements.count,
            indices: all.take(REPORTED).map(index).collect(),
            closing: None,
        };
        self.application.segments = Some((source, bytes));
        Ok(answer)
    }

    /// Draws once, and waits for the GPU as often as necessary; `None` if nothing is drawn.
    fn draw_one(
        &mut self,
        input: &Input,
        call: &ApplicationDraw,
    ) -> Result<Option<DrawAnswer>, Problem> {
        self.state.set_arrays(&input.attributes)?;
        // The next draw is never the same as the last if this is set.
        if self.ignores_vertex_id != input.ignores_vertex_id {
            self.ignores_vertex_id = input.ignores_vertex_id;
            self.state.set_ignores_vertex_id(input.ignores_vertex_id);
        }
        let needed = self.planner.words_needed(&self.state);
        // An unchanged draw needs the words of the draw before: `resize` keeps them.
        self.words.resize(needed, 0);
        let before = self.copied();
        // A draw that was refused has left its writes and its blocks there.
        self.memory.forget();
        let is_unchanged = loop {
            let drawn = self.draw_now(call, input.work);
            if drawn.is_err() {
                // Copies that were made before the error stay, and are part of the totals.
                self.answer.bytes_copied_before_error = self.copied().wrapping_sub(before);
            }
            match drawn? {
                Drawn::Written(tables) => {
                    self.tables = tables;
                    break false;
                }
                Drawn::Unchanged => break true,
                Drawn::Nothing => return Ok(None),
                // This GPU finishes as soon as something waits for it, and the same draw is made again.
                Drawn::Wait(until) => self.wait(until),
            }
        };
        let copied = self.copied().wrapping_sub(before);
        Ok(self.plan(input, call, is_unchanged, copied))
    }

    /// The planner's answer.
    fn draw_now(&mut self, call: &ApplicationDraw, work: Sequence) -> Result<Drawn, Problem> {
        self.memory.allowed = self.limit.saturating_sub(self.application.used());
        // Client memory with a name takes memory only while it is read.
        self.application.allowed = self.memory.allowed.saturating_sub(self.memory.used());
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
        match (self.memory.refused, self.application.refused.get()) {
            (Some(blocks), _) => Err(self.too_many(self.application.used().saturating_add(blocks))),
            (None, Some(size)) => Err(self.too_many(self.total_with(size))),
            (None, None) => Ok(drawn?),
        }
    }

    /// The number of bytes that draws have copied so far.
    fn copied(&self) -> u64 {
        let counters = self.planner.counters();
        counters.bytes_streamed + counters.bytes_kept + counters.constant_bytes
    }

    /// The answer about a draw that was drawn.
    fn plan(
        &mut self,
        input: &Input,
        call: &ApplicationDraw,
        is_unchanged: bool,
        bytes_copied: u64,
    ) -> Option<DrawAnswer> {
        let (counts, data) = (*self.state.counts()?, *self.state.index_data()?);
        let (mut attributes, mut bytes_in_place) = (Vec::new(), 0);
        for (number, (attribute, title)) in input.attributes.iter().zip(&input.titles).enumerate() {
            let place = self.state.explain(number);
            if let (Attribute::Array(array), Some(place)) = (attribute, &place) {
                let elements = match array.rate {
                    InputRate::Vertex => counts.vertices,
                    InputRate::Instance { divisor } => call.instances.div_ceil(divisor.get()),
                    InputRate::Constant => 1,
                };
                bytes_in_place += self.bytes_in_place(array, place, elements.into());
            }
            attributes.push(self.attribute(attribute, title.clone(), place, is_unchanged));
        }
        let source = match call.vertices {
            Vertices::Elements(array) => Some(array.source),
            Vertices::Arrays { .. } => None,
        };
        let indices = data.indices.zip(self.state.explain_indices());
        let indices = indices.map(|(indices, decision)| {
            if decision == Decision::InPlace {
                let size = u64::from(indices.index_type.size());
                bytes_in_place += u64::from(indices.count) * size;
            }
            IndexAnswer {
                decision: DecisionAnswer::new(decision, is_unchanged),
                place: self.place(indices.address, decision, source),
                index_type: IndexTypeNames::name(indices.index_type),
                count: indices.count,
                restart_index: indices.restart_index,
            }
        });
        let words = |range: &Range<usize>| {
            let words = self.words.get(range.clone()).unwrap_or_default();
            words.iter().copied().map(word).collect()
        };
        Some(DrawAnswer {
            unchanged: is_unchanged,
            vertices: counts.vertices,
            first_vertex: counts.first_vertex,
            instances: call.instances,
            first_instance: call.first_instance,
            attributes,
            indices,
            buffer_words: words(&self.tables.buffers),
            attribute_words: words(&self.tables.attributes),
            writes: self.memory.take_writes(),
            allocated: self.memory.take_allocated(),
            bytes_copied,
            bytes_in_place,
        })
    }

    fn attribute(
        &mut self,
        attribute: &Attribute,
        title: String,
        place: Option<AttributePlace>,
        is_unchanged: bool,
    ) -> AttributeAnswer {
        let (source, words) = match attribute {
            Attribute::Array(array) => (Some(array.source), ""),
            Attribute::Constant(_) => (None, ""),
            Attribute::VertexId => (None, "the vertex's number"),
            Attribute::InstanceId => (None, "the instance's number"),
        };
        let decision = place.map(|place| DecisionAnswer::new(place.decision, is_unchanged));
        AttributeAnswer {
            attribute: title,
            decision: decision.unwrap_or(DecisionAnswer::none(words)),
            stride: place.map(|place| place.stride),
            rate: place.map(|place| place.rate.to_string()),
            first_element: place.map(|place| place.first_element),
            format: place.map_or(Format::R32_UINT, |place| place.format).name(),
            place: place.map_or_else(Place::default, |place| {
                self.place(place.address, place.decision, source)
            }),
        }
    }

    /// The place of data at an address. A block that has no name gets that of what is in it.
    fn place(&mut self, address: u64, decision: Decision, source: Option<DataSource>) -> Place {
        let buffer = match source {
            Some(DataSource::Buffer(buffer)) => self.application.stored(buffer).ok(),
            _ => None,
        };
        // Names are counted from 0, in the order in which the answers meet the blocks.
        let next = |number: &mut u64| {
            *number += 1;
            *number - 1
        };
        if let (Decision::InPlace, Some(stored)) = (decision, &buffer) {
            let begin = stored.buffer.address().unwrap_or_default();
            return Place::new(&stored.name, address.wrapping_sub(begin));
        }
        self.memory.named(address, || match (decision, buffer) {
            (Decision::CopyFound { .. } | Decision::CopyMade { .. }, Some(stored)) => {
                format!("copy {} of {}", next(&mut stored.copies), stored.name)
            }
            (Decision::ConstantFound | Decision::ConstantWritten, _) => "constants".to_owned(),
            _ => format!("ring block {}", next(&mut self.ring_blocks)),
        })
    }

    /// The number of bytes of an array that a draw of so many different elements reads in place: of those that the
    /// buffer has.
    fn bytes_in_place(&self, array: &AttributeArray, place: &AttributePlace, elements: u64) -> u64 {
        let (DataSource::Buffer(id), Decision::InPlace) = (array.source, place.decision) else {
            return 0;
        };
        let (size, stride) = (u64::from(array.format.size()), u64::from(array.stride));
        let after_first = self.application.buffers.get(&id).and_then(|stored| {
            let begin = place.address.wrapping_sub(stored.buffer.address()?);
            stored.buffer.size().checked_sub(begin)?.checked_sub(size)
        });
        // With a stride of 0, there is one element.
        let existing = after_first.map_or(0, |bytes| 1 + bytes.checked_div(stride).unwrap_or(0));
        existing.min(elements) * size
    }
}
