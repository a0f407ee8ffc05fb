//! The driver's draws.

use crate::drawing::Drawing;
use mali_buffers::{
    Attribute, AttributeArray, DataSource, Decision, ElementArray, Error, InPlace, Placement, Plan,
    Sequence, Target, VertexState, Vertices,
};
use mali_instancing::draw::{DrawCall, IndexBounds};

use super::application::Pattern;
use super::driver::Driver;
use super::gpu::Work;
use super::program::{AttributeState, DrawState, ElementsState, RestartIndex};
use super::reference::{self, Forecast};

/// The largest number of vertices of an indexed draw, so that the reference is fast enough.
const MOST_VERTICES: u32 = 300;

impl Driver {
    pub(super) fn target(&self) -> Target {
        self.setting.targets[self.memory.context]
    }

    pub(super) fn draw(&mut self, state: &DrawState) {
        self.memory.context = state.context;
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
        self.lend(&draw, range);
        let forecast = reference::forecast(&self.client, &draw, self.target());
        let call = DrawCall {
            padding: self.setting.padding,
            rounding: self.setting.rounding,
            idvs: self.setting.idvs,
            ..DrawCall::new(self.target().arch, 0)
        };
        if state.is_tried && self.draw_in_place(&draw, call, &forecast) {
            return;
        }
        let vertex_state = match VertexState::new(draw.attributes) {
            Ok(vertex_state) if state.ignores_vertex_id => {
                vertex_state.with_call(call).without_vertex_id()
            }
            Ok(vertex_state) => vertex_state.with_call(call),
            Err(error) => {
                assert!(forecast.errors[1].contains(&error), "{error}");
                return;
            }
        };
        self.draw_planned(state, &vertex_state, &draw, forecast);
    }

    /// Draws without a plan, if everything is in place.
    fn draw_in_place(
        &mut self,
        drawing: &Drawing<'_>,
        call: DrawCall,
        forecast: &Forecast,
    ) -> bool {
        let (context, target) = (self.memory.context, self.target());
        let state = &mut self.states[context];
        if drawing.attributes != state.attributes() {
            match VertexState::new(drawing.attributes) {
                Ok(new) => *state = new.with_call(call),
                Err(_) => return false,
            }
        }
        let before = (self.planners.clone(), self.client.buffers.clone());
        let (words, tables) = &mut self.tables[context];
        let planner = &mut self.planners[context];
        let sequence = Sequence::new(self.sequence);
        let answer = planner.draw_in_place(
            state,
            &drawing.draw(),
            &mut self.client,
            &self.memory,
            sequence,
            words,
        );
        let event = match answer {
            Ok(InPlace::Written(written)) => {
                *tables = written;
                "drawn in place"
            }
            Ok(InPlace::Unchanged) => "unchanged",
            Ok(InPlace::NeedsPlan) | Err(_) => {
                assert!(self.planners == before.0, "a planner has changed");
                assert_eq!(self.client.buffers, before.1, "a buffer has changed");
                return false;
            }
        };
        *self.events.entry(event).or_default() += 1;
        let state = &self.states[context];
        let (index_data, data) = (*state.index_data().unwrap(), state.vertex_data().unwrap());
        let data = data.clone();
        self.name(Some(&index_data), Some(&data));
        if target.checks_indices || !forecast.has_indices {
            assert_eq!(
                forecast.errors,
                [const { Vec::new() }; 2],
                "a draw of a mistake"
            );
        }
        let Some(expected) = forecast.expected.clone() else {
            assert!(!target.checks_indices, "a draw of nothing");
            return true;
        };
        let (words, tables) = &self.tables[context];
        let work = Work::new(
            (target, self.sequence),
            (&index_data, &data),
            (words.clone(), tables.clone()),
            &self.memory,
            expected,
        );
        self.submit(work);
        true
    }

    fn draw_planned(
        &mut self,
        how: &DrawState,
        state: &VertexState,
        drawing: &Drawing<'_>,
        forecast: Forecast,
    ) {
        let draw = drawing.draw();
        let answer = self.plan(how.lacks_memory, |planner, client, sequence, plan| {
            planner.prepare(state, &draw, client, sequence, plan)
        });
        let Some(plan) = self.held_against(answer, &forecast) else {
            return;
        };
        if let Some(writes) = how.gives_up_after {
            self.give_up(&plan, writes);
            return;
        }
        if self.executed(&plan, &forecast) {
            self.submit_planned(&plan, forecast);
            self.retire(&plan);
        }
    }

    fn executed(&mut self, plan: &Plan, forecast: &Forecast) -> bool {
        let is_executed = self.execute(plan);
        match is_executed {
            Ok(()) => self.note_decisions(plan),
            Err(error) => {
                let is_known = forecast.errors[1].contains(&error);
                let is_far = forecast.is_far && matches!(error, Error::Draw(_));
                assert!(is_known || is_far, "{error}");
            }
        }
        is_executed.is_ok()
    }

    fn submit_planned(&mut self, plan: &Plan, forecast: Forecast) {
        let Some(expected) = forecast.expected else {
            assert!(
                !self.target().checks_indices,
                "a draw of a mistake is planned"
            );
            return;
        };
        let expected = match plan.gathered() {
            Some(_) => expected.gathered(),
            None => expected,
        };
        let data = plan.vertex_data().expect("vertices");
        let mut words = vec![0xdead_beef; data.words_needed().unwrap()];
        let tables = data.write(&self.memory, &mut words).unwrap();
        let work = Work::new(
            (self.target(), self.sequence),
            (plan.index_data().expect("indices"), data),
            (words, tables),
            &self.memory,
            expected,
        );
        self.submit(work);
    }

    /// The plan, if there is one. There must be one if the draw has no errors.
    fn held_against(
        &mut self,
        answer: Result<Option<Plan>, Error>,
        forecast: &Forecast,
    ) -> Option<Plan> {
        let [index_errors, vertex_errors] = &forecast.errors;
        let may_be_wrong = !self.target().checks_indices && forecast.has_indices;
        match answer {
            Ok(Some(plan)) => {
                if may_be_wrong {
                    return Some(plan);
                }
                assert!(!forecast.is_nothing, "a plan for nothing");
                assert_eq!(*index_errors, [], "a plan for a mistake");
                let said_later = vertex_errors
                    .iter()
                    .all(|error| matches!(error, Error::Draw(_)));
                assert!(said_later, "a plan in spite of {vertex_errors:?}");
                return Some(plan);
            }
            Ok(None) => {
                *self.events.entry("nothing").or_default() += 1;
                assert!(forecast.is_nothing, "nothing is drawn");
            }
            Err(Error::NoMemory { .. }) => {
                *self.events.entry("no memory").or_default() += 1;
            }
            Err(error) => {
                *self.events.entry("error").or_default() += 1;
                // If indices are not read, the planner does not find out that they draw nothing.
                let counts = !forecast.is_nothing || may_be_wrong;
                assert!(
                    index_errors.contains(&error)
                        || vertex_errors.contains(&error) && counts
                        || forecast.is_far && matches!(error, Error::Draw(_))
                        // The planner finds out whether indices must be read before it finds their errors.
                        || may_be_wrong && matches!(error, Error::UnknownBuffer { .. }),
                    "{error}, and not one of {index_errors:?} and {vertex_errors:?}"
                );
            }
        }
        None
    }

    fn note_decisions(&mut self, plan: &Plan) {
        let indices = plan.index_data().and_then(|data| data.decision);
        let vertices = plan.vertex_data().map_or(&[][..], |data| data.decisions());
        for decision in vertices.iter().copied().chain([indices]).flatten() {
            let name = match decision {
                Decision::InPlace => "in place",
                Decision::CopyFound { .. } => "copy found",
                Decision::CopyMade { .. } => "copy made",
                Decision::Streamed { .. } => "streamed",
                Decision::Gathered => "gathered",
                Decision::ConstantFound => "constant found",
                Decision::ConstantWritten => "constant written",
                Decision::ConstantStreamed => "constant streamed",
                _ => panic!("{decision:?} is new"),
            };
            *self.events.entry(name).or_default() += 1;
        }
        let mut reserved = plan.reservations().iter();
        if reserved.any(|(_, found)| matches!(found.placement, Placement::Shrunk(_))) {
            *self.events.entry("shrunk").or_default() += 1;
        }
        if plan.retired().next().is_some() {
            *self.events.entry("retired").or_default() += 1;
        }
    }

    /// The bounds of the indices that are drawn.
    fn bounds(&self, array: ElementArray) -> Option<IndexBounds> {
        let taken = reference::taken(&self.client, array, self.target());
        reference::bounds(&self.client, &taken)
    }

    /// The indices of a draw; `None` if they do not exist and the draw is careful.
    fn elements(&self, state: &DrawState, elements: ElementsState) -> Option<ElementArray> {
        let ElementsState { source, .. } = elements;
        let index_type = match self.client.pattern(source) {
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
            array.count = 1;
            bounds = self.bounds(array)?;
        }
        if let Some(slack) = elements.bounds {
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
            source: array.source,
            format: array.format,
            stride: array.stride,
            offset: array.offset,
            rate: array.rate,
        };
        let is_lent = matches!(array.source, DataSource::Client(_));
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
    fn lend(&mut self, draw: &Drawing<'_>, range: [u32; 2]) {
        for lent in &mut self.client.lent {
            *lent = [u64::MAX, 0];
        }
        let mut lend = |source, [begin, end]: [u64; 2]| {
            if let DataSource::Client(number) = source {
                let lent = &mut self.client.lent[number as usize];
                *lent = [lent[0].min(begin), lent[1].max(end)];
            }
        };
        let instances = [draw.first_instance, draw.instances.max(1)];
        for attribute in draw.attributes {
            if let Attribute::Array(array) = attribute {
                let elements = reference::elements(array.rate, range, instances);
                lend(array.source, reference::bytes(array, elements));
            }
        }
        if let Vertices::Elements(array) = draw.vertices {
            let size = u64::from(array.count) * u64::from(array.index_type.size());
            lend(array.source, [array.offset, array.offset + size]);
        }
    }
}
