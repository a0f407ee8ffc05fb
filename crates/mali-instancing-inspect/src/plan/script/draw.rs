//! A draw of a script.

use mali_buffers::{
    ApplicationDraw, Attribute, AttributeArray, ConstantValue, DataSource, ElementArray, Error,
    Vertices,
};
use mali_instancing::data::{InputRateKeys, Number};
use mali_instancing::draw::IndexBounds;
use mali_instancing::{InputRate, Part};
use mali_instancing_codegen::read::{Fault, Location, Node};

use super::choices::{ConstantType, Id, Mode};
use super::counts::Counts;
use super::index_list::indices;
use super::names::Names;
use super::written::{self, Component};
use crate::document::{missing, wrong};
use crate::notation::{Named, number, quote};

pub(crate) struct Draw {
    /// Counted from 1.
    pub(crate) number: u64,
    /// The number of the work that it is part of.
    pub(crate) submission: u64,
    pub(crate) mode: Mode,
    vertices: Vertices,
    pub(crate) instances: u32,
    pub(crate) first_instance: u32,
    pub(crate) attributes: Attributes,
    /// The byte of the script at which its indices begin.
    indices_offset: Option<usize>,
}

/// The attributes of a draw, what to call them, and the bytes of the script at which they begin.
#[derive(Default)]
pub(crate) struct Attributes {
    pub(crate) values: Vec<Attribute>,
    pub(crate) titles: Vec<String>,
    offsets: Vec<usize>,
}

impl Draw {
    /// Looks up what a draw names, which is counted already.
    pub(super) fn new(
        draw: written::Draw,
        location: &Location,
        root: &Node,
        names: &mut Names,
        counts: &mut Counts,
    ) -> Result<Self, Fault> {
        let first_allowed = counts.submissions.max(1);
        counts.submissions = match draw.submission {
            Some(Number(number)) if number < first_allowed => {
                let reason =
                    format!("{number} is before the last: at least {first_allowed} is allowed");
                return Err(wrong(location, "submission", reason));
            }
            Some(Number(number)) => number,
            None => counts.submissions.saturating_add(1),
        };
        let attributes = Attributes::new(draw.attributes, location, root, names)?;
        let indices = location.clone().with_key("indices");
        let indices_offset = draw.indices.is_some().then(|| root.find(&indices));
        let vertices = match draw.indices {
            Some(indices) => {
                for (key, value) in [("first", draw.first), ("count", draw.count)] {
                    if value.is_some() {
                        let reason = "`indices` say what is drawn: leave it out";
                        return Err(wrong(location, key, reason));
                    }
                }
                let location = location.clone().with_key("indices");
                Vertices::Elements(element_array(indices, &location, names, counts.draws)?)
            }
            None => Vertices::Arrays {
                first: draw.first.map_or(0, |Number(first)| first),
                count: draw.count.ok_or_else(|| missing(location, "count"))?.0,
            },
        };
        Ok(Self {
            number: counts.draws,
            submission: counts.submissions,
            mode: draw.mode.0,
            vertices,
            instances: draw.instances.map_or(1, |Number(instances)| instances),
            first_instance: draw.first_instance.map_or(0, |Number(first)| first),
            attributes,
            indices_offset,
        })
    }

    /// Whether it has no vertices or no instances: as in GL, that draws nothing and is no error.
    pub(crate) fn is_of_nothing(&self) -> bool {
        let count = match self.vertices {
            Vertices::Arrays { count, .. } => count,
            Vertices::Elements(elements) => elements.count,
        };
        count == 0 || self.instances == 0
    }

    /// The byte of the script at which begins what an error is about, if it is about a part.
    pub(crate) fn offset_of(&self, error: &Error) -> Option<usize> {
        match (error, error.part()) {
            (_, Some(Part::Attribute(attribute))) => {
                self.attributes.offsets.get(attribute).copied()
            }
            (Error::IndicesPastEnd { .. } | Error::RestartIndex { .. }, _) => self.indices_offset,
            _ => None,
        }
    }

    /// The draw, as the library takes it.
    pub(crate) const fn as_application_draw(&self) -> ApplicationDraw {
        ApplicationDraw {
            vertices: self.vertices,
            instances: self.instances,
            first_instance: self.first_instance,
        }
    }

    /// Its attributes, as the library takes them.
    pub(crate) fn attributes(&self) -> &[Attribute] {
        &self.attributes.values
    }
}

fn element_array(
    keys: written::Indices,
    location: &Location,
    names: &mut Names,
    draw: u64,
) -> Result<ElementArray, Fault> {
    let index_type = keys.index_type.0;
    let offset = keys.offset.map_or(0, |Number(offset)| offset);
    let (source, count) = match (keys.data, keys.buffer) {
        (Some(_), Some(_)) => {
            let reason = "indices are in a buffer or in `data`: leave one out";
            return Err(wrong(location, "data", reason));
        }
        (None, None) => return Err(missing(location, "buffer, or data,")),
        (None, Some(buffer)) => {
            let buffer = names.live_buffer(&buffer);
            let buffer = buffer.map_err(|reason| wrong(location, "buffer", reason))?;
            let count = keys.count.ok_or_else(|| missing(location, "count"))?;
            (DataSource::Buffer(buffer), count.0)
        }
        (Some(data), None) => {
            let bytes =
                indices(&data, index_type).map_err(|reason| wrong(location, "data", reason))?;
            let given = bytes.len() as u64;
            let left = given.saturating_sub(offset) / u64::from(index_type.size());
            let all = Number(u32::try_from(left).unwrap_or(u32::MAX));
            let Number(count) = keys.count.unwrap_or(all);
            if offset > given || u64::from(count) > left {
                let reason = format!("`data` has {left} indices from byte {offset} on");
                return Err(wrong(location, "data", reason));
            }
            let name = format!("indices of draw {draw}");
            (names.client_bytes(&name, bytes), count)
        }
    };
    let mut array = ElementArray::new(source, index_type, count).with_offset(offset);
    if let Some(Number(base_vertex)) = keys.base_vertex {
        array = array.with_base_vertex(base_vertex);
    }
    match (keys.minimum, keys.maximum) {
        (Some(Number(minimum)), Some(Number(maximum))) => {
            array = array.with_bounds(IndexBounds { minimum, maximum });
        }
        (Some(_), None) => return Err(missing(location, "maximum")),
        (None, Some(_)) => return Err(missing(location, "minimum")),
        (None, None) => {}
    }
    Ok(match keys.restart_index {
        Some(Number(restart_index)) => array.with_restart_index(restart_index),
        None => array,
    })
}

impl Attributes {
    fn new(
        written: Vec<written::Attribute>,
        location: &Location,
        root: &Node,
        names: &mut Names,
    ) -> Result<Self, Fault> {
        let mut attributes = Self::default();
        for (index, keys) in written.into_iter().enumerate() {
            let name = keys.name.clone();
            let location = location.clone().in_element("attributes", index, name);
            attributes.offsets.push(root.find(&location));
            attributes.values.push(attribute(&keys, &location, names)?);
            let title = keys.name.unwrap_or_else(|| format!("attribute {index}"));
            if attributes.titles.contains(&title) {
                let reason = format!("another attribute is called `{}`", quote(&title));
                return Err(wrong(&location, "name", reason));
            }
            attributes.titles.push(title);
        }
        Ok(attributes)
    }
}

fn attribute(
    keys: &written::Attribute,
    location: &Location,
    names: &mut Names,
) -> Result<Attribute, Fault> {
    let sources = [
        ("buffer", keys.buffer.is_some()),
        ("client", keys.client.is_some()),
        ("constant", keys.constant.is_some()),
        ("id", keys.id.is_some()),
    ];
    let mut sources = sources.iter().filter(|(_, is_there)| *is_there);
    let Some((source, _)) = sources.next() else {
        return Err(missing(location, "buffer, client, constant or id"));
    };
    if let Some((other, _)) = sources.next() {
        let reason = format!("does not go with `{source}`: leave one of both out");
        return Err(wrong(location, other, reason));
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
        return Err(wrong(location, key, reason));
    }
    if let Some(components) = &keys.constant {
        let constant_type = keys
            .r#type
            .map_or(ConstantType::Float, |Named(named)| named);
        return constant(components, constant_type)
            .map(Attribute::Constant)
            .map_err(|reason| wrong(location, "constant", reason));
    }
    match keys.id {
        Some(Named(Id::Vertex)) => return Ok(Attribute::VertexId),
        Some(Named(Id::Instance)) => return Ok(Attribute::InstanceId),
        None => {}
    }
    let source = match (&keys.buffer, &keys.client) {
        (Some(buffer), _) => names
            .live_buffer(buffer)
            .map(DataSource::Buffer)
            .map_err(|reason| wrong(location, "buffer", reason))?,
        (None, client) => names.client(client.as_deref().unwrap_or_default()),
    };
    let Named(format) = keys.format.ok_or_else(|| missing(location, "format"))?;
    let rate = InputRate::try_from(InputRateKeys {
        rate: keys.rate,
        divisor: keys.divisor.map(|Number(divisor)| divisor),
    })
    .map_err(|error| wrong(location, error.argument().name(), error))?;
    let array = AttributeArray::new(source, format)
        .with_stride(keys.stride.map_or(0, |Number(stride)| stride))
        .with_offset(keys.offset.map_or(0, |Number(offset)| offset))
        .with_rate(rate);
    Ok(Attribute::Array(array))
}

fn constant(given: &[Component], constant_type: ConstantType) -> Result<ConstantValue, String> {
    Ok(match constant_type {
        ConstantType::Float => ConstantValue::Float(components(
            given,
            number::parse_float,
            [0.0, 0.0, 0.0, 1.0],
        )?),
        ConstantType::Int => {
            ConstantValue::Int(components(given, number::parse_number, [0, 0, 0, 1])?)
        }
        ConstantType::Uint => {
            ConstantValue::Uint(components(given, number::parse_number, [0, 0, 0, 1])?)
        }
    })
}

/// One to four components, and those of `rest` that are not there.
fn components<T>(
    given: &[Component],
    read: impl Fn(&str) -> Result<T, String>,
    mut rest: [T; 4],
) -> Result<[T; 4], String> {
    if !(1..=rest.len()).contains(&given.len()) {
        return Err(format!("{} components: 1 to 4 are allowed", given.len()));
    }
    for (component, Component(given)) in rest.iter_mut().zip(given) {
        *component = read(given)?;
    }
    Ok(rest)
}
