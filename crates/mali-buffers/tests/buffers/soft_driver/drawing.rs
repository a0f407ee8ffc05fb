//! The driver's draws.

use crate::drawing::state_of;
use crate::drawing::{Drawing, decision};
use mali_buffers::{
    Attribute, AttributeArray, DataSource, Decision, Drawn, ElementArray, Error, Sequence,
    StreamingReason, Target, Vertices,
};
use mali_instancing::draw::{IndexBounds, Pipeline, Tables};

use super::application::Pattern;
use super::driver::{Driver, VertexArray};
use super::gpu::Work;
use super::memory::Memory;
use super::program::{AttributeState, DrawState, ElementsState, Failure, RestartIndex};
use super::reference::{self, Forecast};

/// The number of vertex arrays that a context keeps.
const KEPT: usize = 5;

/// The largest number of vertices of an indexed draw, so that the reference is fast enough.
const MOST_VERTICES: u32 = 300;

impl Driver {
    pub(super) fn target(&self) -> Target {
        self.setting.targets[self.context]
    }

    pub(super) fn draw(&mut self, state: &DrawState) {
        self.context = state.context;
        let elements = state
            .elements
            .and_then(|elements| self.elements(state, elements));
        let vertices = elements.map_or(
            Vertices::Arrays {
                first: state.first,
                count: state.count,
            },
            Vertices::Elements,
        );
        let range = match vertices {
            // A range has at least one vertex: that of a draw of nothing is lent, and not read.
            Vertices::Arrays { first, count } => [first, count.max(1)],
            Vertices::Elements(array) => match self.bounds(array) {
                Some(IndexBounds { minimum, maximum }) => [
                    minimum.wrapping_add_signed(array.base_vertex),
                    maximum - minimum + 1,
                ],
                None => [0, 1],
            },
        };
        let attributes: Vec<Attribute> = state
            .attributes
            .iter()
            .filter_map(|&attribute| self.attribute(state, attribute, range))
            .collect();
        let draw = Drawing {
            vertices,
            instances: state.instances,
            first_instance: state.first_instance,
            attributes: &attributes,
        };
        let spans = spans(&draw, range);
        self.lend(&spans);
        self.note_overlaps(&spans, elements.is_some());
        let forecast = reference::forecast(&self.client, &draw, self.target());
        let pipeline = Pipeline::new(self.target().arch)
            .with_padding(self.setting.padding)
            .with_rounding(self.setting.rounding)
            .with_idvs(self.setting.idvs);
        if let Err(error) = self.bind(state, draw.attributes, pipeline) {
            assert!(forecast.errors[1].contains(&error), "{error}");
            return;
        }
        self.draw_with_state(state, &draw, &forecast);
    }

    /// Makes the vertex array of those attributes the latest one.
    fn bind(
        &mut self,
        how: &DrawState,
        attributes: &[Attribute],
        pipeline: Pipeline,
    ) -> Result<(), Error> {
        let all = &mut self.vertex_arrays[self.context];
        let mut same = all.iter();
        let same = same.position(|array| {
            array.attributes == attributes && array.ignores_vertex_id == how.ignores_vertex_id
        });
        let mut array = match same {
            // An array of the same attributes is drawn with again, so that draws are unchanged. If all places are
            // taken, the oldest array gets other attributes, so that states are bound again.
            Some(same) if !how.has_new_state => all.remove(same),
            _ if all.len() == KEPT && !how.has_new_state => all.remove(0),
            _ => {
                let mut state = state_of(&[])?;
                state.set_rules(pipeline, None);
                VertexArray {
                    attributes: Vec::new(),
                    ignores_vertex_id: false,
                    state,
                    words: vec![0; 16 * 16 + 12],
                    tables: Tables::default(),
                }
            }
        };
        // This leaves room for the array.
        all.truncate(KEPT - 1);
        if array.attributes != attributes {
            how.form.set(&mut array.state, attributes)?;
        }
        if array.ignores_vertex_id != how.ignores_vertex_id {
            array.state.set_ignores_vertex_id(how.ignores_vertex_id);
        }
        array.attributes = attributes.to_vec();
        array.ignores_vertex_id = how.ignores_vertex_id;
        self.vertex_arrays[self.context].push(array);
        Ok(())
    }

    fn draw_with_state(&mut self, how: &DrawState, drawing: &Drawing<'_>, forecast: &Forecast) {
        let draw = drawing.draw();
        let mut array = self.vertex_arrays[self.context].pop().unwrap();
        // A wait is no result: the same draw is made again, with the same failures.
        let answer = loop {
            if let Some((failure, after)) = how.failure {
                let left = |of| (failure == of).then_some(after);
                self.memory.allocations_left = left(Failure::Allocate);
                self.memory.writes_left = left(Failure::Write);
                self.client.reads_left.set(left(Failure::Read));
            }
            (self.memory.retired, self.memory.copied) = (0, 0);
            let work = self.recorded();
            self.memory.recorded = work;
            let answer = self.planners[self.context].draw(
                &mut array.state,
                &draw,
                &mut self.client,
                &mut self.memory,
                Sequence::new(work),
                &mut array.words,
            );
            self.memory.allocations_left = None;
            self.memory.writes_left = None;
            self.client.reads_left.set(None);
            if self.memory.retired > 0 {
                *self.events.entry("retired").or_default() += 1;
            }
            if self.memory.copied > 0 {
                *self.events.entry("copied by the GPU").or_default() += 1;
            }
            let Ok(Drawn::Wait(until)) = answer else {
                break answer;
            };
            *self.events.entry("waited for the ring").or_default() += 1;
            assert!(until.get() > self.memory.completed, "it waits for nothing");
            // The work of this draw is submitted after the draw, so a wait for it would never end.
            assert!(until.get() < work, "it waits for itself");
            self.wait_for(until.get());
        };
        if let Ok(Drawn::Written(tables)) = &answer {
            array.tables = tables.clone();
        }
        let is_drawn = self.is_right(how, &answer, forecast);
        if is_drawn {
            self.note_decisions(&array, drawing);
            self.check_places(&array);
            self.submit_drawn(&array, forecast);
        } else {
            assert_eq!(array.state.index_data(), None);
        }
        self.vertex_arrays[self.context].push(array);
    }

    /// Whether a draw was drawn. It must be if it has no errors and nothing fails.
    fn is_right(
        &mut self,
        how: &DrawState,
        answer: &Result<Drawn, Error>,
        forecast: &Forecast,
    ) -> bool {
        let [index_errors, vertex_errors] = &forecast.errors;
        // An index that is not read cannot be refused.
        let may_be_wrong = !self.target().checks_indices && forecast.has_indices;
        let event = match answer {
            Ok(Drawn::Written(_) | Drawn::Unchanged) => {
                if !may_be_wrong {
                    assert!(!forecast.is_nothing, "a draw of nothing");
                    assert_eq!(*index_errors, [], "a draw of a mistake");
                    assert_eq!(*vertex_errors, [], "a draw of a mistake");
                }
                if *answer == Ok(Drawn::Unchanged) {
                    "unchanged"
                } else {
                    "written"
                }
            }
            Ok(Drawn::Nothing) => {
                assert!(forecast.is_nothing, "nothing is drawn");
                "nothing"
            }
            Ok(Drawn::Wait(_)) => panic!("it was waited for"),
            Err(Error::NoMemory { .. }) => {
                assert!(matches!(how.failure, Some((Failure::Allocate, _))));
                "no memory"
            }
            Err(error) => {
                let is_injected = match how.failure {
                    Some((Failure::Read, _)) => matches!(error, Error::Unreadable { .. }),
                    Some((Failure::Write, _)) => matches!(error, Error::Unwritable { .. }),
                    _ => false,
                };
                // If indices are not read, the planner does not find out that they draw nothing.
                let counts = !forecast.is_nothing || may_be_wrong;
                assert!(
                    is_injected
                        || index_errors.contains(error)
                        || vertex_errors.contains(error) && counts
                        || forecast.is_far && matches!(error, Error::Draw(_))
                        // The planner finds out whether indices must be read before it finds their errors.
                        || may_be_wrong && matches!(error, Error::UnknownBuffer { .. }),
                    "{error}, and not one of {index_errors:?} and {vertex_errors:?}"
                );
                if is_injected { "failed" } else { "error" }
            }
        };
        *self.events.entry(event).or_default() += 1;
        matches!(answer, Ok(Drawn::Written(_) | Drawn::Unchanged))
    }

    fn submit_drawn(&mut self, array: &VertexArray, forecast: &Forecast) {
        // The indices were not checked, and are wrong in a way of which nothing can be expected.
        let Some(expected) = forecast.expected.clone() else {
            assert!(!self.target().checks_indices, "a draw of a mistake");
            return;
        };
        let state = &array.state;
        let mut numbers = 0..array.attributes.len();
        let expected = if numbers.any(|it| decision(state, it) == Some(Decision::Gathered)) {
            expected.gathered()
        } else {
            expected
        };
        let work = Work::new(
            (self.target(), self.recorded()),
            state,
            (array.words.clone(), array.tables.clone()),
            expected,
        );
        self.submit(work);
    }

    fn note_decisions(&mut self, array: &VertexArray, drawing: &Drawing<'_>) {
        let indices = match drawing.vertices {
            Vertices::Elements(elements) => Some(elements.source),
            Vertices::Arrays { .. } => None,
        };
        let indices = indices.zip(array.state.explain_indices());
        let attributes = array.attributes.iter().enumerate();
        let attributes = attributes.filter_map(|(number, attribute)| {
            let source = match attribute {
                Attribute::Array(array) => array.source,
                _ => DataSource::Client(0),
            };
            Some((source, decision(&array.state, number)?))
        });
        for (source, decision) in attributes.chain(indices) {
            let name = match decision {
                Decision::InPlace => {
                    self.name(source);
                    "in place"
                }
                Decision::CopyFound { .. } => "copy found",
                Decision::CopyMade { .. } => "copy made",
                Decision::Streamed { reason, .. } => match reason {
                    StreamingReason::LaterCopy => "copied by later work",
                    _ => "streamed",
                },
                Decision::Gathered => "gathered",
                Decision::ConstantFound => "constant found",
                Decision::ConstantWritten => "constant written",
                Decision::ConstantStreamed => "constant streamed",
                _ => panic!("{decision:?} is new"),
            };
            *self.events.entry(name).or_default() += 1;
        }
    }

    /// Checks that each attribute is where the state says: the bytes there are those of the first element that is read.
    fn check_places(&self, array: &VertexArray) {
        for (number, attribute) in array.attributes.iter().enumerate() {
            let Some(place) = array.state.explain(number) else {
                continue;
            };
            let bytes = match attribute {
                Attribute::Constant(value) => value.to_le_bytes().to_vec(),
                Attribute::Array(array)
                    if array.format == place.format && place.decision != Decision::Gathered =>
                {
                    let step = u64::from(place.first_element) * u64::from(array.stride);
                    let begin = (array.offset + step) as usize;
                    let end = begin + array.format.size() as usize;
                    let data = self.client.data(array.source);
                    let Some(bytes) = data.and_then(|data| data.get(begin..end)) else {
                        continue;
                    };
                    bytes.to_vec()
                }
                _ => continue,
            };
            let there = Memory::at(place.address, bytes.len());
            assert_eq!(
                self.memory.bytes(there),
                bytes,
                "attribute {number}: {place:?}"
            );
        }
    }

    /// The bounds of the indices that are drawn.
    fn bounds(&self, array: ElementArray) -> Option<IndexBounds> {
        let taken = reference::taken(&self.client, array, self.target());
        reference::bounds(&self.client, &taken)
    }

    /// The indices of a draw; `None` if they do not exist and the draw is careful.
    fn elements(&self, state: &DrawState, elements: ElementsState) -> Option<ElementArray> {
        let among = elements.among.and_then(|number| self.arrays[number]);
        let source = self.source(among.map_or(elements.source, |array| array.source));
        let index_type = match self.client.pattern(source) {
            // Read as a wider type, the indices would be large numbers, and no buffer has so many vertices.
            Pattern::Indices { index_type, .. } if !state.is_careless => index_type,
            _ => elements.index_type,
        };
        let mut array = ElementArray::new(source, index_type, state.count);
        array.offset = elements.offset;
        array.restart_index = elements.restart_index.map(|index| match index {
            RestartIndex::Largest => index_type.largest(),
            RestartIndex::Number(number) => number,
        });
        if !state.is_careless {
            let size = self.client.data(source)?.len() as u64;
            let there = size.checked_sub(array.offset)? / u64::from(index_type.size());
            array.count = array.count.min(there as u32);
        }
        let Some(mut bounds) = self.bounds(array) else {
            return Some(array);
        };
        if bounds.maximum - bounds.minimum >= MOST_VERTICES {
            // One index has one vertex, however large it is.
            array.count = 1;
            bounds = self.bounds(array)?;
        }
        if let Some(slack) = elements.bounds {
            // Stated bounds may be wider than the indices. Narrower ones are a mistake that may have any result.
            bounds.minimum = bounds.minimum.saturating_sub(slack);
            bounds.maximum = bounds.maximum.saturating_add(slack);
            array.bounds = Some(bounds);
        }
        array.base_vertex = if state.is_careless {
            elements.base_vertex
        } else {
            // The smallest index names one of the first vertices, if possible.
            let base_vertex = i64::from(state.first) - i64::from(bounds.minimum);
            i32::try_from(base_vertex).unwrap_or(i32::MIN)
        };
        Some(array)
    }

    /// An attribute of a draw; `None` if its data does not exist and the draw is careful.
    fn attribute(
        &self,
        state: &DrawState,
        attribute: AttributeState,
        range: [u32; 2],
    ) -> Option<Attribute> {
        let has_ids = self.target().arch.has_id_descriptors() || state.is_careless;
        let array = match attribute {
            AttributeState::Constant(value) => return Some(Attribute::Constant(value)),
            AttributeState::VertexId => return has_ids.then_some(Attribute::VertexId),
            AttributeState::InstanceId => return has_ids.then_some(Attribute::InstanceId),
            AttributeState::AttributeArray(number) => self.arrays[number]?,
        };
        let array = AttributeArray {
            source: self.source(array.source),
            format: array.format,
            stride: array.stride,
            offset: array.offset,
            rate: array.rate,
        };
        let is_lent = matches!(array.source, DataSource::Client(_));
        // A careless draw may end past a buffer, which the planner refuses. It cannot know where client memory ends.
        if is_lent || !state.is_careless {
            let instances = [state.first_instance, state.instances.max(1)];
            let elements = reference::elements(array.rate, range, instances);
            let [_, end] = reference::bytes(&array, elements);
            let size = self.client.data(array.source)?.len() as u64;
            if end > size {
                return None;
            }
        }
        Some(Attribute::Array(array))
    }

    /// Lends exactly the client memory that a draw reads.
    fn lend(&mut self, spans: &[Span]) {
        for lent in &mut self.client.lent {
            *lent = [u64::MAX, 0];
        }
        for &(source, [begin, end]) in spans {
            if let DataSource::Client(number) = source {
                let lent = &mut self.client.lent[number as usize];
                *lent = [lent[0].min(begin), lent[1].max(end)];
            }
        }
    }

    /// Counts draws whose attributes, or whose indices, the last of the spans, share bytes with other attributes.
    fn note_overlaps(&mut self, spans: &[Span], has_indices: bool) {
        for (number, (source, [begin, end])) in spans.iter().enumerate() {
            let shares =
                |(other, [first, last]): &Span| other == source && first < end && begin < last;
            if spans[..number].iter().any(shares) {
                let event = if has_indices && number + 1 == spans.len() {
                    "indices among vertices"
                } else {
                    "arrays overlap"
                };
                *self.events.entry(event).or_default() += 1;
            }
        }
    }
}

/// The beginning and the end of bytes of a source.
type Span = (DataSource, [u64; 2]);

/// The bytes that a draw reads: those of its attributes, then those of its indices.
fn spans(draw: &Drawing<'_>, range: [u32; 2]) -> Vec<Span> {
    let instances = [draw.first_instance, draw.instances.max(1)];
    let attributes = draw.attributes.iter().filter_map(|attribute| {
        let Attribute::Array(array) = attribute else {
            return None;
        };
        let elements = reference::elements(array.rate, range, instances);
        Some((array.source, reference::bytes(array, elements)))
    });
    let indices = match draw.vertices {
        Vertices::Elements(array) => {
            let size = u64::from(array.count) * u64::from(array.index_type.size());
            Some((array.source, [array.offset, array.offset + size]))
        }
        Vertices::Arrays { .. } => None,
    };
    attributes.chain(indices).collect()
}
