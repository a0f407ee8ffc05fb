//! Indirect draws: what draws have in common whose commands have the rest.

use mali_indirect::{
    Count, IndirectDraw, IndirectError, IndirectIndices, IndirectVertices, Kernel, Status,
};
use mali_instancing::data::DrawCallKeys;
use mali_instancing::draw::{DrawCall, IndexBounds};
use mali_instancing::{Arch, Argument};

use crate::manifest::{Parts, VertexInput, Wrong};

/// The parts of an [`IndirectDraw`].
pub struct PackedIndirectDraw {
    call: DrawCall,
    vertices: IndirectVertices,
    instances: Count,
    first_instance: Count,
    varyings: u32,
    parts: Parts,
}

impl PackedIndirectDraw {
    pub(crate) fn new(input: &VertexInput, arch: Arch) -> Result<Self, Wrong> {
        // The rest of the counts is the commands', too.
        let call = DrawCall::try_from(DrawCallKeys {
            arch: Some(arch),
            vertices: Some(0),
            instances: None,
            first_vertex: None,
            first_instance: None,
            ..input.draw.call
        })?;
        if call.idvs {
            arch.check_idvs()?;
        }
        let [vertices, first_vertex] = [Argument::Vertices, Argument::FirstVertex]
            .map(|count| (count, input.draw.count(count)));
        let vertices = match indices(input)? {
            None => IndirectVertices::InOrder {
                vertices: vertices.1,
                first_vertex: first_vertex.1,
            },
            Some(indices) => {
                for (key, count) in [vertices, first_vertex] {
                    if count != Count::Indirect {
                        let reason = "the indices of a draw say which vertices it has: write \
                                      \"indirect\", or leave out index_type";
                        return Err(Wrong::new(key.name(), reason));
                    }
                }
                IndirectVertices::Indexed(indices)
            }
        };
        let draw = Self {
            call,
            vertices,
            instances: input.draw.count(Argument::Instances),
            first_instance: input.draw.count(Argument::FirstInstance),
            varyings: input.varyings.unwrap_or(0),
            parts: input.parts(arch)?,
        };
        match Kernel::new(&draw.draw()) {
            Ok(_) => Ok(draw),
            Err(IndirectError::Draw(error)) => Err(error.into()),
            Err(error) => Err(Wrong::new(blamed(error), error)),
        }
    }

    pub(crate) fn draw(&self) -> IndirectDraw<'_> {
        IndirectDraw {
            call: self.call,
            vertices: self.vertices,
            instances: self.instances,
            first_instance: self.first_instance,
            varyings: self.varyings,
            buffers: &self.parts.buffers,
            attributes: &self.parts.attributes,
            ranges: &self.parts.ranges,
        }
    }
}

/// The key that an error is about.
const fn blamed(error: IndirectError) -> &'static str {
    match error {
        IndirectError::NotDrawn(Status::InstanceCount) => "instances",
        IndirectError::NotDrawn(Status::Indices) => "maximum_index",
        IndirectError::NotDrawn(Status::Offset | Status::InstanceId) => "attributes",
        IndirectError::Varyings { .. } => "varyings",
        _ => "vertices",
    }
}

fn indices(input: &VertexInput) -> Result<Option<IndirectIndices>, Wrong> {
    let Some(index_type) = input.index_type else {
        for (key, is_there) in [
            ("restart_index", input.restart_index.is_some()),
            ("minimum_index", input.minimum_index.is_some()),
            ("maximum_index", input.maximum_index.is_some()),
        ] {
            if is_there {
                let reason = "only an indexed draw has one: give its index_type too";
                return Err(Wrong::new(key, reason));
            }
        }
        return Ok(None);
    };
    let bounds = match (input.minimum_index, input.maximum_index) {
        (Some(minimum), Some(maximum)) => {
            let bounds = IndexBounds { minimum, maximum };
            bounds.vertices(0)?;
            Some(bounds)
        }
        (None, None) => None,
        (Some(_), None) => return Err(Wrong::missing("maximum_index")),
        (None, Some(_)) => return Err(Wrong::missing("minimum_index")),
    };
    Ok(Some(IndirectIndices {
        index_type,
        restart_index: input.restart_index,
        bounds,
    }))
}
