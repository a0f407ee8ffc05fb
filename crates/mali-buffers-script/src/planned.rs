//! The report of a draw: where it reads its data, and what it wrote.

use mali_buffers::{
    ApplicationDraw, Attribute, AttributeArray, AttributePlace, ClientState, DataSource, Decision,
    IndexInput, VertexState, Vertices,
};
use mali_instancing::{Format, InputRate};
use mali_instancing_codegen::choice::Choice;

use super::memory::{ApplicationMemory, RecordingMemory};
use super::report::{AttributeReport, DecisionReport, IndexReport, LocationReport};
use super::script::{Draw, IndexTypeNames, Names};
use super::sentence;

/// A draw whose tables are right.
pub(super) struct Planned<'a> {
    pub(super) draw: &'a Draw,
    pub(super) call: &'a ApplicationDraw,
    pub(super) names: &'a Names,
    pub(super) application: &'a ApplicationMemory<'a>,
    pub(super) memory: &'a RecordingMemory,
    pub(super) state: &'a VertexState,
    /// Whether the draw before was the same: it has made what this one finds.
    pub(super) is_unchanged: bool,
}

impl Planned<'_> {
    pub(super) fn attributes(&self) -> Vec<AttributeReport> {
        let attributes = self.draw.attributes.iter().zip(&self.draw.titles);
        let attributes = attributes.enumerate();
        attributes
            .map(|(number, (attribute, title))| {
                self.attribute(title, attribute, self.state.explain(number))
            })
            .collect()
    }

    fn attribute(
        &self,
        title: &str,
        attribute: &Attribute,
        place: Option<AttributePlace>,
    ) -> AttributeReport {
        let mut report = AttributeReport {
            attribute: title.to_owned(),
            decision: DecisionReport::new(place.map(|place| self.now(place.decision))),
            location: LocationReport::default(),
            stride: None,
            rate: None,
            first_element: None,
            format: Format::R32_UINT.name(),
        };
        let source = match attribute {
            Attribute::Array(array) => Some(array.source),
            Attribute::Constant(_) => None,
            Attribute::VertexId => {
                "the vertex's number".clone_into(&mut report.decision.sentence);
                None
            }
            Attribute::InstanceId => {
                "the instance's number".clone_into(&mut report.decision.sentence);
                None
            }
        };
        if let Some(place) = place {
            report.location = self.location(place.address, place.decision, source);
            report.stride = Some(place.stride);
            report.rate = Some(place.rate.to_string());
            report.first_element = Some(place.first_element);
            report.format = place.format.name();
        }
        report
    }

    pub(super) fn indices(&self, indices: &IndexInput) -> IndexReport {
        let decision = self.state.explain_indices();
        let source = match self.call.vertices {
            Vertices::Elements(array) => Some(array.source),
            Vertices::Arrays { .. } => None,
        };
        IndexReport {
            location: decision.map_or_else(LocationReport::default, |decision| {
                self.location(indices.address, decision, source)
            }),
            decision: DecisionReport::new(decision.map(|decision| self.now(decision))),
            index_type: IndexTypeNames::name(indices.index_type),
            count: indices.count,
            restart_index: indices.restart_index,
        }
    }

    /// The decision, where what the draw before has made is found.
    fn now(&self, decision: Decision) -> Decision {
        match decision {
            Decision::CopyMade { obstacle, .. } if self.is_unchanged => {
                Decision::CopyFound { obstacle }
            }
            Decision::ConstantWritten if self.is_unchanged => Decision::ConstantFound,
            decision => decision,
        }
    }

    fn location(
        &self,
        address: u64,
        decision: Decision,
        source: Option<DataSource>,
    ) -> LocationReport {
        match (decision, source) {
            (Decision::InPlace, Some(DataSource::Buffer(buffer))) => LocationReport {
                place: Some(self.names.buffer(buffer).to_owned()),
                offset: self.application.offset_in(buffer, address),
            },
            _ => LocationReport::of(self.memory, address),
        }
    }

    /// The number of bytes that the draw reads in place.
    pub(super) fn bytes_in_place(&self, vertices: u32) -> u64 {
        let attributes = self.draw.attributes.iter().enumerate();
        let attributes = attributes.filter_map(|(number, attribute)| {
            let place = self.state.explain(number)?;
            let Attribute::Array(array) = attribute else {
                return None;
            };
            let elements = match array.rate {
                InputRate::Vertex => vertices,
                InputRate::Instance { divisor } => self.call.instances.div_ceil(divisor.get()),
                InputRate::Constant => 1,
            };
            let existing = self.existing_elements(array, place.address);
            Some(existing.min(elements.into()) * u64::from(array.format.size()))
        });
        let indices = match self.state.explain_indices() {
            Some(Decision::InPlace) => self.state.index_data().and_then(|data| data.indices),
            _ => None,
        };
        let indices = indices.map_or(0, |indices| {
            u64::from(indices.count) * u64::from(indices.index_type.size())
        });
        attributes.sum::<u64>() + indices
    }

    /// The number of different elements that the array's buffer has from an address on: none if the address is that of
    /// other memory.
    fn existing_elements(&self, array: &AttributeArray, address: u64) -> u64 {
        let DataSource::Buffer(id) = array.source else {
            return 0;
        };
        let buffer = self.application.buffer(id);
        let begin = self.application.offset_in(id, address);
        let after_first = buffer.zip(begin).and_then(|(buffer, begin)| {
            let left = buffer.size().checked_sub(begin)?;
            left.checked_sub(array.format.size().into())
        });
        after_first.map_or(0, |bytes| {
            1 + bytes.checked_div(array.stride.into()).unwrap_or(0)
        })
    }
}

impl LocationReport {
    /// The block that an address is in, and the offset there.
    pub(super) fn of(memory: &RecordingMemory, address: u64) -> Self {
        match memory.block_at(address) {
            Some((first, name)) => Self {
                place: Some(name.to_owned()),
                offset: Some(address - first),
            },
            None => Self::default(),
        }
    }
}

impl DecisionReport {
    fn new(decision: Option<Decision>) -> Self {
        let Some(decision) = decision else {
            return Self::default();
        };
        let (name, obstacle, reason) = match decision {
            Decision::InPlace => ("in-place", None, None),
            Decision::CopyFound { obstacle } => ("copy-found", Some(obstacle), None),
            Decision::CopyMade {
                obstacle,
                copy_policy,
            } => (
                "copy-made",
                Some(obstacle),
                Some(sentence::copy_policy(copy_policy)),
            ),
            Decision::Streamed { obstacle, reason } => {
                ("streamed", Some(obstacle), Some(sentence::reason(reason)))
            }
            Decision::Gathered => ("gathered", None, None),
            Decision::ConstantFound => ("constant-found", None, None),
            Decision::ConstantWritten => ("constant-written", None, None),
            Decision::ConstantStreamed => ("constant-streamed", None, None),
            _ => ("other", None, None),
        };
        Self {
            decision: Some(name),
            obstacle: obstacle.map(sentence::obstacle),
            reason,
            sentence: sentence::decision(decision),
        }
    }
}
