use core::ops::Range;

use heapless::Vec;

use super::bounds_cache::{BoundsKey, FoundBounds};
use super::buffer::BufferState;
use super::constants::{Cell, Cells};
use super::copy_key::CopyKey;
use super::decision::{Decision, Obstacle, Residence, StreamingReason};
use super::error::Error;
use super::memory::Application;
use super::place::{Allocation, BufferId, Location, Place, Retired};
use super::plan::{Contents, DataCopy, Plan};
use super::planner::Planner;
use super::reservation::Placement;
use super::sequence::Sequence;
use super::streams::StreamKind;
use super::target::Target;
use super::vertex_data::{CONSTANT_SIZE, MAX_ATTRIBUTES};

/// Every attribute's buffer, and that of the indices.
const MAX_BUFFERS: usize = MAX_ATTRIBUTES + 1;

/// A draw being planned. Nothing of the caller's changes until it is [committed](Transaction::commit),
/// which cannot fail: so a draw that cannot be leaves everything as it was.
pub(super) struct Transaction<'a, A> {
    planner: &'a mut Planner,
    pub(super) application: &'a mut A,
    pub(super) sequence: Sequence,
    buffers: Vec<DrawnBuffer, MAX_BUFFERS>,
    cells: Cells,
    bounds: Option<Bounds>,
    plan: &'a mut Plan,
}

/// What was found of a buffer's indices.
type Bounds = (BufferId, BoundsKey, FoundBounds);

/// A buffer that the draw reads, as it will be after the draw.
pub(super) struct DrawnBuffer {
    pub(super) id: BufferId,
    pub(super) size: u64,
    pub(super) address: Option<u64>,
    pub(super) state: BufferState,
    /// How much of it the draw streams, in bytes.
    streamed: u64,
}

impl<'a, A: Application> Transaction<'a, A> {
    pub(super) fn new(
        planner: &'a mut Planner,
        application: &'a mut A,
        sequence: Sequence,
        plan: &'a mut Plan,
    ) -> Self {
        Self {
            planner,
            application,
            sequence,
            buffers: Vec::new(),
            cells: Cells::default(),
            bounds: None,
            plan,
        }
    }

    pub(super) fn target(&self) -> Target {
        self.planner.target
    }

    /// A buffer that the draw reads.
    pub(super) fn buffer(&mut self, id: BufferId) -> Result<&mut DrawnBuffer, Error> {
        drawn_buffer(&mut self.buffers, self.application, id)
    }

    /// Writes down that the draw reads a buffer where it is.
    pub(super) fn read_in_place(&mut self, id: BufferId) -> Result<Place, Error> {
        let sequence = self.sequence;
        let buffer = self.buffer(id)?;
        buffer.state.last_read = buffer.state.last_read.max(sequence);
        Ok(Place::Buffer {
            buffer: id,
            address: buffer.address.unwrap_or(0),
        })
    }

    /// Drops a buffer's copies if the draw takes the bytes of one for something else.
    pub(super) fn check_format(
        &mut self,
        id: BufferId,
        key: CopyKey,
        drawn: &Range<u64>,
    ) -> Result<(), Error> {
        let buffer = drawn_buffer(&mut self.buffers, self.application, id)?;
        if buffer.state.residence.is_static() && buffer.state.copies.contradict(key, drawn) {
            let mut retire = |retired| self.plan.retire(retired);
            buffer.state.fall_back(Residence::OtherFormat, &mut retire);
        }
        Ok(())
    }

    /// The copy that `key` describes: found, or made of `whole`, its size and what to write. `Err` with
    /// the reason if the data is to be streamed.
    pub(super) fn static_copy(
        &mut self,
        id: BufferId,
        (key, drawn): (CopyKey, Range<u64>),
        obstacle: Obstacle,
        whole: Option<(u64, Contents)>,
    ) -> Result<Result<(Place, Decision), StreamingReason>, Error> {
        let sequence = self.sequence;
        let buffer = drawn_buffer(&mut self.buffers, self.application, id)?;
        let residence = buffer.state.residence;
        if !residence.is_static() {
            return Ok(Err(StreamingReason::Buffer(residence)));
        }
        if let Some(copy) = buffer.state.copies.find(key, &drawn, sequence) {
            return Ok(Ok((Place::Copy(copy), Decision::CopyFound { obstacle })));
        }
        let added = whole.and_then(|(copy_size, contents)| {
            let copies = &mut buffer.state.copies;
            let mut retire = |retired| self.plan.retire(retired);
            let copy = copies.add((key, drawn), copy_size, buffer.size, sequence, &mut retire)?;
            Some((Place::Copy(copy), copy_size, contents))
        });
        let Some((place, copy_size, contents)) = added else {
            return Ok(Err(StreamingReason::NoRoom));
        };
        self.allocate(place, copy_size);
        self.write(Location { place, offset: 0 }, copy_size, contents);
        let decision = Decision::CopyMade {
            obstacle,
            residence,
        };
        Ok(Ok((place, decision)))
    }

    /// Counts what the draw streams of a buffer, which may be worth a copy for the next one.
    pub(super) fn count_streamed(&mut self, id: BufferId, bytes: u64) -> Result<(), Error> {
        let buffer = self.buffer(id)?;
        buffer.streamed = buffer.streamed.saturating_add(bytes);
        Ok(())
    }

    /// Space of a stream, for this draw alone. A draw asks once for each stream.
    pub(super) fn reserve(
        &mut self,
        stream: StreamKind,
        size: u64,
        alignment: u64,
    ) -> Result<Location, Error> {
        let found = self
            .planner
            .streams
            .get(stream)
            .find(size, alignment, self.sequence)?;
        let place = |generation| Place::Stream { stream, generation };
        if let Placement::NewGeneration(retired) | Placement::Grown(retired) = found.placement {
            self.allocate(place(found.generation), found.capacity);
            self.plan.retire(Retired {
                place: place(retired.generation),
                until: retired.until,
            });
        }
        // There is room for the vertices' and the indices'.
        let _ = self.plan.reservations.push((stream, found));
        Ok(Location {
            place: place(found.generation),
            offset: found.offset,
        })
    }

    /// Finds cells for the draw's constants, and has those written whose value is new.
    pub(super) fn find_constants(&mut self, values: impl Iterator<Item = [u8; 16]> + Clone) {
        let cells = self.planner.constants.find_all(values);
        for cell in cells.iter().filter(|cell| cell.fresh) {
            let location = constant_location(cell);
            self.write(location, CONSTANT_SIZE, Contents::Constant(cell.value));
        }
        self.cells = cells;
    }

    /// Where a constant is, of those that were found, and whether it was there before. `None` if it
    /// found no cell.
    pub(super) fn constant(&self, value: [u8; 16]) -> Option<(Location, Decision)> {
        let cell = self.cells.of(value)?;
        let decision = if cell.fresh {
            Decision::ConstantWritten
        } else {
            Decision::ConstantFound
        };
        Some((constant_location(cell), decision))
    }

    /// What was found of indices before.
    pub(super) fn known_bounds(&mut self, id: BufferId, key: BoundsKey) -> Option<FoundBounds> {
        let found = self.application.buffer(id)?.bounds.get(&key)?;
        self.remember_bounds(id, key, found);
        Some(found)
    }

    /// Remembers what was found, or used again.
    pub(super) fn remember_bounds(&mut self, id: BufferId, key: BoundsKey, found: FoundBounds) {
        self.bounds = Some((id, key, found));
    }

    /// Has data written before the draw.
    pub(super) fn write(&mut self, destination: Location, size: u64, contents: Contents) {
        // There is room for every attribute, the indices and a closing segment.
        let _ = self.plan.copies.push(DataCopy {
            destination,
            size,
            contents,
        });
    }

    fn allocate(&mut self, place: Place, size: u64) {
        // There is room for every copy and two streams.
        let _ = self.plan.allocations.push(Allocation { place, size });
    }

    /// Makes it so.
    pub(super) fn commit(self) {
        let Self {
            planner,
            application,
            sequence,
            plan,
            ..
        } = self;
        planner.sequence = sequence;
        for &(stream, reservation) in &plan.reservations {
            planner.streams.get_mut(stream).take(reservation, sequence);
        }
        planner.constants.take(&self.cells, sequence);
        for drawn in &self.buffers {
            if let Some(buffer) = application.buffer_mut(drawn.id) {
                buffer.state.clone_from(&drawn.state);
                buffer.state.is_drawn = true;
                buffer.state.count_streamed(drawn.streamed, drawn.size);
            }
        }
        remember(application, self.bounds);
    }

    /// Remembers bounds alone, of a draw that draws nothing.
    pub(super) fn commit_bounds(self) {
        remember(self.application, self.bounds);
    }
}

fn drawn_buffer<'a, A: Application>(
    buffers: &'a mut Vec<DrawnBuffer, MAX_BUFFERS>,
    application: &A,
    id: BufferId,
) -> Result<&'a mut DrawnBuffer, Error> {
    let unknown = Error::UnknownBuffer { buffer: id };
    let known = buffers.iter().position(|buffer| buffer.id == id);
    let number = match known {
        Some(number) => number,
        None => {
            let buffer = application.buffer(id).ok_or(unknown)?;
            let mut state = buffer.state.clone();
            state.copies.begin_draw();
            let drawn = DrawnBuffer {
                id,
                size: buffer.size(),
                address: buffer.address(),
                state,
                streamed: 0,
            };
            // There is room for the buffers of all attributes and of the indices.
            buffers.push(drawn).map_err(|_| unknown)?;
            buffers.len() - 1
        }
    };
    buffers.get_mut(number).ok_or(unknown)
}

fn remember<A: Application>(application: &mut A, bounds: Option<Bounds>) {
    if let Some((id, key, found)) = bounds
        && let Some(buffer) = application.buffer_mut(id)
        && !buffer.is_volatile()
    {
        buffer.bounds.put(key, found);
    }
}

fn constant_location(cell: Cell) -> Location {
    Location {
        place: Place::Constants,
        offset: cell.offset(),
    }
}
