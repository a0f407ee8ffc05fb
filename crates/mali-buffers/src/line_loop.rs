//! Line loops for an API that does not have them.
//!
//! Facts: ANGLE's description of its buffers, "Line loops"; OpenGL ES 3.2, section 10.1.3.

use crate::conversion::each_index;
use crate::draw::{ApplicationDraw, ElementArray, Target, Vertices};
use crate::error::Error;
use crate::memory::{ClientState, bytes_of};
use crate::types::{DataSource, IndexType};
use mali_instancing::draw::IndexBounds;

/// The line strips and lines as which a draw of line loops is drawn, for a driver that draws with Vulkan or Direct3D:
/// every Mali itself draws loops. The lines are those of the loops, in their order.
///
/// ```
/// use mali_buffers::{ApplicationDraw, ClientData, DataSource, LineLoop, Target};
/// use mali_instancing::Arch;
///
/// let application = ClientData::<[u8; 0]> { buffers: &mut [], arrays: &[] };
/// let target = Target::new(Arch::V7);
/// // Vertices 10 to 13: a line strip, and a line from 13 to 10.
/// let square = ApplicationDraw::arrays(10, 4);
/// let Some(LineLoop::Closed(closing)) = LineLoop::of(&square, target, &application)? else { unreachable!() };
/// let mut bytes = [0; 4];
/// closing.write(&application, &mut bytes)?;
/// assert_eq!(bytes, [13, 0, 10, 0]);
/// // What is read as client array 7 are those bytes: they are streamed with the other indices.
/// let line = closing.draw(DataSource::Client(7));
/// assert_eq!(line.instances, 1);
/// # Ok::<(), mali_buffers::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineLoop {
    /// The draw itself as a line strip, followed by these indices as a line: from the last vertex to the first, an
    /// order that keeps the provoking vertex.
    Closed(LoopIndices),
    /// These indices as line strips, in place of the draw. The first index of each loop is also at its end, since lines
    /// that are drawn after all instances, or after all loops, would not be in their order.
    Rewritten(LoopIndices),
}

/// Indices that a draw of line loops needs: [written](LoopIndices::write) to the caller's memory, and
/// [drawn](LoopIndices::draw) as indices in client memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoopIndices {
    loops: ApplicationDraw,
    /// The last and the first index, if only these two are drawn.
    closing: Option<[u32; 2]>,
    bounds: IndexBounds,
    index_type: IndexType,
    count: u32,
}

impl LineLoop {
    /// The way in which `loops` is drawn; `None` if nothing is drawn, since no loop has two vertices. If the draw has
    /// one instance and no restarts, only the first and the last index are read, otherwise all indices. If the target has
    /// [robust access](crate::OutOfBounds::Clamp), the loops are those of the indices that exist.
    ///
    /// # Errors
    ///
    /// * [`Error::UnknownBuffer`], and [`Error::IndicesPastEnd`] without robust access.
    /// * [`Error::Unreadable`] for indices that the application's side does not provide.
    /// * [`Error::EndOverflow`] for indices whose end does not fit 64 bits.
    /// * [`Error::TooLarge`] for vertices or indices that do not fit 32 bits.
    /// * [`Error::RestartIndex`] for loops that restart and also have vertex 4294967295.
    ///
    /// See [`LineLoop`] for an example.
    pub fn of<A: ClientState>(
        loops: &ApplicationDraw,
        target: Target,
        application: &A,
    ) -> Result<Option<Self>, Error> {
        // As for the planner, a draw of nothing is no error, even if its indices begin past their buffer.
        if loops.is_of_nothing() {
            return Ok(None);
        }
        let mut existing = *loops;
        let loops = &mut existing;
        let count = match &mut loops.vertices {
            Vertices::Arrays { count, .. } => *count,
            Vertices::Elements(elements) => {
                if let Some(id) = elements.source.buffer() {
                    let buffer = application.buffer(id);
                    let buffer = buffer.ok_or(Error::UnknownBuffer { buffer: id })?;
                    *elements = target.existing(elements, buffer.size())?;
                }
                elements.count
            }
        };
        if count < 2 {
            return Ok(None);
        }
        // The closing line is the last line of such a draw. With more instances or loops, other lines follow it.
        if loops.instances == 1 && restart_index(loops).is_none() {
            let last = edge(loops, application, count - 1)?;
            let first = edge(loops, application, 0)?;
            let bounds = of_both(first, last);
            return Ok(Some(Self::Closed(LoopIndices {
                loops: *loops,
                closing: Some([last, first]),
                bounds,
                index_type: narrowest(bounds.maximum),
                count: 2,
            })));
        }
        if let Vertices::Arrays { first, .. } = loops.vertices {
            let bounds = of_both(first, edge(loops, application, count - 1)?);
            // Consecutive vertices do not restart: one more index closes the one loop.
            return Self::rewritten(loops, bounds, u64::from(count) + 1).map(Some);
        }
        // The indices are rewritten twice: here to count them, and in `write` to the memory that the caller has made
        // for them. Each loop adds an index, so `written` may leave 32 bits.
        let (mut written, mut bounds, mut has_lines) = (0_u64, None, false);
        let mut follows = false;
        rewrite(loops, application, &mut |index| {
            written += 1;
            // Two vertices without a restart between them are a line.
            has_lines |= follows && index.is_some();
            follows = index.is_some();
            if let Some(index) = index {
                let found = bounds.unwrap_or(of_both(index, index));
                bounds = Some(IndexBounds {
                    minimum: index.min(found.minimum),
                    maximum: index.max(found.maximum),
                });
            }
        })?;
        let bounds = bounds.filter(|_| has_lines);
        bounds
            .map(|bounds| Self::rewritten(loops, bounds, written))
            .transpose()
    }

    fn rewritten(
        loops: &ApplicationDraw,
        bounds: IndexBounds,
        written: u64,
    ) -> Result<Self, Error> {
        // Strips restart at the index whose bits are all set, and no index is wider than 32 bits.
        if let (Some(restart_index), u32::MAX) = (restart_index(loops), bounds.maximum) {
            return Err(Error::RestartIndex { restart_index });
        }
        let count = u32::try_from(written).map_err(|_| Error::TooLarge {
            size: written,
            maximum: u32::MAX.into(),
        })?;
        Ok(Self::Rewritten(LoopIndices {
            loops: *loops,
            closing: None,
            bounds,
            index_type: narrowest(bounds.maximum),
            count,
        }))
    }
}

impl LoopIndices {
    /// The size of the indices, in bytes.
    #[must_use]
    pub const fn size(&self) -> u64 {
        self.index_type.size_of(self.count)
    }

    /// Writes the indices as a GPU reads them: 16 bits each, or 32 if a vertex needs them.
    ///
    /// # Errors
    ///
    /// [`Error::TooShort`] for memory that is shorter than [`size`](LoopIndices::size), and the errors of
    /// [`LineLoop::of`].
    ///
    /// See [`LineLoop`] for an example.
    pub fn write<A: ClientState>(
        &self,
        application: &A,
        destination: &mut [u8],
    ) -> Result<(), Error> {
        let (given, needed) = (destination.len() as u64, self.size());
        if given < needed {
            return Err(Error::TooShort { given, needed });
        }
        let mut places = destination.chunks_exact_mut(self.index_type.size() as usize);
        let mut put = |index: Option<u32>| {
            let bytes = index.unwrap_or(self.index_type.largest()).to_le_bytes();
            let place = places.next().into_iter().flatten();
            place.zip(bytes).for_each(|(place, byte)| *place = byte);
        };
        match self.closing {
            Some(closing) => closing.into_iter().map(Some).for_each(put),
            None => rewrite(&self.loops, application, &mut put)?,
        }
        Ok(())
    }

    /// The draw of these indices, which are in `source` as they were [written](LoopIndices::write).
    ///
    /// See [`LineLoop`] for an example.
    #[must_use]
    pub fn draw(&self, source: DataSource) -> ApplicationDraw {
        let base_vertex = match self.loops.vertices {
            Vertices::Arrays { .. } => 0,
            Vertices::Elements(elements) => elements.base_vertex,
        };
        let mut elements = ElementArray::new(source, self.index_type, self.count)
            .with_base_vertex(base_vertex)
            .with_bounds(self.bounds);
        if restart_index(&self.loops).is_some() {
            elements = elements.with_restart_index(self.index_type.largest());
        }
        ApplicationDraw {
            vertices: Vertices::Elements(elements),
            ..self.loops
        }
    }
}

/// The narrowest type that holds `maximum`, without the index whose bits are all set, which may restart primitives.
const fn narrowest(maximum: u32) -> IndexType {
    // Direct3D has no indices of 8 bits, and Vulkan only as a feature.
    if maximum < IndexType::U16.largest() {
        IndexType::U16
    } else {
        IndexType::U32
    }
}

fn restart_index(draw: &ApplicationDraw) -> Option<u32> {
    match draw.vertices {
        Vertices::Arrays { .. } => None,
        Vertices::Elements(elements) => {
            // An index that the type cannot hold restarts nothing.
            let largest = elements.index_type.largest();
            elements.restart_index.filter(|&index| index <= largest)
        }
    }
}

/// The bounds of two indices.
fn of_both(one: u32, other: u32) -> IndexBounds {
    IndexBounds {
        minimum: one.min(other),
        maximum: one.max(other),
    }
}

/// The index with this number in a draw, counted from 0.
fn edge<A: ClientState>(
    draw: &ApplicationDraw,
    application: &A,
    number: u32,
) -> Result<u32, Error> {
    match draw.vertices {
        Vertices::Arrays { first, .. } => first.checked_add(number).ok_or(Error::TooLarge {
            size: u64::from(first) + u64::from(number),
            maximum: u32::MAX.into(),
        }),
        Vertices::Elements(elements) => {
            let before = ElementArray {
                count: number,
                ..elements
            };
            let one = ElementArray {
                // The end of the indices before this one is its offset.
                offset: before.bytes()?.end,
                count: 1,
                ..elements
            };
            let mut index = 0;
            read_each(&one, application, |found| index = found)?;
            Ok(index)
        }
    }
}

fn read_each<A: ClientState>(
    elements: &ElementArray,
    application: &A,
    each: impl FnMut(u32),
) -> Result<(), Error> {
    let bytes = bytes_of(application, elements.source, elements.bytes()?)?;
    each_index(elements.index_type, &bytes, each);
    Ok(())
}

/// Passes on all indices as which loops are rewritten; `None` for a restart of primitives. The first index of each loop
/// is repeated at the loop's end, except for a loop of one vertex, which has no lines.
fn rewrite<A: ClientState>(
    loops: &ApplicationDraw,
    application: &A,
    put: &mut impl FnMut(Option<u32>),
) -> Result<(), Error> {
    let (mut first, mut has_lines) = (None, false);
    let mut pass = |index: Option<u32>, is_end: bool| {
        // The loop ends here: its first vertex follows its last.
        if index.is_none() && has_lines {
            put(first);
        }
        if !is_end {
            put(index);
        }
        // `first` is not set by this index yet. If it is set, this index is the end of a line.
        has_lines = index.is_some() && first.is_some();
        first = index.and(first.or(index));
    };
    match loops.vertices {
        Vertices::Arrays { first, count } => {
            let last = edge(loops, application, count.saturating_sub(1))?;
            (first..=last).for_each(|vertex| pass(Some(vertex), false));
        }
        Vertices::Elements(elements) => {
            let restart_index = restart_index(loops);
            read_each(&elements, application, |index| {
                pass(Some(index).filter(|_| Some(index) != restart_index), false);
            })?;
        }
    }
    // The end of the draw ends the last loop, as a restart does, and is not written.
    pass(None, true);
    Ok(())
}
