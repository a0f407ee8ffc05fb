//! `[[vertex_input]]` with counts that are `"indirect"`: what draws have in common whose commands have the rest.

use mali_indirect::{
    Count, IndexType, IndirectDraw, IndirectError, IndirectIndices, IndirectVertices, Kernel,
    Status,
};
use mali_instancing::draw::{BufferRange, DrawCall, IndexBounds, VertexAttribute, VertexBuffer};

use super::draw::primitive_vertices;
use super::indirect_count::{COUNTS, count, is_meant};
use super::vertex_input::{KIND, Parts, ReadParts, check_table, fault};
use crate::error::{Rejected, reject};
use crate::manifest::document::{Fault, Name};
use crate::manifest::keys::{Keys, boolean, choice, number};
use crate::manifest::{check_names, document};
use crate::notation::source::Source;

/// The keys that only an indirect draw has.
const KEYS: &[&str] = &[
    "varyings",
    "index_type",
    "restart_index",
    "minimum_index",
    "maximum_index",
];

/// The parts of an [`IndirectDraw`].
pub struct ReadIndirectDraw {
    pub name: Name,
    call: DrawCall,
    vertices: IndirectVertices,
    instances: Count,
    first_instance: Count,
    varyings: u32,
    buffers: Vec<VertexBuffer>,
    attributes: Vec<VertexAttribute>,
    ranges: Vec<BufferRange>,
}

impl ReadIndirectDraw {
    pub fn draw(&self) -> IndirectDraw<'_> {
        IndirectDraw {
            call: self.call,
            vertices: self.vertices,
            instances: self.instances,
            first_instance: self.first_instance,
            varyings: self.varyings,
            buffers: &self.buffers,
            attributes: &self.attributes,
            ranges: &self.ranges,
        }
    }
}

/// Every indirect draw of a manifest, in its order.
pub fn indirect_draws(source: &Source) -> Result<Vec<ReadIndirectDraw>, Fault> {
    let mut document = document(source)?;
    let known: Vec<_> = ["arch"]
        .into_iter()
        .chain(super::KINDS.iter().map(|kind| kind.name))
        .collect();
    document.check_known(&known)?;
    let arch = document.take("arch");
    let Some(entry) = document.take(KIND.name) else {
        return Ok(Vec::new());
    };
    let descriptors = Keys::of_descriptors(KIND.name, entry, arch.as_ref())?;
    check_names(source, descriptors.iter().map(|(name, _)| name))?;
    let mut draws = Vec::new();
    for (name, mut keys) in descriptors {
        // What is next to it may be a draw of the CPU's.
        if is_meant(&keys) {
            draws.push(read(source, name, &mut keys)?);
        }
    }
    Ok(draws)
}

fn read(source: &Source, name: Name, keys: &mut Keys) -> Result<ReadIndirectDraw, Fault> {
    keys.check_known(&[&["name", "arch"], KIND.keys, KEYS].concat())?;
    let arch = KIND.arch(keys).map_err(|rejected| keys.fault(&rejected))?;
    let [buffers, attributes] = Parts::take_both(source, keys)?;
    let keys = &*keys;
    let counts = Counts::read(keys, arch).map_err(|rejected| keys.fault(&rejected))?;
    let parts = ReadParts::new(keys, arch, &buffers, &attributes)?;
    let draw = ReadIndirectDraw {
        name,
        call: counts.call,
        vertices: counts.vertices,
        instances: counts.instances,
        first_instance: counts.first_instance,
        varyings: counts.varyings,
        buffers: parts.buffers,
        attributes: parts.attributes,
        ranges: parts.ranges,
    };
    match Kernel::new(&draw.draw()) {
        Ok(_) => Ok(draw),
        Err(IndirectError::Draw(error)) => Err(fault(&error, keys, &buffers, &attributes)),
        Err(error) => Err(keys.fault(&reject(blamed(error))(error))),
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

/// What the keys besides the buffers and attributes say.
struct Counts {
    call: DrawCall,
    vertices: IndirectVertices,
    instances: Count,
    first_instance: Count,
    varyings: u32,
}

impl Counts {
    fn read(keys: &Keys, arch: mali_instancing::Arch) -> Result<Self, Rejected> {
        let resource_table = keys.optional("resource_table", number)?.unwrap_or(0);
        check_table(resource_table)?;
        let call = DrawCall {
            padding: keys.optional("padding", choice)?.unwrap_or_default(),
            rounding: keys.optional("rounding", choice)?.unwrap_or_default(),
            idvs: keys.optional("idvs", boolean)?.unwrap_or(false),
            primitive_vertices: primitive_vertices(keys)?,
            resource_table,
            ..DrawCall::new(arch, 0)
        };
        if call.idvs {
            arch.check_idvs()?;
        }
        let [vertices, instances, first_vertex, first_instance] = COUNTS.map(|key| {
            let count = keys.optional(key, count)?;
            Ok::<_, Rejected>(count.unwrap_or(Count::Indirect))
        });
        let (vertices, first_vertex) = (vertices?, first_vertex?);
        let vertices = match indices(keys)? {
            None => IndirectVertices::InOrder {
                vertices,
                first_vertex,
            },
            Some(indices) => {
                for (key, count) in [("vertices", vertices), ("first_vertex", first_vertex)] {
                    if count != Count::Indirect {
                        let reason = "the indices of a draw say which vertices it has: write \
                                      \"indirect\", or leave out index_type";
                        return Err(reject(key)(reason));
                    }
                }
                IndirectVertices::Indexed(indices)
            }
        };
        Ok(Self {
            call,
            vertices,
            instances: instances?,
            first_instance: first_instance?,
            varyings: keys.optional("varyings", number)?.unwrap_or(0),
        })
    }
}

fn indices(keys: &Keys) -> Result<Option<IndirectIndices>, Rejected> {
    let Some(index_type) = keys.optional("index_type", choice::<IndexType>)? else {
        for key in ["restart_index", "minimum_index", "maximum_index"] {
            if keys.has(key) {
                let reason = "only an indexed draw has one: give its index_type too";
                return Err(reject(key)(reason));
            }
        }
        return Ok(None);
    };
    let minimum = keys.optional("minimum_index", number)?;
    let maximum = keys.optional("maximum_index", number)?;
    let bounds = match (minimum, maximum) {
        (Some(minimum), Some(maximum)) => {
            let bounds = IndexBounds { minimum, maximum };
            let vertices = bounds.vertices(0);
            vertices.map_err(reject("maximum_index"))?;
            Some(bounds)
        }
        (None, None) => None,
        (Some(_), None) => return Err(Rejected::missing("maximum_index")),
        (None, Some(_)) => return Err(Rejected::missing("minimum_index")),
    };
    Ok(Some(IndirectIndices {
        index_type,
        restart_index: keys.optional("restart_index", number)?,
        bounds,
    }))
}
