//! The meaning of the application's draws: the vertices of a draw and the bytes of its attributes, read at the time of
//! the draw.

use crate::drawing::Drawing;
use mali_buffers::{
    Attribute, AttributeArray, ConstantValue, DataSource, ElementArray, Error, IndexType,
    OutOfBounds, Target, Vertices,
};
use mali_instancing::draw::{DrawError, IndexBounds};
use mali_instancing::{Arch, InputRate};

use super::application::Client;
use super::runs::{expected_bounds, from_bytes, runs};

/// The data that the vertices of a draw get.
#[derive(Clone, Debug)]
pub(crate) struct Expected {
    pub(crate) first_vertex: u32,
    pub(crate) vertices: u32,
    pub(crate) instances: u32,
    /// The application's numbers of the vertices of each primitive.
    pub(crate) runs: Vec<Vec<u32>>,
    pub(crate) attributes: Vec<ExpectedAttribute>,
}

#[derive(Clone, Debug)]
pub(crate) enum ExpectedAttribute {
    /// The elements from `first` on, and the name of their format.
    Elements {
        format: &'static str,
        size: usize,
        rate: InputRate,
        first_instance: u32,
        first: u64,
        bytes: Vec<u8>,
    },
    Constant {
        format: &'static str,
        bytes: Vec<u8>,
    },
    VertexId,
    InstanceId,
}

/// The expected outcome of a draw.
pub(crate) struct Forecast {
    /// The errors in its indices, and those in its attributes.
    pub(crate) errors: [Vec<Error>; 2],
    /// Whether it draws nothing.
    pub(crate) is_nothing: bool,
    /// Whether an offset may be too large for its descriptor.
    pub(crate) is_far: bool,
    pub(crate) has_indices: bool,
    /// The data that it draws, if there are no errors.
    pub(crate) expected: Option<Expected>,
}

/// The first and the last element that a draw reads.
pub(crate) fn elements(
    rate: InputRate,
    [first_vertex, vertices]: [u32; 2],
    [first_instance, instances]: [u32; 2],
) -> [u64; 2] {
    let (first_vertex, first_instance) = (u64::from(first_vertex), u64::from(first_instance));
    match rate {
        InputRate::Vertex => [first_vertex, first_vertex + u64::from(vertices) - 1],
        InputRate::Instance { divisor } => {
            // Only the instance is divided: the first instance is an element.
            let last = u64::from((instances - 1) / divisor);
            [first_instance, first_instance + last]
        }
        InputRate::Constant => [first_instance; 2],
    }
}

/// The beginning and the end of the bytes of elements.
pub(crate) fn bytes(array: &AttributeArray, [first, last]: [u64; 2]) -> [u64; 2] {
    let begin = |element| array.offset + element * u64::from(array.stride);
    [begin(first), begin(last) + u64::from(array.format.size())]
}

/// The indices of a draw that the target accepts: with robust access, only those that exist, and without the bounds
/// that the application states if only these guard the shaded vertices.
pub(crate) fn taken(client: &Client, mut array: ElementArray, target: Target) -> ElementArray {
    let is_robust = target.out_of_bounds == OutOfBounds::Clamp;
    if is_robust && target.arch < Arch::V9 {
        array.bounds = None;
    }
    let data = match array.source {
        DataSource::Buffer(_) if is_robust => client.data(array.source),
        _ => None,
    };
    let Some(data) = data else {
        return array;
    };
    let behind = (data.len() as u64).saturating_sub(array.offset);
    let there = behind / u64::from(array.index_type.size());
    let count = array.count.min(there as u32);
    ElementArray { count, ..array }
}

/// The indices of a draw, if they exist.
pub(crate) fn indices(client: &Client, array: &ElementArray) -> Option<Vec<u32>> {
    let size = array.index_type.size() as usize;
    let begin = usize::try_from(array.offset).ok()?;
    let data = client.data(array.source)?;
    let bytes = data.get(begin..begin.checked_add(array.count as usize * size)?)?;
    Some(from_bytes(array.index_type, bytes))
}

/// The restart index, if an index can have its value.
pub(crate) fn restart_index(array: &ElementArray) -> Option<u32> {
    let largest = match array.index_type {
        IndexType::U8 => 0xff,
        IndexType::U16 => 0xffff,
        IndexType::U32 => u32::MAX,
    };
    array.restart_index.filter(|&index| index <= largest)
}

/// The smallest and the largest of the indices that are vertices.
pub(crate) fn bounds(client: &Client, array: &ElementArray) -> Option<IndexBounds> {
    if array.bounds.is_some() {
        return array.bounds;
    }
    let restart_index = restart_index(array);
    let indices = indices(client, array)?;
    expected_bounds(&indices, restart_index)
}

/// The vertices of a draw, if there are any, and the runs of them between restarts.
struct DrawnVertices {
    errors: Vec<Error>,
    range: Option<[u32; 2]>,
    runs: Vec<Vec<u32>>,
}

fn vertices(client: &Client, draw: &Drawing<'_>, target: Target) -> DrawnVertices {
    let mut drawn = DrawnVertices {
        errors: Vec::new(),
        range: None,
        runs: Vec::new(),
    };
    let array = match draw.vertices {
        Vertices::Arrays { count: 0, .. } | Vertices::Elements(ElementArray { count: 0, .. }) => {
            return drawn;
        }
        Vertices::Arrays { first, count } => {
            drawn.range = Some([first, count]);
            let all: Vec<u32> = (0..count).map(|vertex| first + vertex).collect();
            drawn.runs = runs(&all, None);
            return drawn;
        }
        Vertices::Elements(array) => taken(client, array, target),
    };
    if array.count == 0 {
        return drawn;
    }
    let Some(indices) = indices(client, &array) else {
        let size = client.data(array.source).map(|data| data.len() as u64);
        let end = array.offset + u64::from(array.count) * u64::from(array.index_type.size());
        drawn.errors.push(match (array.source, size) {
            (DataSource::Buffer(_), Some(size)) => Error::IndicesPastEnd { end, size },
            (DataSource::Buffer(buffer), None) => Error::UnknownBuffer { buffer },
            (source, _) => Error::Unreadable {
                source,
                offset: array.offset,
            },
        });
        return drawn;
    };
    let Some(IndexBounds { minimum, maximum }) = bounds(client, &array) else {
        return drawn;
    };
    let restart_index = restart_index(&array);
    // From V9 on, only the fixed restart index restarts. No wider type keeps a vertex with that number apart.
    let collides = maximum == u32::MAX && target.arch >= Arch::V9;
    let rewritten = restart_index.filter(|&index| collides && index != u32::MAX);
    if let Some(restart_index) = rewritten {
        drawn.errors.push(Error::RestartIndex { restart_index });
    }
    let base_vertex = array.base_vertex;
    // The planner may find either first.
    for index in [minimum, maximum] {
        if index.checked_add_signed(base_vertex).is_none() {
            let error = DrawError::BaseVertex { index, base_vertex };
            drawn.errors.push(Error::Draw(error));
        }
    }
    if drawn.errors.is_empty() {
        let first = minimum.wrapping_add_signed(base_vertex);
        drawn.range = Some([first, maximum - minimum + 1]);
    }
    drawn.runs = runs(&indices, restart_index);
    for vertex in drawn.runs.iter_mut().flatten() {
        *vertex = vertex.wrapping_add_signed(base_vertex);
    }
    drawn
}

/// The error in an attribute.
fn attribute_error(
    client: &Client,
    draw: &Drawing<'_>,
    target: Target,
    number: usize,
    vertices: [u32; 2],
) -> Option<Error> {
    let attribute = &draw.attributes[number];
    let array = match attribute {
        Attribute::Array(array) => array,
        // Only V4 and V5 have descriptors of IDs.
        Attribute::VertexId | Attribute::InstanceId if target.arch.number() > 5 => {
            return Some(Error::Draw(DrawError::BuiltInId {
                attribute: number,
                arch: target.arch,
            }));
        }
        _ => return None,
    };
    let DataSource::Buffer(buffer) = array.source else {
        return None;
    };
    let Some(data) = client.data(array.source) else {
        return Some(Error::UnknownBuffer { buffer });
    };
    let instances = [draw.first_instance, draw.instances];
    let [_, end] = bytes(array, elements(array.rate, vertices, instances));
    let size = data.len() as u64;
    (end > size && target.out_of_bounds == OutOfBounds::Refuse).then_some(Error::AttributePastEnd {
        attribute: number,
        end,
        size,
    })
}

fn steps_per_vertex(draw: &Drawing<'_>, attribute: usize) -> bool {
    let attribute = &draw.attributes[attribute];
    matches!(attribute, Attribute::Array(array) if array.rate == InputRate::Vertex && array.stride > 0)
}

pub(crate) fn forecast(client: &Client, draw: &Drawing<'_>, target: Target) -> Forecast {
    let drawn = vertices(client, draw, target);
    let mut forecast = Forecast {
        is_nothing: drawn.errors.is_empty() && drawn.range.is_none(),
        errors: [drawn.errors, Vec::new()],
        is_far: false,
        has_indices: matches!(draw.vertices, Vertices::Elements(_)),
        expected: None,
    };
    if draw.attributes.len() > 16 {
        forecast.errors[1].push(Error::TooManyAttributes {
            attributes: draw.attributes.len(),
            maximum: 16,
        });
    }
    if draw.draw().is_of_nothing() {
        forecast.is_nothing = true;
        forecast.errors[0].clear();
        return forecast;
    }
    let may_be_past_end = !target.checks_indices && forecast.has_indices;
    let numbers = 0..draw.attributes.len();
    let Some(range) = drawn.range else {
        // If the indices are not read, the errors are returned that do not depend on them.
        let is_said = |&number: &usize| may_be_past_end && !steps_per_vertex(draw, number);
        for number in numbers.filter(is_said) {
            forecast.errors[1].extend(attribute_error(client, draw, target, number, [0, 1]));
        }
        return forecast;
    };
    // Strides are below 40 bytes, so up to 2^20 elements are far below the 2^31 bytes that an offset reaches.
    forecast.is_far = range[0] > 1 << 20;
    for number in numbers {
        forecast.errors[1].extend(attribute_error(client, draw, target, number, range));
    }
    let is_drawn =
        |error: &Error| may_be_past_end && matches!(error, Error::AttributePastEnd { .. });
    // An unchecked draw is drawn with an attribute past the end: the vertices that exist get their data.
    if forecast.errors.iter().flatten().all(is_drawn) && !forecast.is_nothing {
        let attribute = |attribute| expected(client, draw, range, attribute);
        forecast.expected = Some(Expected {
            first_vertex: range[0],
            vertices: range[1],
            instances: draw.instances,
            runs: drawn.runs,
            attributes: draw.attributes.iter().map(attribute).collect(),
        });
    }
    forecast
}

fn expected(
    client: &Client,
    draw: &Drawing<'_>,
    vertices: [u32; 2],
    attribute: &Attribute,
) -> ExpectedAttribute {
    let array = match attribute {
        Attribute::Array(array) => array,
        Attribute::VertexId => return ExpectedAttribute::VertexId,
        Attribute::InstanceId => return ExpectedAttribute::InstanceId,
        Attribute::Constant(value) => {
            let (format, components) = match value {
                ConstantValue::Float(value) => ("R32G32B32A32_SFLOAT", value.map(f32::to_le_bytes)),
                ConstantValue::Int(value) => ("R32G32B32A32_SINT", value.map(i32::to_le_bytes)),
                ConstantValue::Uint(value) => ("R32G32B32A32_UINT", value.map(u32::to_le_bytes)),
            };
            let bytes = components.concat();
            return ExpectedAttribute::Constant { format, bytes };
        }
    };
    let instances = [draw.first_instance, draw.instances];
    let [first, last] = elements(array.rate, vertices, instances);
    let data = client.data(array.source).unwrap();
    ExpectedAttribute::Elements {
        format: array.format.name(),
        size: array.format.size() as usize,
        rate: array.rate,
        first_instance: draw.first_instance,
        first,
        bytes: (first..=last)
            // Elements follow each other, so no element exists after the first that does not.
            .map_while(|element| {
                let [begin, end] = bytes(array, [element; 2]);
                data.get(begin as usize..end as usize)
            })
            .flatten()
            .copied()
            .collect(),
    }
}

impl Expected {
    /// The same draw without its indices: its vertices are those that the indices name, in their order.
    pub(crate) fn gathered(mut self) -> Self {
        // Without restarts, all indices are one run.
        let [named] = &self.runs[..] else {
            panic!("indices that restart");
        };
        for attribute in &mut self.attributes {
            let all = named
                .iter()
                .filter(|&&vertex| !attribute.is_missing(vertex, 0))
                .filter_map(|&vertex| Some(attribute.of(vertex, 0)?.1.to_vec()));
            let all: Vec<Vec<u8>> = all.collect();
            if let ExpectedAttribute::Elements {
                rate: InputRate::Vertex,
                first,
                bytes,
                ..
            } = attribute
            {
                (*first, *bytes) = (0, all.concat());
            }
        }
        self.vertices = named.len() as u32;
        // A gathered draw has no indices: each index has a vertex of its own.
        self.runs = vec![(0..self.vertices).collect()];
        self.first_vertex = 0;
        self
    }
}

impl ExpectedAttribute {
    /// Whether a vertex of an instance gets nothing, because its element does not exist.
    pub(crate) fn is_missing(&self, vertex: u32, instance: u32) -> bool {
        match self {
            Self::Elements {
                size, first, bytes, ..
            } => self
                .element(vertex, instance)
                // `bytes` has the elements that exist, which are the first ones.
                .is_some_and(|element| (element - first) as usize * size >= bytes.len()),
            _ => false,
        }
    }

    fn element(&self, vertex: u32, instance: u32) -> Option<u64> {
        match self {
            Self::Elements {
                rate,
                first_instance,
                ..
            } => Some(u64::from(match rate {
                InputRate::Vertex => vertex,
                InputRate::Instance { divisor } => first_instance + instance / *divisor,
                InputRate::Constant => *first_instance,
            })),
            _ => None,
        }
    }

    /// The name of the format of its values, if it is not a number.
    pub(crate) const fn format(&self) -> Option<&'static str> {
        match self {
            Self::VertexId | Self::InstanceId => None,
            Self::Constant { format, .. } | Self::Elements { format, .. } => Some(*format),
        }
    }

    /// The name of the format of the value that a vertex of an instance gets, and the bytes.
    pub(crate) fn of(&self, vertex: u32, instance: u32) -> Option<(&'static str, &[u8])> {
        match self {
            Self::VertexId | Self::InstanceId => None,
            Self::Constant { format, bytes } => Some((format, bytes)),
            Self::Elements {
                format,
                size,
                first,
                bytes,
                ..
            } => {
                let begin = (self.element(vertex, instance)? - first) as usize * size;
                Some((format, &bytes[begin..begin + size]))
            }
        }
    }
}
