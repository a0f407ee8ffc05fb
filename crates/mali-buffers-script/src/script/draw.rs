//! The keys of a draw, and the planner's draw that they are.

use mali_buffers::{
    ApplicationDraw, Attribute as PlannerAttribute, AttributeArray, DataSource, ElementArray,
    Vertices,
};
use mali_instancing::data::Rate;
use mali_instancing::draw::IndexBounds;
use mali_instancing_codegen::choice::Named;
use mali_instancing_codegen::read::{Fault, Location, Number, Quoted, RateKeys, missing, wrong};
use serde::Deserialize;

use super::constant::{Component, constant};
use super::data::indices;
use super::or_zero;
use crate::choices::{ConstantType, FormatNames, IdNames, IndexTypeNames, Mode};
use crate::memory::ApplicationMemory;

/// A draw.
#[derive(Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(extend(
        "oneOf" = [{ "required": ["count"] }, { "required": ["indices"] }],
        "not" = { "required": ["first", "indices"] },
    ))
)]
#[serde(deny_unknown_fields)]
pub(crate) struct Draw {
    /// The number of the submission that the draw is part of, from 1. Absent: a new submission.
    pub(crate) submission: Option<Number<u64>>,
    /// The primitives that the draw's vertices make.
    pub(crate) mode: Named<Mode>,
    /// Of a draw without indices: the first vertex. Absent: 0.
    first: Option<Number<u32>>,
    /// Of a draw without indices: the number of vertices.
    count: Option<Number<u32>>,
    /// The indices. Absent: the draw has none.
    indices: Option<Indices>,
    /// Whether the shader may read the vertex's number. Absent: true.
    pub(crate) reads_vertex_id: Option<bool>,
    /// The number of instances. Absent: 1.
    instances: Option<Number<u32>>,
    /// The first instance. Absent: 0.
    first_instance: Option<Number<u32>>,
    /// The attributes, in the order of their numbers.
    #[serde(default)]
    attributes: Vec<Attribute>,
}

/// The indices of a draw: in a buffer, or a list of them in client memory.
#[derive(Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(extend(
        "oneOf" = [{ "required": ["buffer"] }, { "required": ["data"] }],
        "dependencies" = { "buffer": ["count"], "minimum": ["maximum"], "maximum": ["minimum"] },
    ))
)]
#[serde(deny_unknown_fields)]
struct Indices {
    /// The name of the buffer that the indices are in.
    buffer: Option<String>,
    /// The indices, if they are in client memory.
    data: Option<Vec<Number<u32>>>,
    /// The type of the indices.
    index_type: Named<IndexTypeNames>,
    /// The offset of the first index, in bytes. Absent: 0.
    offset: Option<Number<u64>>,
    /// The number of indices. Absent: all of `data`.
    count: Option<Number<u32>>,
    /// The number that is added to each index. Absent: 0.
    base_vertex: Option<Number<i32>>,
    /// The index that restarts a primitive.
    restart_index: Option<Number<u32>>,
    /// The smallest index, as the application states it.
    minimum: Option<Number<u32>>,
    /// The largest index, as the application states it.
    maximum: Option<Number<u32>>,
}

/// An attribute: an array in a buffer or in client memory, a constant, or the number of the vertex or the instance.
#[derive(Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(extend(
        "oneOf" = [
            { "required": ["buffer"] },
            { "required": ["client"] },
            { "required": ["constant"] },
            { "required": ["id"] },
        ],
        "dependencies" = {
            "buffer": ["format"],
            "client": ["format"],
            "stride": ["format"],
            "offset": ["format"],
            "divisor": ["format"],
            "rate": ["format"],
            "type": ["constant"],
        },
        "not" = { "anyOf": [{ "required": ["format", "constant"] }, { "required": ["format", "id"] }] },
    ))
)]
#[serde(deny_unknown_fields)]
struct Attribute {
    /// The name. Absent: its number.
    name: Option<String>,
    /// The name of the buffer that it is in.
    buffer: Option<String>,
    /// The name of the array in client memory that it is in.
    client: Option<String>,
    /// One to four components, the same for all vertices.
    #[cfg_attr(
        feature = "schemars",
        schemars(
            with = "Option<Vec<f64>>",
            length(min = 1, max = 4),
            extend("items" = { "type": ["number", "string"] })
        )
    )]
    constant: Option<Vec<Component>>,
    /// On V4 and V5: the number of the vertex or of the instance.
    id: Option<Named<IdNames>>,
    /// Of an array: the format.
    format: Option<Named<FormatNames>>,
    /// Of an array: the distance between elements, in bytes. Absent: the size of one. 0: all read the element at `offset`.
    stride: Option<Number<u32>>,
    /// Of an array: the offset of the first element, in bytes. Absent: 0.
    offset: Option<Number<u64>>,
    /// Of an array: the number of instances that share an element. Absent or 0: an element per vertex.
    divisor: Option<Number<u32>>,
    /// Of an array: the rate at which it steps from one element to the next.
    rate: Option<Rate>,
    /// Of a constant: the type of its components. Absent: float.
    r#type: Option<Named<ConstantType>>,
}

impl Draw {
    /// The attributes, and the name of each.
    pub(crate) fn attributes(
        &self,
        application: &mut ApplicationMemory,
        at: &Location,
    ) -> Result<(Vec<PlannerAttribute>, Vec<String>), Fault> {
        let (mut attributes, mut titles) = (Vec::new(), Vec::new());
        for (index, keys) in self.attributes.iter().enumerate() {
            let name = keys.name.clone();
            let at = at.clone().in_element("attributes", index, name.clone());
            attributes.push(keys.attribute(application, &at)?);
            let title = name.unwrap_or_else(|| format!("attribute {index}"));
            // A name may be equal to the title of an attribute without a name, such as `attribute 1`.
            if titles.contains(&title) {
                let reason = format!("another attribute is called `{}`", Quoted::new(&title));
                return Err(wrong(&at, "name", reason));
            }
            titles.push(title);
        }
        Ok((attributes, titles))
    }

    /// The draw without its attributes.
    pub(crate) fn call(
        &self,
        application: &mut ApplicationMemory,
        at: &Location,
    ) -> Result<ApplicationDraw, Fault> {
        let vertices = match &self.indices {
            Some(indices) => {
                let given = [("first", self.first), ("count", self.count)];
                // The number of vertices is that of `indices`. A key that is ignored would be a mistake that nobody
                // sees.
                if let Some((key, _)) = given.iter().find(|(_, value)| value.is_some()) {
                    let reason = "a draw with `indices` has no such key: leave it out";
                    return Err(wrong(at, key, reason));
                }
                Vertices::Elements(indices.elements(application, &at.clone().with_key("indices"))?)
            }
            None => Vertices::Arrays {
                first: or_zero(self.first),
                count: self.count.ok_or_else(|| missing(at, "count"))?.0,
            },
        };
        Ok(ApplicationDraw {
            vertices,
            instances: self.instances.map_or(1, |Number(instances)| instances),
            first_instance: or_zero(self.first_instance),
        })
    }

    /// The indices' offset and the size of one, if they begin within an index.
    pub(super) fn begins_within_index(&self) -> Option<(u64, u32)> {
        let indices = self.indices.as_ref()?;
        let (offset, size) = (or_zero(indices.offset), indices.index_type.0.size());
        (offset % u64::from(size) != 0).then_some((offset, size))
    }
}

impl Indices {
    fn elements(
        &self,
        application: &mut ApplicationMemory,
        at: &Location,
    ) -> Result<ElementArray, Fault> {
        let (Named(index_type), offset) = (self.index_type, or_zero(self.offset));
        let (source, count) = match (&self.data, &self.buffer) {
            (Some(_), Some(_)) => {
                let reason = "indices are in a buffer or in `data`: leave one out";
                return Err(wrong(at, "data", reason));
            }
            (None, None) => return Err(missing(at, "buffer, or data,")),
            (None, Some(buffer)) => {
                let buffer = application.live_buffer(buffer, at)?;
                let count = self.count.ok_or_else(|| missing(at, "count"))?;
                (DataSource::Buffer(buffer), count.0)
            }
            (Some(data), None) => {
                let bytes = indices(data, index_type, at)?;
                let given = bytes.len() as u64;
                // The list is client memory of known size, which the planner cannot check: so it is checked here.
                let left = given.saturating_sub(offset) / u64::from(index_type.size());
                let all = Number(u32::try_from(left).unwrap_or(u32::MAX));
                let Number(count) = self.count.unwrap_or(all);
                if offset > given || u64::from(count) > left {
                    let reason = format!("`data` has {left} indices from byte {offset} on");
                    return Err(wrong(at, "data", reason));
                }
                (application.add_client(bytes), count)
            }
        };
        let bounds = match (self.minimum, self.maximum) {
            (Some(Number(minimum)), Some(Number(maximum))) => {
                Some(IndexBounds { minimum, maximum })
            }
            (Some(_), None) => return Err(missing(at, "maximum")),
            (None, Some(_)) => return Err(missing(at, "minimum")),
            (None, None) => None,
        };
        Ok(ElementArray {
            source,
            index_type,
            offset,
            count,
            base_vertex: or_zero(self.base_vertex),
            restart_index: self.restart_index.map(|Number(index)| index),
            bounds,
        })
    }
}

impl Attribute {
    fn attribute(
        &self,
        application: &mut ApplicationMemory,
        at: &Location,
    ) -> Result<PlannerAttribute, Fault> {
        let sources = [
            ("buffer", self.buffer.is_some()),
            ("client", self.client.is_some()),
            ("constant", self.constant.is_some()),
            ("id", self.id.is_some()),
        ];
        // The schema says the same for editors. Here the error names the key that is too many.
        let mut sources = sources.iter().filter(|(_, is_there)| *is_there);
        let Some((source, _)) = sources.next() else {
            return Err(missing(at, "buffer, client, constant or id"));
        };
        if let Some((other, _)) = sources.next() {
            let reason = format!("does not go with `{source}`: leave one of both out");
            return Err(wrong(at, other, reason));
        }
        let is_array = matches!(*source, "buffer" | "client");
        let excluded = [
            ("format", self.format.is_some() && !is_array),
            ("stride", self.stride.is_some() && !is_array),
            ("offset", self.offset.is_some() && !is_array),
            ("divisor", self.divisor.is_some() && !is_array),
            ("rate", self.rate.is_some() && !is_array),
            ("type", self.r#type.is_some() && self.constant.is_none()),
        ];
        if let Some((key, _)) = excluded.iter().find(|(_, is_excluded)| *is_excluded) {
            let reason = format!("does not go with `{source}`: leave it out");
            return Err(wrong(at, key, reason));
        }
        let source = match (&self.constant, self.id, &self.buffer, &self.client) {
            (Some(components), ..) => {
                let constant_type = self.r#type.map_or(ConstantType::Float, |named| named.0);
                return constant(components, constant_type)
                    .map(PlannerAttribute::Constant)
                    .map_err(|reason| wrong(at, "constant", reason));
            }
            (_, Some(Named(id)), ..) => return Ok(id),
            (_, _, Some(buffer), _) => DataSource::Buffer(application.live_buffer(buffer, at)?),
            // Exactly one of the four keys is there, so this is `client`.
            (.., client) => application.client(client.as_deref().unwrap_or_default()),
        };
        let Named(format) = self.format.ok_or_else(|| missing(at, "format"))?;
        let rate = RateKeys {
            rate: self.rate,
            divisor: self.divisor.map(|Number(divisor)| divisor),
        };
        Ok(PlannerAttribute::Array(AttributeArray {
            source,
            format,
            stride: self.stride.map_or(format.size(), |Number(stride)| stride),
            offset: or_zero(self.offset),
            rate: (rate.input_rate()).map_err(|reason| wrong(at, "divisor", reason))?,
        }))
    }
}
