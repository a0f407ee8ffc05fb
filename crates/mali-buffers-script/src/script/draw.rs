//! A draw of a script.

use mali_buffers::{
    ApplicationDraw, Attribute, AttributeArray, DataSource, ElementArray, Error, Vertices,
};
use mali_instancing::Part;
use mali_instancing::draw::IndexBounds;
use mali_instancing_codegen::choice::Named;
use mali_instancing_codegen::read::{Fault, Location, Number, Quoted, RateKeys, missing, wrong};
use serde::Serialize;

use super::choices::{ConstantType, Id, Mode};
use super::constant::constant;
use super::data::indices;
use super::reader::Reader;
use super::written;

/// A draw of a script.
#[derive(Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub(crate) struct Draw {
    /// Counted from 1.
    #[serde(rename = "draw")]
    pub(crate) number: u64,
    /// The number of the work that the draw is part of.
    pub(crate) submission: u64,
    pub(crate) mode: Named<Mode>,
    #[serde(skip)]
    pub(crate) call: ApplicationDraw,
    #[serde(skip)]
    pub(crate) attributes: Vec<Attribute>,
    /// Whether the shader does not read the vertex's number.
    #[serde(skip)]
    pub(crate) ignores_vertex_id: bool,
    /// The place of the indices as which the draw's line loops are drawn.
    #[serde(skip)]
    pub(crate) segments: Option<DataSource>,
    /// The name of each attribute.
    #[serde(skip)]
    pub(crate) titles: Vec<String>,
    /// The bytes of the script at which the attributes and the indices begin.
    #[serde(skip)]
    attribute_offsets: Vec<usize>,
    #[serde(skip)]
    indices_offset: Option<usize>,
}

impl Draw {
    /// The byte of the script at which the part begins that an error is about, if it is about a part.
    pub(crate) fn offset_of(&self, error: &Error) -> Option<usize> {
        match (error, error.part()) {
            (_, Some(Part::Attribute(number))) => self.attribute_offsets.get(number).copied(),
            (Error::IndicesPastEnd { .. } | Error::RestartIndex { .. }, _) => self.indices_offset,
            _ => None,
        }
    }

    /// The text of an error. Indices that begin within an index name other vertices than the application's: a read
    /// past the end is most likely one of those.
    pub(crate) fn reason(&self, error: &Error) -> String {
        let reason = error.to_string();
        match (error, self.call.vertices) {
            (Error::AttributePastEnd { .. }, Vertices::Elements(array))
                if array.offset % u64::from(array.index_type.size()) != 0 =>
            {
                let (offset, size) = (array.offset, array.index_type.size());
                format!(
                    "{reason}; the indices' offset {offset} is not a multiple of {size}, their size"
                )
            }
            _ => reason,
        }
    }
}

impl Reader<'_> {
    /// Looks up the names in a draw.
    pub(super) fn draw(&mut self, draw: written::Draw, at: &Location) -> Result<Draw, Fault> {
        self.draws += 1;
        let first_allowed = self.submissions.max(1);
        self.submissions = match draw.submission {
            Some(Number(number)) if number < first_allowed => {
                let reason =
                    format!("{number} is before the last: at least {first_allowed} is allowed");
                return Err(wrong(at, "submission", reason));
            }
            Some(Number(number)) => number,
            None => self.submissions.saturating_add(1),
        };
        let mut made = Draw {
            number: self.draws,
            submission: self.submissions,
            mode: draw.mode,
            call: ApplicationDraw::arrays(0, 0),
            attributes: Vec::new(),
            ignores_vertex_id: draw.reads_vertex_id == Some(false),
            segments: None,
            titles: Vec::new(),
            attribute_offsets: Vec::new(),
            indices_offset: (draw.indices.is_some())
                .then(|| self.root.find(&at.clone().with_key("indices"))),
        };
        for (index, keys) in draw.attributes.into_iter().enumerate() {
            let at = at
                .clone()
                .in_element("attributes", index, keys.name.clone());
            made.attribute_offsets.push(self.root.find(&at));
            made.attributes.push(self.attribute(&keys, &at)?);
            let title = keys.name.unwrap_or_else(|| format!("attribute {index}"));
            if made.titles.contains(&title) {
                let reason = format!("another attribute is called `{}`", Quoted::new(&title));
                return Err(wrong(&at, "name", reason));
            }
            made.titles.push(title);
        }
        let vertices = match draw.indices {
            Some(indices) => {
                for (key, value) in [("first", draw.first), ("count", draw.count)] {
                    if value.is_some() {
                        return Err(wrong(
                            at,
                            key,
                            "a draw with `indices` has no such key: leave it out",
                        ));
                    }
                }
                Vertices::Elements(self.elements(indices, &at.clone().with_key("indices"))?)
            }
            None => Vertices::Arrays {
                first: draw.first.map_or(0, |Number(first)| first),
                count: draw.count.ok_or_else(|| missing(at, "count"))?.0,
            },
        };
        if self.has_segments && made.mode.0 == Mode::LineLoop {
            let name = format!("line loops of draw {}", self.draws);
            made.segments = Some(self.names.add_client(&name, Some(Vec::new())));
        }
        made.call = ApplicationDraw {
            vertices,
            instances: draw.instances.map_or(1, |Number(instances)| instances),
            first_instance: draw.first_instance.map_or(0, |Number(first)| first),
        };
        Ok(made)
    }

    fn elements(&mut self, keys: written::Indices, at: &Location) -> Result<ElementArray, Fault> {
        let Named(index_type) = keys.index_type;
        let offset = keys.offset.map_or(0, |Number(offset)| offset);
        let (source, count) = match (keys.data, keys.buffer) {
            (Some(_), Some(_)) => {
                let reason = "indices are in a buffer or in `data`: leave one out";
                return Err(wrong(at, "data", reason));
            }
            (None, None) => return Err(missing(at, "buffer, or data,")),
            (None, Some(buffer)) => {
                let buffer = self.live_buffer(&buffer, at)?;
                let count = keys.count.ok_or_else(|| missing(at, "count"))?;
                (DataSource::Buffer(buffer), count.0)
            }
            (Some(data), None) => {
                let bytes = indices(&data, index_type, at)?;
                let given = bytes.len() as u64;
                let left = given.saturating_sub(offset) / u64::from(index_type.size());
                let all = Number(u32::try_from(left).unwrap_or(u32::MAX));
                let Number(count) = keys.count.unwrap_or(all);
                if offset > given || u64::from(count) > left {
                    let reason = format!("`data` has {left} indices from byte {offset} on");
                    return Err(wrong(at, "data", reason));
                }
                let name = format!("indices of draw {}", self.draws);
                (self.names.add_client(&name, Some(bytes)), count)
            }
        };
        let bounds = match (keys.minimum, keys.maximum) {
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
            base_vertex: keys.base_vertex.map_or(0, |Number(base)| base),
            restart_index: keys.restart_index.map(|Number(index)| index),
            bounds,
        })
    }

    fn attribute(&mut self, keys: &written::Attribute, at: &Location) -> Result<Attribute, Fault> {
        let sources = [
            ("buffer", keys.buffer.is_some()),
            ("client", keys.client.is_some()),
            ("constant", keys.constant.is_some()),
            ("id", keys.id.is_some()),
        ];
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
            ("format", keys.format.is_some() && !is_array),
            ("stride", keys.stride.is_some() && !is_array),
            ("offset", keys.offset.is_some() && !is_array),
            ("divisor", keys.divisor.is_some() && !is_array),
            ("rate", keys.rate.is_some() && !is_array),
            ("type", keys.r#type.is_some() && keys.constant.is_none()),
        ];
        if let Some((key, _)) = excluded.iter().find(|(_, is_excluded)| *is_excluded) {
            let reason = format!("does not go with `{source}`: leave it out");
            return Err(wrong(at, key, reason));
        }
        let source = match (&keys.constant, keys.id, &keys.buffer, &keys.client) {
            (Some(components), ..) => {
                let constant_type = keys
                    .r#type
                    .map_or(ConstantType::Float, |Named(chosen)| chosen);
                return constant(components, constant_type)
                    .map(Attribute::Constant)
                    .map_err(|reason| wrong(at, "constant", reason));
            }
            (_, Some(Named(Id::Vertex)), ..) => return Ok(Attribute::VertexId),
            (_, Some(Named(Id::Instance)), ..) => return Ok(Attribute::InstanceId),
            (_, _, Some(buffer), _) => DataSource::Buffer(self.live_buffer(buffer, at)?),
            (.., client) => self.names.client(client.as_deref().unwrap_or_default()),
        };
        let Named(format) = keys.format.ok_or_else(|| missing(at, "format"))?;
        let rate = RateKeys {
            rate: keys.rate,
            divisor: keys.divisor.map(|Number(divisor)| divisor),
        };
        let array = AttributeArray::new(source, format)
            .with_stride(keys.stride.map_or(format.size(), |Number(stride)| stride))
            .with_offset(keys.offset.map_or(0, |Number(offset)| offset))
            .with_rate(
                rate.input_rate()
                    .map_err(|reason| wrong(at, "divisor", reason))?,
            );
        Ok(Attribute::Array(array))
    }
}
