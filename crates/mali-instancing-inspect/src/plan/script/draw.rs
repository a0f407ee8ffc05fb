//! A draw of a script.

use mali_buffers::{
    ApplicationDraw, Attribute, AttributeArray, ConstantValue, DataSource, ElementArray, Error,
    IndexType, Vertices,
};
use mali_instancing::data::InputRateKeys;
use mali_instancing::draw::IndexBounds;
use mali_instancing::{InputRate, Part};

use super::choices::{ConstantType, Id, Mode, application_format};
use super::counts::Counts;
use super::index_list::indices;
use super::names::Names;
use crate::document::Fault;
use crate::keys::{Keys, choice, float, list, number, text};
use crate::notation::quote;
use crate::rejected::{Rejected, reject};
use mali_instancing_codegen::read::Node;

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
    pub(super) const KEYS: &'static [&'static str] = &[
        "kind",
        "submission",
        "mode",
        "first",
        "count",
        "indices",
        "instances",
        "first_instance",
        "attributes",
    ];

    /// Reads a draw, which is counted already.
    pub(super) fn read(
        keys: &mut Keys,
        names: &mut Names,
        counts: &mut Counts,
    ) -> Result<Self, Fault> {
        keys.check_known(Self::KEYS)?;
        let number = counts.draws;
        let submission = submission(keys, counts.submissions);
        counts.submissions = submission.map_err(|rejected| keys.fault(&rejected))?;
        let attributes = Attributes::read(keys, names)?;
        let elements = keys.take_table("indices")?;
        let (vertices, indices_offset) = match elements {
            Some(elements) => {
                elements.check_known(&[
                    "buffer",
                    "data",
                    "index_type",
                    "offset",
                    "count",
                    "base_vertex",
                    "restart_index",
                    "minimum",
                    "maximum",
                ])?;
                let array = element_array(&elements, names, number)
                    .map_err(|rejected| elements.fault(&rejected))?;
                (Some(Vertices::Elements(array)), Some(elements.offset()))
            }
            None => (None, None),
        };
        let rest = |keys: &Keys| -> Result<Self, Rejected> {
            Ok(Self {
                number,
                submission: counts.submissions,
                mode: keys.required("mode", choice)?,
                vertices: arrays(keys, vertices)?,
                instances: optional_number(keys, "instances")?.unwrap_or(1),
                first_instance: optional_number(keys, "first_instance")?.unwrap_or(0),
                attributes,
                indices_offset,
            })
        };
        rest(keys).map_err(|rejected| keys.fault(&rejected))
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

/// The submission that a draw is part of: the one after `last`, unless the script says another.
fn submission(keys: &Keys, last: u64) -> Result<u64, Rejected> {
    let Some(number) = keys.optional("submission", number)? else {
        return Ok(last.saturating_add(1));
    };
    if number < last.max(1) {
        let reason = format!(
            "{number} is before the last: at least {} is allowed",
            last.max(1)
        );
        return Err(reject("submission")(reason));
    }
    Ok(number)
}

fn optional_number(keys: &Keys, key: &'static str) -> Result<Option<u32>, Rejected> {
    keys.optional(key, number)
}

/// The vertices of a draw: those of its indices, or the keys first and count.
fn arrays(keys: &Keys, elements: Option<Vertices>) -> Result<Vertices, Rejected> {
    let Some(elements) = elements else {
        return Ok(Vertices::Arrays {
            first: optional_number(keys, "first")?.unwrap_or(0),
            count: keys.required("count", number)?,
        });
    };
    for key in ["first", "count"] {
        if optional_number(keys, key)?.is_some() {
            return Err(reject(key)("`indices` say what is drawn: leave it out"));
        }
    }
    Ok(elements)
}

fn element_array(keys: &Keys, names: &mut Names, draw: u64) -> Result<ElementArray, Rejected> {
    let index_type: IndexType = keys.required("index_type", choice)?;
    let data = keys.optional("data", |node| indices(node, index_type))?;
    let buffer = keys.optional("buffer", |node| names.live_buffer(text(node)?))?;
    let offset = keys.optional("offset", number)?.unwrap_or(0);
    let count = optional_number(keys, "count")?;
    let (source, count) = match (data, buffer) {
        (Some(_), Some(_)) => {
            let reason = "indices are in a buffer or in `data`: leave one out";
            return Err(reject("data")(reason));
        }
        (None, None) => return Err(Rejected::missing("buffer, or data,")),
        (None, Some(buffer)) => {
            let count = count.ok_or_else(|| Rejected::missing("count"))?;
            (DataSource::Buffer(buffer), count)
        }
        (Some(bytes), None) => {
            let size = u64::from(index_type.size());
            let given = bytes.len() as u64;
            let left = given.saturating_sub(offset) / size;
            let count = count.unwrap_or(u32::try_from(left).unwrap_or(u32::MAX));
            if offset > given || u64::from(count) > left {
                let reason = format!("`data` has {left} indices from byte {offset} on");
                return Err(reject("data")(reason));
            }
            let name = format!("indices of draw {draw}");
            (names.client_bytes(&name, bytes), count)
        }
    };
    let mut array = ElementArray::new(source, index_type, count).with_offset(offset);
    if let Some(base_vertex) = keys.optional("base_vertex", number)? {
        array = array.with_base_vertex(base_vertex);
    }
    let bounds = (
        optional_number(keys, "minimum")?,
        optional_number(keys, "maximum")?,
    );
    match bounds {
        (Some(minimum), Some(maximum)) => {
            array = array.with_bounds(IndexBounds { minimum, maximum });
        }
        (Some(_), None) => return Err(Rejected::missing("maximum")),
        (None, Some(_)) => return Err(Rejected::missing("minimum")),
        (None, None) => {}
    }
    Ok(match keys.optional("restart_index", number)? {
        Some(restart_index) => array.with_restart_index(restart_index),
        None => array,
    })
}

impl Attributes {
    fn read(keys: &mut Keys, names: &mut Names) -> Result<Self, Fault> {
        let title = keys.title().to_owned();
        let Some(node) = keys.take("attributes") else {
            return Ok(Self::default());
        };
        let title = |index| format!("{title}, attribute {index}");
        let mut attributes = Self::default();
        for (index, keys) in Keys::of_tables("call.attributes", node, title)?
            .into_iter()
            .enumerate()
        {
            attributes.values.push(attribute(&keys, names)?);
            let name = keys
                .optional("name", |node| Ok(text(node)?.to_owned()))
                .map_err(|rejected| keys.fault(&rejected))?;
            let title = name.unwrap_or_else(|| format!("attribute {index}"));
            if attributes.titles.contains(&title) {
                let reason = format!("another attribute is called `{}`", quote(&title));
                return Err(keys.fault(&reject("name")(reason)));
            }
            attributes.titles.push(title);
            attributes.offsets.push(keys.offset());
        }
        Ok(attributes)
    }
}

/// What an attribute is: one of these keys.
const SOURCES: [&str; 4] = ["buffer", "client", "constant", "id"];

/// The keys of an attribute that is an array.
const ARRAY_KEYS: [&str; 5] = ["format", "stride", "offset", "divisor", "rate"];

fn attribute(keys: &Keys, names: &mut Names) -> Result<Attribute, Fault> {
    let has = |key| {
        keys.optional(key, |_| Ok(()))
            .is_ok_and(|key| key.is_some())
    };
    let mut sources = SOURCES.into_iter().filter(|source| has(source));
    let (source, other) = (sources.next(), sources.next());
    if let (Some(source), Some(other)) = (source, other) {
        let reason = format!("does not go with `{source}`: leave one of both out");
        return Err(keys.fault(&reject(other)(reason)));
    }
    let known = match source {
        Some("constant") => &["type"][..],
        Some("id") => &[],
        _ => &ARRAY_KEYS,
    };
    if let Some(source) = source {
        let excluded = ARRAY_KEYS.into_iter().chain(["type"]);
        let mut excluded = excluded.filter(|key| !known.contains(key) && has(key));
        if let Some(key) = excluded.next() {
            let reason = format!("does not go with `{source}`: leave it out");
            return Err(keys.fault(&reject(key)(reason)));
        }
        keys.check_known(&[&["name", source], known].concat())?;
    }
    let read = match source {
        Some("constant") => constant(keys).map(Attribute::Constant),
        Some("id") => keys.required("id", choice).map(|id| match id {
            Id::Vertex => Attribute::VertexId,
            Id::Instance => Attribute::InstanceId,
        }),
        Some(_) => array(keys, names).map(Attribute::Array),
        None => Err(Rejected::missing("buffer, client, constant or id")),
    };
    read.map_err(|rejected| keys.fault(&rejected))
}

fn array(keys: &Keys, names: &mut Names) -> Result<AttributeArray, Rejected> {
    let buffer = keys.optional("buffer", |node| {
        names.live_buffer(text(node)?).map(DataSource::Buffer)
    })?;
    let source = match buffer {
        Some(buffer) => buffer,
        None => keys.required("client", |node| Ok(names.client(text(node)?)))?,
    };
    let format = keys.required("format", |node| application_format(text(node)?))?;
    let rate = InputRateKeys {
        rate: keys.optional("rate", choice)?,
        divisor: optional_number(keys, "divisor")?,
    };
    let rate = InputRate::try_from(rate).map_err(|error| reject(error.argument().name())(error))?;
    Ok(AttributeArray::new(source, format)
        .with_stride(optional_number(keys, "stride")?.unwrap_or(0))
        .with_offset(keys.optional("offset", number)?.unwrap_or(0))
        .with_rate(rate))
}

fn constant(keys: &Keys) -> Result<ConstantValue, Rejected> {
    let constant_type = keys.optional("type", choice)?;
    keys.required("constant", |node| match constant_type {
        None | Some(ConstantType::Float) => {
            components(node, float, [0.0, 0.0, 0.0, 1.0]).map(ConstantValue::Float)
        }
        Some(ConstantType::Int) => components(node, number, [0, 0, 0, 1]).map(ConstantValue::Int),
        Some(ConstantType::Uint) => components(node, number, [0, 0, 0, 1]).map(ConstantValue::Uint),
    })
}

/// One to four components, and those of `rest` that are not there.
fn components<T: Copy>(
    node: &Node,
    read: impl Fn(&Node) -> Result<T, String>,
    mut rest: [T; 4],
) -> Result<[T; 4], String> {
    let given = list(node, read)?;
    if !(1..=rest.len()).contains(&given.len()) {
        return Err(format!("{} components: 1 to 4 are allowed", given.len()));
    }
    for (component, given) in rest.iter_mut().zip(given) {
        *component = given;
    }
    Ok(rest)
}
