//! What is said of a draw's plan.

use mali_buffers::{
    Attribute, Contents, Conversion, DataCopy, DataSource, Decision, IndexData, IndexInput,
    IndexType, Location, MemoryRef, Placement, Plan, Reservation, StreamKind, VertexData, Vertices,
};
use mali_instancing::InputRate;
use mali_instancing::draw::AttributeSource;

use super::report::{
    AttributeReport, CopyReport, DecisionReport, DrawReport, IndexReport, LocationReport,
    MemoryReport, ReservationReport,
};
use super::script::{Draw, Names};
use crate::notation::Choice;

/// A draw that is planned.
pub(super) struct Planned<'a> {
    pub(super) draw: &'a Draw,
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
        let indices = self.index_data.indices.as_ref();
        let allocations = self.plan.allocations();
        DrawReport {
            vertices: self.input.call.vertices,
            first_vertex: self.input.call.first_vertex,
            instances: self.draw.call.instances,
            first_instance: self.draw.call.first_instance,
            attributes: self.attributes(),
            indices: indices.map(|indices| self.indices(indices, self.index_data.decision)),
            reserved: self
                .plan
                .reservations()
                .iter()
                .map(|&(stream, reservation)| self.reservation(stream, reservation))
                .collect(),
            copies: self.plan.copies().map(|copy| self.copy(copy)).collect(),
            allocated: allocations
                .map(|allocation| MemoryReport {
                    place: self.names.place(allocation.memory),
                    bytes: allocation.size,
                })
                .collect(),
            bytes_copied: self.plan.bytes_copied(),
            bytes_in_place: self.bytes_in_place(),
            buffer_words,
            attribute_words,
        }
    }

    fn attributes(&self) -> Vec<AttributeReport> {
        let titles = &self.draw.titles;
        let read = self.input.attributes().iter().zip(self.input.decisions());
        titles
            .iter()
            .zip(read)
            .map(|(title, (attribute, decision))| {
                let mut report = AttributeReport {
                    attribute: title.clone(),
                    decision: DecisionReport::new(*decision),
                    location: LocationReport::default(),
                    stride: None,
                    rate: None,
                    first_element: None,
                    format: attribute.format.name(),
                };
                let AttributeSource::Buffer(number) = attribute.source else {
                    report.decision.sentence = match attribute.source {
                        AttributeSource::VertexId => "the vertex's number".to_owned(),
                        _ => "the instance's number".to_owned(),
                    };
                    return report;
                };
                let buffer = self.input.buffers().get(number);
                if let (Some(location), Some(buffer)) = (self.input.locations().get(number), buffer)
                {
                    report.location = self.location(Location {
                        offset: location.offset + u64::from(attribute.offset),
                        ..*location
                    });
                    report.stride = Some(buffer.stride);
                    report.rate = Some(buffer.rate.to_string());
                    report.first_element = Some(buffer.first_element);
                }
                report
            })
            .collect()
    }

    fn indices(&self, indices: &IndexInput, decision: Option<Decision>) -> IndexReport {
        IndexReport {
            decision: DecisionReport::new(decision),
            location: self.location(indices.location),
            index_type: indices.index_type.name(),
            count: indices.count,
            restart_index: indices.restart_index,
        }
    }

    fn location(&self, location: Location) -> LocationReport {
        LocationReport {
            place: Some(self.names.place(location.memory)),
            offset: Some(location.offset),
        }
    }

    fn reservation(&self, stream: StreamKind, reservation: Reservation) -> ReservationReport {
        let Reservation {
            offset,
            size,
            generation,
            placement,
            ..
        } = reservation;
        ReservationReport {
            location: self.location(Location {
                memory: MemoryRef::Stream { stream, generation },
                offset,
            }),
            bytes: size,
            placement: match placement {
                Placement::Appended => "behind",
                Placement::Recycled => "recycled",
                Placement::NewGeneration(_) => "new-generation",
                Placement::Grown(_) => "grown",
            },
            sentence: placement.to_string(),
        }
    }

    fn copy(&self, copy: &DataCopy) -> CopyReport {
        let (source, conversion) = contents(&copy.contents);
        CopyReport {
            bytes: copy.bytes(),
            from: source.map(|(source, _)| self.names.source(source).to_owned()),
            from_offset: source.map(|(_, offset)| offset),
            to: self.names.place(copy.destination.memory),
            to_offset: copy.destination.offset,
            conversion,
        }
    }

    /// The bytes that the draw needs of what it reads where the application has put it.
    fn bytes_in_place(&self) -> u64 {
        let draw = self.draw.call;
        let in_place = |decision: Option<Decision>| decision == Some(Decision::InPlace);
        let mut bytes = 0;
        for (attribute, decision) in self.draw.attributes.iter().zip(self.input.decisions()) {
            let Attribute::Array(array) = attribute else {
                continue;
            };
            if in_place(*decision) {
                let elements = match array.rate {
                    InputRate::Vertex => self.input.call.vertices,
                    InputRate::Instance { divisor } => draw.instances.div_ceil(divisor.get()),
                    InputRate::Constant => 1,
                };
                bytes += u64::from(elements) * u64::from(array.format.size());
            }
        }
        match draw.vertices {
            Vertices::Elements(array) if in_place(self.index_data.decision) => {
                bytes += u64::from(array.count) * u64::from(array.index_type.size());
            }
            _ => {}
        }
        bytes
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
            } => ("copy-made", Some(obstacle), Some(copy_policy.to_string())),
            Decision::Streamed { obstacle, reason } => {
                ("streamed", Some(obstacle), Some(reason.to_string()))
            }
            Decision::ConstantFound => ("constant-found", None, None),
            Decision::ConstantWritten => ("constant-written", None, None),
            Decision::ConstantStreamed => ("constant-streamed", None, None),
            _ => ("other", None, None),
        };
        Self {
            decision: Some(name),
            obstacle: obstacle.map(|obstacle| obstacle.to_string()),
            reason,
            sentence: decision.to_string(),
        }
    }
}

/// Where what is written comes from, and what becomes of it.
fn contents(contents: &Contents) -> (Option<(DataSource, u64)>, String) {
    match *contents {
        Contents::Elements {
            source,
            offset,
            conversion,
            elements,
            ..
        } => (
            Some((source, offset)),
            format!("{elements} elements{}", converted(conversion)),
        ),
        Contents::Indices {
            source,
            offset,
            from,
            to,
            restart_index,
            count,
        } => {
            let restart = match restart_index {
                Some(index) => format!(", {index:#x} to {:#x}", to.largest()),
                None => String::new(),
            };
            let what = format!("{count} indices{}{restart}", widened(from, to));
            (Some((source, offset)), what)
        }
        Contents::Constant(_) => (None, "a constant".to_owned()),
        _ => (None, String::new()),
    }
}

fn widened(from: IndexType, to: IndexType) -> String {
    if from == to {
        return String::new();
    }
    format!(", {} to {}", from.name(), to.name())
}

fn converted(conversion: Conversion) -> String {
    match conversion {
        Conversion::Copy { .. } => String::new(),
        Conversion::NarrowFloats(_) => ", to 32-bit floats".to_owned(),
    }
}
