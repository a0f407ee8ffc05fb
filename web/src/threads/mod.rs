//! The threads of a draw, as the reference model runs them.

pub(crate) mod grid;
pub(crate) mod inspector;
mod paint;
pub(crate) mod table;
pub(crate) mod waste;

use mali_instancing::descriptor::{Draw, Invocation, InvocationFields};
use mali_instancing::model::{Access, Thread, locate, locate_valhall, thread};
use mali_instancing_inspect::DrawWords;

use crate::draw::packed::Elements;

/// The threads of a draw: a row an instance, a column a vertex.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Threads {
    pub(crate) words: DrawWords,
    pub(crate) columns: u32,
    pub(crate) rows: u32,
    /// How many vertices of an instance are drawn.
    pub(crate) vertices: u32,
    pub(crate) names: Vec<String>,
    elements: Vec<Option<Elements>>,
}

impl Threads {
    /// `None` where the words do not say how many threads there are.
    pub(crate) fn new(
        words: DrawWords,
        names: Vec<String>,
        elements: Vec<Option<Elements>>,
    ) -> Option<Self> {
        let (vertices, instances) = match (words.invocation, words.counts) {
            (Some(invocation), _) => match Invocation::decode(invocation).ok()? {
                InvocationFields::Draw {
                    vertices,
                    instances,
                } => (vertices, instances),
                InvocationFields::Compute { .. } => return None,
            },
            (None, Some(counts)) => (counts.vertices?, counts.instances),
            (None, None) => return None,
        };
        let columns = match words.draw {
            Some(draw) if instances > 1 => Draw::decode(draw).ok()?.instance_size.get(),
            _ => vertices,
        };
        Some(Self {
            words,
            columns,
            rows: instances,
            vertices,
            names,
            elements,
        })
    }

    pub(crate) fn count(&self) -> u64 {
        u64::from(self.columns) * u64::from(self.rows)
    }

    /// The linear id of a thread in its place.
    pub(crate) fn linear_id(&self, row: u32, column: u32) -> Option<u32> {
        let id = u64::from(row) * u64::from(self.columns) + u64::from(column);
        (column < self.columns && id < self.count()).then_some(id as u32)
    }

    /// The row and column of a thread.
    pub(crate) fn place(&self, linear_id: u32) -> [u32; 2] {
        [linear_id / self.columns, linear_id % self.columns]
    }

    pub(crate) fn thread(&self, linear_id: u32) -> Option<Thread> {
        match self.words.draw.zip(self.words.invocation) {
            Some((draw, invocation)) => thread(draw, invocation, linear_id),
            None if u64::from(linear_id) >= self.count() => None,
            // From V9 on the unit is handed vertex and instance.
            None => Some(Thread {
                vertex: linear_id % self.columns,
                instance: linear_id / self.columns,
                is_padding: false,
            }),
        }
    }

    /// Where a thread reads an attribute.
    pub(crate) fn access(&self, attribute: usize, linear_id: u32) -> Option<Access> {
        let words = &self.words;
        if let Some(draw) = words.draw {
            let (buffers, attributes) = (&words.buffers, &words.attributes);
            return locate(buffers, attributes, draw, attribute, linear_id);
        }
        let thread = self.thread(linear_id)?;
        let first = words.counts.map_or(0, |counts| counts.first_vertex as u32);
        let ids = [thread.vertex, thread.instance];
        locate_valhall(&words.buffers, &words.attributes, first, attribute, ids)
    }

    /// The element that lies there, by its index in the application's buffer.
    pub(crate) fn element(&self, attribute: usize, access: Access) -> Option<u64> {
        match access {
            Access::Id(id) => Some(id.into()),
            Access::OutOfRange => None,
            Access::Bytes { address, .. } => {
                let Elements {
                    address: first,
                    stride,
                } = (*self.elements.get(attribute)?)?;
                let byte = address.checked_sub(first)?;
                Some(byte.checked_div(stride).unwrap_or(0))
            }
        }
    }
}

/// A number with a thin space between groups of three digits.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}
