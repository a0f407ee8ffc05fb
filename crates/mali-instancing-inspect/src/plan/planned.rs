//! The report of a draw's plan.

use mali_buffers::two_phase::{
    ApplicationDraw, Attribute, Contents, Conversion, DataCopy, Decision, IndexData, IndexInput,
    Location, MemoryRef, Placement, Plan, Reservation, StreamKind, VertexData, Vertices,
};
use mali_instancing::InputRate;
use mali_instancing::draw::{AttributeSource, VertexAttribute};

use super::report::{
    AttributeReport, CopyReport, DecisionReport, DrawReport, IndexReport, LocationReport,
    MemoryReport, ReservationReport,
};
use super::script::{Draw, Names};
use super::sentence;
use crate::notation::Choice;

/// A draw that is planned.
pub(super) struct Planned<'a> {
    pub(super) draw: &'a Draw,
    pub(super) call: &'a ApplicationDraw,
    pub(super) names: &'a Names,
    pub(super) plan: &'a Plan,
    pub(super) index_data: &'a IndexData,
    pub(super) input: &'a VertexData,
}

impl Planned<'_> {
    pub(super) fn report(
        &self,
        buffer_words: Vec<String>,
        attribute_words: Vec<String>,
    ) -> DrawReport {
        let read = self.input.attributes().iter().zip(self.input.decisions());
        let attributes = self.draw.titles.iter().zip(read);
        let attribute = |(title, (attribute, &decision)): (&String, (&VertexAttribute, _))| {
            self.attribute(title, attribute, decision)
        };
        let reservations = self.plan.reservations().iter();
        let allocations = self.plan.allocations().map(|allocation| MemoryReport {
            place: self.names.place(allocation.memory),
            bytes: allocation.size,
        });
        DrawReport {
            vertices: self.input.call.vertices,
            first_vertex: self.input.call.first_vertex,
            instances: self.call.instances,
            first_instance: self.call.first_instance,
            attributes: attributes.map(attribute).collect(),
            indices: (self.index_data.indices.as_ref()).map(|indices| self.indices(indices)),
            reserved: reservations
                .map(|&(stream, reservation)| self.reservation(stream, reservation))
                .collect(),
            copies: self.plan.copies().map(|copy| self.copy(copy)).collect(),
            allocated: allocations.collect(),
            bytes_copied: self.plan.bytes_copied(),
            bytes_in_place: self.bytes_in_place(),
            buffer_words,
            attribute_words,
        }
    }

    fn attribute(
        &self,
        title: &str,
        attribute: &VertexAttribute,
        decision: Option<Decision>,
    ) -> AttributeReport {
        let mut report = AttributeReport {
            attribute: title.to_owned(),
            decision: DecisionReport::new(decision),
            location: LocationReport::default(),
            stride: None,
            rate: None,
            first_element: None,
            format: attribute.format.name(),
        };
        let number = match attribute.source {
            AttributeSource::Buffer(number) => number,
            id => {
                let whose = if id == AttributeSource::VertexId {
                    "vertex"
                } else {
                    "instance"
                };
                report.decision.sentence = format!("the {whose}'s number");
                return report;
            }
        };
        let location = self.input.locations().get(number);
        if let (Some(location), Some(buffer)) = (location, self.input.buffers().get(number)) {
            let offset = location.offset + u64::from(attribute.offset);
            report.location = self.location(location.memory, offset);
            report.stride = Some(buffer.stride);
            report.rate = Some(buffer.rate.to_string());
            report.first_element = self.input.first_elements().get(number).copied();
        }
        report
    }

    fn indices(&self, indices: &IndexInput) -> IndexReport {
        let Location { memory, offset } = indices.location;
        IndexReport {
            decision: DecisionReport::new(self.index_data.decision),
            location: self.location(memory, offset),
            index_type: indices.index_type.name(),
            count: indices.count,
            restart_index: indices.restart_index,
        }
    }

    fn location(&self, memory: MemoryRef, offset: u64) -> LocationReport {
        LocationReport {
            place: Some(self.names.place(memory)),
            offset: Some(offset),
        }
    }

    fn reservation(&self, stream: StreamKind, reservation: Reservation) -> ReservationReport {
        let generation = reservation.generation;
        let memory = MemoryRef::Stream { stream, generation };
        ReservationReport {
            location: self.location(memory, reservation.offset),
            bytes: reservation.size,
            placement: match reservation.placement {
                Placement::Appended => "behind",
                Placement::Recycled => "recycled",
                Placement::NewGeneration(_) => "new-generation",
                Placement::Grown(_) => "grown",
                Placement::Shrunk(_) => "shrunk",
            },
            sentence: sentence::placement(reservation.placement),
        }
    }

    /// The bytes that are written, their source, and their conversion.
    fn copy(&self, copy: &DataCopy) -> CopyReport {
        let (source, conversion) = match copy.contents {
            Contents::Elements {
                source,
                offset,
                conversion,
                elements,
                is_gathered,
                ..
            } => {
                let named = if is_gathered {
                    " that indices name"
                } else {
                    ""
                };
                let converted = match conversion {
                    Conversion::Copy { .. } => "",
                    Conversion::NarrowFloats(_) => ", to 32-bit floats",
                };
                (
                    Some((source, offset)),
                    format!("{elements} elements{named}{converted}"),
                )
            }
            Contents::Indices {
                source,
                offset,
                from,
                to,
                restart_index,
                count,
            } => {
                let mut what = format!("{count} indices");
                if from != to {
                    what = format!("{what}, {} to {}", from.name(), to.name());
                }
                if let Some(index) = restart_index {
                    what = format!("{what}, {index:#x} to {:#x}", to.largest());
                }
                (Some((source, offset)), what)
            }
            Contents::Constant(_) => (None, "a constant".to_owned()),
            _ => (None, String::new()),
        };
        CopyReport {
            bytes: copy.bytes(),
            from: source.map(|(source, _)| self.names.source(source).to_owned()),
            from_offset: source.map(|(_, offset)| offset),
            to: self.names.place(copy.destination.memory),
            to_offset: copy.destination.offset,
            conversion,
        }
    }

    /// The number of bytes that the draw reads in place.
    fn bytes_in_place(&self) -> u64 {
        let in_place = |decision: Option<Decision>| decision == Some(Decision::InPlace);
        let read = self.draw.attributes.iter().zip(self.input.decisions());
        let attributes = read.map(|(attribute, &decision)| match attribute {
            Attribute::Array(array) if in_place(decision) => {
                let elements = match array.rate {
                    _ if array.stride == 0 => 1,
                    InputRate::Vertex => self.input.call.vertices,
                    InputRate::Instance { divisor } => self.call.instances.div_ceil(divisor.get()),
                    InputRate::Constant => 1,
                };
                u64::from(elements) * u64::from(array.format.size())
            }
            _ => 0,
        });
        let indices = match self.call.vertices {
            Vertices::Elements(array) if in_place(self.index_data.decision) => {
                u64::from(array.count) * u64::from(array.index_type.size())
            }
            _ => 0,
        };
        attributes.sum::<u64>() + indices
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
