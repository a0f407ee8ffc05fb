use super::bounds_cache::{BoundsKey, FoundBounds};
use super::buffer::Buffer;
use super::constants::Taken;
use super::copy_key::CopyKey;
use super::decision::{Decision, Obstacle, StreamingReason};
use super::error::Error;
use super::list::append;
use super::memory::Application;
use super::place::{BufferId, CopyId, Location, Place};
use super::plan::{Contents, DataCopy, Plan};
use super::planner::Planner;
use super::sequence::Sequence;
use super::streams::StreamKind;
use super::target::Target;
use super::vertex_data::CONSTANT_SIZE;

/// A plan being made. What it is made from is only looked at, so a draw that comes to nothing has changed
/// nothing.
pub(super) struct Draft<'a, A, const ATTRIBUTES: usize> {
    pub(super) planner: &'a Planner,
    pub(super) application: &'a A,
    pub(super) sequence: Sequence,
    pub(super) plan: &'a mut Plan<ATTRIBUTES>,
}

/// Where the data of a static buffer is read.
pub(super) enum Whole {
    /// In a copy.
    Copy(Place, Decision),
    /// In a stream, and why.
    Stream(StreamingReason),
}

impl<'a, A: Application, const ATTRIBUTES: usize> Draft<'a, A, ATTRIBUTES> {
    pub(super) const fn target(&self) -> Target {
        self.planner.target()
    }

    /// A buffer that the draw reads.
    pub(super) fn buffer(&self, id: BufferId) -> Result<&'a Buffer, Error> {
        let unknown = Error::UnknownBuffer { buffer: id };
        self.application.buffer(id).ok_or(unknown)
    }

    /// The copy that has those contents, and so many bytes: found, or made. Or why the data is streamed.
    pub(super) fn static_copy(
        &mut self,
        id: BufferId,
        obstacle: Obstacle,
        whole: Option<(u64, Contents)>,
    ) -> Result<Whole, Error> {
        let buffer = self.buffer(id)?;
        let residence = buffer.residence();
        if !residence.is_static() {
            return Ok(Whole::Stream(StreamingReason::Buffer(residence)));
        }
        let key = whole.and_then(|(_, contents)| CopyKey::of(&contents));
        let Some(((size, contents), key)) = whole.zip(key) else {
            return Ok(Whole::Stream(StreamingReason::NoRoom));
        };
        let found = buffer.state.copies.find(key).or_else(|| self.made(id, key));
        if let Some(copy) = found {
            return Ok(Whole::Copy(
                Place::Copy(copy),
                Decision::CopyFound { obstacle },
            ));
        }
        if !self.plan.may_allocate {
            return Ok(Whole::Stream(StreamingReason::NoMemory));
        }
        let made = self.copies_of(id).fold((0, 0_u64), |(count, sum), made| {
            (count + 1, sum.saturating_add(made.size))
        });
        let Some(copy) = buffer.state.copies.next(size, buffer.size(), made) else {
            return Ok(Whole::Stream(StreamingReason::NoRoom));
        };
        let place = Place::Copy(copy);
        self.write(Location { place, offset: 0 }, size, contents);
        let decision = Decision::CopyMade {
            obstacle,
            residence,
        };
        Ok(Whole::Copy(place, decision))
    }

    /// The copies of a buffer that the draw makes.
    fn copies_of(&self, id: BufferId) -> impl Iterator<Item = &DataCopy> {
        let is_of = move |copy: &&DataCopy| matches!(copy.destination.place, Place::Copy(CopyId { buffer, .. }) if buffer == id);
        self.plan.copies().filter(is_of)
    }

    fn made(&self, id: BufferId, key: CopyKey) -> Option<CopyId> {
        let mut copies = self.copies_of(id);
        let copy = copies.find(|copy| CopyKey::of(&copy.contents) == Some(key))?;
        match copy.destination.place {
            Place::Copy(id) => Some(id),
            _ => None,
        }
    }

    /// Space of a stream, for this draw alone. A draw asks once for each stream.
    pub(super) fn reserve(
        &mut self,
        stream: StreamKind,
        size: u64,
        alignment: u64,
    ) -> Result<Location, Error> {
        let streams = &self.planner.streams;
        let found =
            streams
                .get(stream)
                .find(size, alignment, self.sequence, self.plan.may_allocate)?;
        append(&mut self.plan.reservations, (stream, found));
        let generation = found.generation;
        Ok(Location {
            place: Place::Stream { stream, generation },
            offset: found.offset,
        })
    }

    /// Where a constant is that was written before.
    pub(super) fn constant_found(&self, value: [u8; 16], taken: &mut Taken) -> Option<Location> {
        let offset = self.planner.constants.find(value, taken)?;
        let place = Place::Constants;
        Some(Location { place, offset })
    }

    /// Where a new constant is written: in the constants, if there is room.
    pub(super) fn constant_written(
        &mut self,
        value: [u8; 16],
        taken: &mut Taken,
    ) -> Option<Location> {
        let contents = Contents::Constant(value);
        let mut copies = self.plan.copies.iter();
        if let Some(copy) = copies.find(|copy| copy.contents == contents) {
            return Some(copy.destination);
        }
        let offset = self.planner.constants.free(taken)?;
        let place = Place::Constants;
        let location = Location { place, offset };
        self.write(location, CONSTANT_SIZE, contents);
        Some(location)
    }

    /// What was found of indices before.
    pub(super) fn known_bounds(&mut self, id: BufferId, key: BoundsKey) -> Option<FoundBounds> {
        let found = self.application.buffer(id)?.bounds.get(&key)?;
        self.remember_bounds(id, key, found);
        Some(found)
    }

    /// Remembers what was found, or used again.
    pub(super) fn remember_bounds(&mut self, id: BufferId, key: BoundsKey, found: FoundBounds) {
        self.plan.bounds = Some((id, key, found));
    }

    /// Has data written before the draw.
    pub(super) fn write(&mut self, destination: Location, size: u64, contents: Contents) {
        let copy = DataCopy {
            destination,
            size,
            contents,
        };
        if contents.is_of_indices() {
            append(&mut self.plan.index_copies, copy);
        } else {
            append(&mut self.plan.copies, copy);
        }
    }
}
