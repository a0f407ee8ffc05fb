//! `[[vertex_input]]`: everything that one draw's vertex input needs.

use mali_instancing::descriptor::{ValhallAttribute, ValhallAttributeFields, ValhallFetchMode};
use mali_instancing::draw::{
    BufferRange, DrawCall, DrawError, VertexAttribute, VertexBuffer, check_overlap,
};
use mali_instancing::{Arch, Error, Part, Place};

use super::draw::primitive_vertices;
use super::special::Special;
use super::{DescriptorKind, Pack};
use crate::descriptor::vertex_input::PackedVertexInput;
use crate::error::{Rejected, reject};
use crate::manifest::check_names;
use crate::manifest::document::{Fault, Name};
use crate::manifest::keys::{Keys, boolean, choice, format, number, text};
use crate::notation::rate::input_rate;
use crate::notation::source::Source;
use crate::notation::suggestion::unknown;

pub(super) static KIND: DescriptorKind = DescriptorKind {
    name: "vertex_input",
    plural: "vertex_inputs",
    alignment: 64,
    archs: Arch::ALL[0]..=Arch::ALL[Arch::ALL.len() - 1],
    default_arch: None,
    keys: &[
        "vertices",
        "instances",
        "primitive_vertices",
        "first_vertex",
        "first_instance",
        "resource_table",
        "padding",
        "rounding",
        "idvs",
        "buffers",
        "attributes",
    ],
    pack: Pack::Parts(pack),
};

/// A packed vertex input, and what its parts are called.
pub struct NamedVertexInput {
    pub packed: PackedVertexInput,
    pub buffers: Vec<Name>,
    pub attributes: Vec<Name>,
}

/// The tables of a vertex input that are buffers or attributes.
pub(super) struct Parts<'a> {
    names: Vec<Name>,
    keys: Vec<Keys<'a>>,
}

/// The keys of each kind of part.
const BUFFER_KEYS: &[&str] = &["name", "stride", "divisor", "rate", "size", "address"];
const ATTRIBUTE_KEYS: &[&str] = &["name", "buffer", "format", "offset", "overlap", "source"];

/// The keys of both kinds of parts, under where they stand.
pub(super) const PART_KEYS: [(&str, &[&str]); 2] = [
    ("vertex_input.buffers", BUFFER_KEYS),
    ("vertex_input.attributes", ATTRIBUTE_KEYS),
];

fn pack(source: &Source, keys: &mut Keys, arch: Arch) -> Result<NamedVertexInput, Fault> {
    super::indirect_count::refuse(keys)?;
    let [buffers, attributes] = Parts::take_both(source, keys)?;
    let keys = &*keys;
    let call = draw_call(keys, arch).map_err(|rejected| keys.fault(&rejected))?;
    let read = ReadParts::new(keys, arch, &buffers, &attributes)?;
    let packed = PackedVertexInput::new(&call, &read.buffers, &read.attributes, &read.ranges)
        .map_err(|error| fault(&error, keys, &buffers, &attributes))?;
    Ok(NamedVertexInput {
        packed,
        buffers: buffers.names,
        attributes: attributes.names,
    })
}

/// What the parts of a vertex input say.
pub(super) struct ReadParts {
    pub(super) buffers: Vec<VertexBuffer>,
    pub(super) ranges: Vec<BufferRange>,
    pub(super) attributes: Vec<VertexAttribute>,
}

impl ReadParts {
    pub(super) fn new(
        keys: &Keys,
        arch: Arch,
        buffers: &Parts,
        attributes: &Parts,
    ) -> Result<Self, Fault> {
        let has_ids = attributes.keys.iter().any(|keys| keys.has("source"));
        if buffers.keys.is_empty() && !has_ids {
            let reason =
                "a vertex input has at least one, or on V4 and V5 an attribute with a `source`";
            return Err(keys.fault(&reject("buffers")(reason)));
        }
        let read = buffers.read(|_, keys| buffer(keys))?;
        let (vertex_buffers, ranges): (Vec<_>, Vec<_>) = read.into_iter().unzip();
        let attributes =
            attributes.read(|_, keys| attribute(keys, arch, &buffers.names, &vertex_buffers))?;
        Ok(Self {
            buffers: vertex_buffers,
            ranges,
            attributes,
        })
    }
}

impl<'a> Parts<'a> {
    /// The buffers and the attributes.
    pub(super) fn take_both(source: &Source, keys: &mut Keys<'a>) -> Result<[Self; 2], Fault> {
        Ok([
            Self::take(source, keys, "buffers", "buffer", BUFFER_KEYS)?,
            Self::take(source, keys, "attributes", "attribute", ATTRIBUTE_KEYS)?,
        ])
    }

    fn take(
        source: &Source,
        keys: &mut Keys<'a>,
        key: &'static str,
        part: &'static str,
        known: &[&str],
    ) -> Result<Self, Fault> {
        let parts = keys.take_parts(KIND.name, key, part)?;
        let (names, keys): (_, Vec<Keys>) = parts.into_iter().unzip();
        check_names(source, &names)?;
        keys.iter().try_for_each(|keys| keys.check_known(known))?;
        Ok(Self { names, keys })
    }

    /// What each part says, by its number and its keys.
    fn read<T>(&self, read: impl Fn(usize, &Keys) -> Result<T, Rejected>) -> Result<Vec<T>, Fault> {
        let keys = self.keys.iter().enumerate();
        keys.map(|(index, keys)| read(index, keys).map_err(|rejected| keys.fault(&rejected)))
            .collect()
    }
}

fn draw_call(keys: &Keys, arch: Arch) -> Result<DrawCall, Rejected> {
    let call = DrawCall {
        first_vertex: keys.optional("first_vertex", number)?.unwrap_or(0),
        first_instance: keys.optional("first_instance", number)?.unwrap_or(0),
        resource_table: keys.optional("resource_table", number)?.unwrap_or(0),
        primitive_vertices: primitive_vertices(keys)?,
        ..keys.draw_call(arch)?
    };
    call.thread_count()?;
    call.invocation().map_err(reject("instances"))?;
    check_table(call.resource_table)?;
    Ok(call)
}

/// Checks that a table exists, also for a draw that has no attribute in it.
pub(super) fn check_table(table: u32) -> Result<(), Error> {
    let fields = ValhallAttributeFields {
        mode: ValhallFetchMode::Vertex,
        format: 0,
        table,
        offset: 0,
        buffer_index: 0,
        stride: 0,
    };
    ValhallAttribute::new(fields).map(|_| ())
}

/// An address that is not there is 0, to be patched.
fn buffer(keys: &Keys) -> Result<(VertexBuffer, BufferRange), Rejected> {
    let rate = input_rate(
        keys.optional("rate", choice)?,
        keys.optional("divisor", number)?,
    )?;
    let buffer = VertexBuffer::new(keys.required("stride", number)?, rate);
    let range = BufferRange {
        address: keys.optional("address", number)?.unwrap_or(0),
        size: keys.optional("size", number)?,
    };
    Ok((buffer, range))
}

fn attribute(
    keys: &Keys,
    arch: Arch,
    names: &[Name],
    buffers: &[VertexBuffer],
) -> Result<VertexAttribute, Rejected> {
    if let Some(id) = keys.optional("source", choice)? {
        for key in ["buffer", "format", "offset", "overlap"] {
            if keys.has(key) {
                let reason = "an attribute with a `source` has none: leave one of both out";
                return Err(reject(key)(reason));
            }
        }
        return Ok(match id {
            Special::VertexId => VertexAttribute::VERTEX_ID,
            Special::InstanceId => VertexAttribute::INSTANCE_ID,
        });
    }
    let buffer = keys.required("buffer", |node| position(text(node)?, names))?;
    let format = keys.required("format", format)?;
    let attribute = VertexAttribute::new(
        buffer,
        format.format(arch).map_err(reject("format"))?,
        keys.optional("offset", number)?.unwrap_or(0),
    );
    let overlap = keys.optional("overlap", boolean)?.unwrap_or(false);
    check_overlap(buffers, &[attribute], &[overlap])
        .map_err(|error| reject("offset")(error.reason()))?;
    Ok(attribute)
}

/// The number of the buffer of that name.
fn position(name: &str, names: &[Name]) -> Result<usize, String> {
    let names: Vec<&str> = names.iter().map(|name| &*name.text).collect();
    let position = names.iter().position(|known| *known == name);
    position.ok_or_else(|| unknown(name, &names))
}

/// What is wrong with a draw, put down to the part that the error counts.
pub(super) fn fault(error: &DrawError, keys: &Keys, buffers: &Parts, attributes: &Parts) -> Fault {
    let Place { part, argument } = error.place();
    let part = match part {
        Part::Draw => keys,
        Part::Buffer(number) => buffers.keys.get(number).unwrap_or(keys),
        Part::Attribute(number) => attributes.keys.get(number).unwrap_or(keys),
    };
    part.fault(&reject(argument.name())(error.reason()))
}
