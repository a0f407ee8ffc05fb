//! The threads of a draw, as the reference model runs them.

use mali_instancing::descriptor::{Draw, Invocation, InvocationFields};
use mali_instancing::model::{Access, Thread, locate, locate_valhall, thread};
use mali_instancing_inspect::DrawWords;

use super::packed::Elements;

/// The threads of a draw: a row for each instance, and a column for each vertex.
#[derive(Clone, Debug)]
pub(crate) struct Threads<'a> {
    words: &'a DrawWords,
    elements: &'a [Option<Elements>],
    pub(crate) columns: u32,
    pub(crate) rows: u32,
    /// The number of vertices of an instance.
    pub(crate) vertices: u32,
}

impl<'a> Threads<'a> {
    /// The threads of a draw; `None` if the words do not give their number, or give none.
    pub(crate) fn new(words: &'a DrawWords, elements: &'a [Option<Elements>]) -> Option<Self> {
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
            // One instance has a thread for each vertex, whatever the instance size is.
            Some(draw) if instances > 1 => Draw::decode(draw).ok()?.instance_size.get(),
            _ => vertices,
        };
        let has_threads = vertices > 0 && columns > 0 && instances > 0;
        has_threads.then_some(Self {
            words,
            elements,
            columns,
            rows: instances,
            vertices,
        })
    }

    /// The number of all threads.
    pub(crate) fn count(&self) -> u64 {
        u64::from(self.columns) * u64::from(self.rows)
    }

    /// The number of threads that are not discarded: the vertices of each instance that have a thread.
    pub(crate) fn kept(&self) -> u64 {
        u64::from(self.columns.min(self.vertices)) * u64::from(self.rows)
    }

    /// The number of the thread in this row and column.
    pub(crate) fn id(&self, row: u32, column: u32) -> Option<u64> {
        let is_there = column < self.columns && row < self.rows;
        is_there.then(|| u64::from(row) * u64::from(self.columns) + u64::from(column))
    }

    pub(crate) fn thread(&self, row: u32, column: u32) -> Option<Thread> {
        let id = self.id(row, column)?;
        match self.words.draw.zip(self.words.invocation) {
            Some((draw, invocation)) => thread(draw, invocation, u32::try_from(id).ok()?),
            // On V9 and later the hardware passes vertex and instance to the unit.
            None => Some(Thread {
                vertex: column,
                instance: row,
                is_padding: false,
            }),
        }
    }

    /// The place at which a thread reads an attribute.
    pub(crate) fn access(&self, attribute: usize, row: u32, column: u32) -> Option<Access> {
        let words = self.words;
        if let Some(draw) = words.draw {
            let (buffers, attributes) = (&words.buffers, &words.attributes);
            let id = u32::try_from(self.id(row, column)?).ok()?;
            return locate(words.arch, buffers, attributes, draw, attribute, id);
        }
        let thread = self.thread(row, column)?;
        // It is not negative: only the base vertex of an indexed draw can be, and such a draw has no number of vertices,
        // so no threads.
        let first = words.counts.map_or(0, |counts| counts.first_vertex as u32);
        let ids = [thread.vertex, thread.instance];
        locate_valhall(&words.buffers, &words.attributes, first, attribute, ids)
    }

    /// The element at this place, by its index in the application's buffer.
    pub(crate) fn element(&self, attribute: usize, access: Access) -> Option<u64> {
        match access {
            Access::Id(id) => Some(id.into()),
            Access::OutOfRange | Access::Unaligned => None,
            Access::Bytes { address, .. } => {
                let Elements {
                    address: first,
                    stride,
                } = (*self.elements.get(attribute)?)?;
                // An element in front of the application's buffer has no index.
                let byte = address.checked_sub(first)?;
                Some(byte.checked_div(stride).unwrap_or(0))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use mali_instancing::check::Counts;
    use mali_instancing_codegen::Source;

    use super::*;

    /// The instance size of the draw is a number of threads for each instance, also of none.
    #[test]
    fn a_draw_of_no_vertices_has_no_threads() {
        let toml =
            "[[vertex_input]]\nname = \"cube\"\narch = \"v7\"\nvertices = 70\ninstances = 100\n";
        let source = Source::new("cube.toml", toml.into()).unwrap();
        let mut words = DrawWords::read(&source, None).unwrap().remove(0);
        words.invocation = None;
        words.counts = Some(Counts {
            vertices: Some(0),
            instances: 100,
            first_vertex: 0,
        });
        assert!(Threads::new(&words, &[]).is_none());
    }
}
