use super::member::{Member, key};
use crate::conversion::FetchFormat;
use crate::draw::ElementArray;
use crate::input::Binding;
use crate::memory::{ClientState, CopyKey, RECORD_MEMBERS};
use crate::planning::{Decision, Obstacle, StreamingReason};
use crate::types::{BufferId, DataSource, IndexType};
use mali_instancing::draw::DrawCounts;
use mali_instancing::{Format, InputRate};

/// The source of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Buffer(BufferId),
    Client(u64),
    /// The state's own values.
    Constants,
}

impl From<DataSource> for Source {
    #[inline]
    fn from(source: DataSource) -> Self {
        match source {
            DataSource::Buffer(id) => Self::Buffer(id),
            DataSource::Client(number) => Self::Client(number),
        }
    }
}

impl Source {
    /// The application's data; `None` for constants.
    pub(crate) const fn data(self) -> Option<DataSource> {
        match self {
            Self::Buffer(id) => Some(DataSource::Buffer(id)),
            Self::Client(number) => Some(DataSource::Client(number)),
            Self::Constants => None,
        }
    }
}

/// The way in which the data that the GPU reads is made of the source's bytes, unless it is read in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// The bytes as they are.
    Raw,
    /// Records without gaps, of elements of which some may be converted.
    Records { converts: bool },
    /// Indices of another type, or with another restart index: `mapped` becomes the one whose bits are all set.
    Indices {
        from: IndexType,
        to: IndexType,
        mapped: Option<u32>,
    },
}

/// The place from which the GPU reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Where the data is already: in the application's buffer, or in the planner's block of constants.
    Source,
    /// A copy of the buffer, by its number.
    Copy(u8),
    /// The ring: it is written for each draw.
    Ring,
}

/// Memory of one source that a draw reads at one stride and one rate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stream {
    pub(crate) source: Source,
    /// The offset of the first element in the source, in bytes.
    pub(crate) begin: u64,
    /// The revision of the buffer or of the constants for which the place is right, or [`Self::UNPLACED`].
    pub(crate) token: u64,
    /// The number of elements that the range has, or that can be written to the ring.
    pub(crate) elements: u32,
    /// The element that the range begins with, unless it is in the ring.
    pub(crate) first: u32,
    pub(crate) place: Place,
    /// Whether there may be a better place at the next work.
    pub(crate) retries: bool,
    pub(crate) decision: Decision,

    // The layout.
    pub(crate) content: Content,
    pub(crate) rate: InputRate,
    /// The distance between elements in the source, and the length of one from its first attribute to the end of its last.
    pub(crate) stride: u32,
    pub(crate) length: u32,
    /// The same of what the GPU reads.
    pub(crate) record_stride: u32,
    pub(crate) record_length: u32,
    /// The offset of the stream's elements in those of its binding.
    pub(crate) within: u32,
    /// The number of bytes that an element's attributes have in the source.
    pub(crate) bytes: u16,
    /// The alignment that the first byte needs for the GPU to read the bytes as they are.
    pub(crate) alignment: u8,
    /// The number among the streams, the binding, the first attribute and the number of attributes: none for indices.
    pub(crate) number: u8,
    pub(crate) binding: u8,
    pub(crate) first_member: u8,
    pub(crate) members: u8,
}

/// The elements of a stream that exist, of those that a draw needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    /// The number of bytes from the first element on, in the source and in what the GPU reads.
    pub(crate) read: u64,
    pub(crate) written: u64,
    /// The number of whole elements.
    pub(crate) whole: u32,
    /// The number of bytes of one more element that exist: for its attributes that end there.
    pub(crate) rest: u32,
}

impl Stream {
    /// The token of a stream without a place. No buffer and no constants have this revision.
    pub(crate) const UNPLACED: u64 = 0;
    /// The token of a stream of client memory, which has no revision: each draw reads it anew.
    pub(crate) const OF_CLIENT_MEMORY: u64 = 1;

    pub(crate) const NONE: Self = Self {
        source: Source::Constants,
        begin: 0,
        token: Self::UNPLACED,
        // Constants are never missing.
        elements: u32::MAX,
        first: 0,
        place: Place::Ring,
        retries: false,
        decision: Decision::ConstantFound,
        content: Content::Raw,
        rate: InputRate::Constant,
        stride: 0,
        length: 0,
        record_stride: 0,
        record_length: 0,
        within: 0,
        bytes: 0,
        alignment: 1,
        number: 0,
        // No element names this binding, so `InputLayout::bind` passes over the constants.
        binding: u8::MAX,
        first_member: 0,
        members: 0,
    };

    /// The stream of a draw's indices, which are made those of the type `to`.
    pub(crate) fn of_indices(array: &ElementArray, to: IndexType, mapped: Option<u32>) -> Self {
        let from = array.index_type;
        let content = if to == from && mapped.is_none() {
            Content::Raw
        } else {
            Content::Indices { from, to, mapped }
        };
        Self {
            source: array.source.into(),
            begin: array.offset,
            content,
            rate: InputRate::Vertex,
            stride: from.size(),
            length: from.size(),
            record_stride: to.size(),
            record_length: to.size(),
            bytes: from.size() as u16,
            alignment: from.size() as u8,
            ..Self::NONE
        }
    }

    /// Whether the stream has a draw's indices.
    pub(crate) const fn is_of_indices(&self) -> bool {
        self.members == 0
    }

    /// Whether the application's data has its place, and is the same there: that of client memory is taken to be.
    #[inline]
    pub(crate) fn is_known<A: ClientState>(&self, application: &A) -> bool {
        match self.source {
            Source::Buffer(id) => {
                let buffer = application.buffer(id);
                buffer.is_some_and(|buffer| buffer.revision == self.token)
            }
            _ => self.is_placed(),
        }
    }

    pub(crate) const fn is_placed(&self) -> bool {
        self.token != Self::UNPLACED
    }

    /// Makes the place the ring.
    pub(crate) const fn streams(&mut self, obstacle: Obstacle, reason: StreamingReason) {
        self.place = Place::Ring;
        self.decision = Decision::Streamed { obstacle, reason };
    }

    /// Binds other memory. Returns whether it is other memory; `None`, and nothing, for a binding of another stride, rate or
    /// kind of source than the stream was laid out for.
    #[inline]
    pub(crate) fn bind(&mut self, binding: &Binding) -> Option<bool> {
        // A sum above 64 bits saturates: no source has an element there.
        let begin = binding.offset.saturating_add(self.within.into());
        let is_same_source = match (self.source, binding.source) {
            (Source::Buffer(known), DataSource::Buffer(id)) => known == id,
            (Source::Client(known), DataSource::Client(number)) => known == number,
            _ => return None,
        };
        // A stream with a stride of 0 has the rate `Constant`, whatever the binding's rate is.
        let is_same_rate = binding.rate == self.rate || binding.stride == 0;
        if binding.stride != self.stride || !is_same_rate {
            return None;
        }
        let is_same = is_same_source && self.begin == begin;
        if !is_same {
            (self.source, self.begin, self.token) = (binding.source.into(), begin, Self::UNPLACED);
        }
        Some(!is_same)
    }

    /// The first element that a draw reads, and the number of elements.
    #[inline]
    pub(crate) fn needed(&self, counts: &DrawCounts) -> (u32, u32) {
        // A draw has a known number of instances, at least one.
        let instances = counts.instances.unwrap_or(1);
        match self.rate {
            InputRate::Vertex => (counts.first_vertex, counts.vertices),
            InputRate::Instance { divisor } => {
                // An instance reads element floor(instance / divisor) + first instance: only the instance is divided.
                (counts.first_instance, instances.div_ceil(divisor.get()))
            }
            InputRate::Constant => (counts.first_instance, 1),
        }
    }

    /// The number of elements whose first `end` bytes are in a source of `size` bytes.
    #[inline]
    pub(crate) fn elements_in(&self, size: u64, end: u32) -> u64 {
        let behind = size.checked_sub(self.begin);
        let last = behind.and_then(|behind| behind.checked_sub(end.into()));
        // All elements of a stride of 0 are the same bytes: if one exists, all do.
        let elements = |last: u64| last.checked_div(self.stride.into());
        last.map_or(0, |last| elements(last).map_or(u64::MAX, |last| last + 1))
    }

    /// The sizes of whole elements.
    #[inline]
    pub(crate) fn extent(&self, count: u32) -> Extent {
        let size = |stride: u32, length: u32| match count.checked_sub(1) {
            // The last element has its own length, not a stride. A product and a sum of 32-bit numbers fit 64 bits.
            Some(steps) => u64::from(steps) * u64::from(stride) + u64::from(length),
            None => 0,
        };
        Extent {
            read: size(self.stride, self.length),
            written: size(self.record_stride, self.record_length),
            whole: count,
            rest: 0,
        }
    }

    /// The elements from `first` on, at most `count`, that are in a source of `size` bytes.
    #[cold]
    #[inline(never)]
    pub(crate) fn extent_in(
        &self,
        members: &[Member],
        size: u64,
        (first, count): (u32, u32),
    ) -> Extent {
        let there = self.elements_in(size, self.length);
        let there = there.saturating_sub(first.into()).min(count.into()) as u32;
        let mut extent = self.extent(there);
        if there == count {
            return extent;
        }
        // This element exists in part, or not at all. Its offset fits 64 bits: the element is `first`, of 32 bits, or
        // the source has all elements before it.
        let element = u64::from(first) + u64::from(there);
        let skipped = element * u64::from(self.stride);
        let left = size.saturating_sub(self.begin).saturating_sub(skipped);
        extent.rest = left.min(self.length.into()) as u32;
        if self.content == Content::Raw {
            let before = u64::from(there) * u64::from(self.stride);
            // Without a rest, the bytes end with the last whole element, before the gap after it.
            if extent.rest > 0 {
                extent.read = before + u64::from(extent.rest);
                extent.written = extent.read;
            }
            return extent;
        }
        // The attributes that end in the rest: `pack` has put them first, so the record is cut off after the last of
        // them.
        let existing = self.members(members).filter_map(|(format, offset, at)| {
            let end = offset + format.size();
            let read = FetchFormat::of(format);
            (end <= extent.rest).then_some((end, at + read.conversion.size()))
        });
        let rest = existing.max_by_key(|&(_, written)| written);
        extent.rest = rest.map_or(0, |(read, _)| read);
        if let Some((read, written)) = rest {
            let before = |stride: u32| u64::from(there) * u64::from(stride);
            extent.read = before(self.stride) + u64::from(read);
            extent.written = before(self.record_stride) + u64::from(written);
        }
        extent
    }

    /// The attributes: the format of each, its offset in an element of the source, and in one that the GPU reads.
    #[inline]
    pub(crate) fn members<'a>(
        &self,
        members: &'a [Member],
    ) -> impl Iterator<Item = (Format, u32, u32)> + 'a {
        let (within, number) = (self.within, self.number);
        // Members of other streams may be between them: the search begins with the first, and ends with the last.
        let members = members.get(self.first_member.into()..).unwrap_or_default();
        let own = members.iter().filter(move |it| it.stream == number);
        own.filter_map(move |member| {
            let (format, offset) = member.bound()?;
            Some((format, offset - within, member.at))
        })
        .take(self.members.into())
    }

    /// The offset of the first element that a copy of the whole buffer has: below the stride for records, and below the
    /// alignment otherwise.
    pub(crate) fn phase(&self) -> u64 {
        match self.content {
            Content::Records { .. } => {
                // Bindings whose offsets differ by whole strides share a copy, which begins with the buffer's first
                // element. With a stride of 0, there is one element, and the copy begins with it.
                (self.begin.checked_rem(self.stride.into())).unwrap_or(self.begin)
            }
            // A copy that begins with this byte has aligned elements, since its block is aligned.
            Content::Raw | Content::Indices { .. } => self.begin & u64::from(self.alignment - 1),
        }
    }

    /// The offset of the first element in a copy of the whole buffer.
    pub(crate) fn begin_in_copy(&self) -> u64 {
        let elements = |stride: u32| self.begin.checked_div(stride.into()).unwrap_or(0);
        match self.content {
            Content::Raw => self.begin - self.phase(),
            Content::Records { .. } | Content::Indices { .. } => {
                elements(self.stride).saturating_mul(self.record_stride.into())
            }
        }
    }

    /// The key of a copy of the whole buffer.
    pub(crate) fn copy_key(&self, members: &[Member]) -> CopyKey {
        let phase = self.phase();
        match self.content {
            Content::Raw => CopyKey::Raw { phase: phase as u8 },
            Content::Indices { from, to, mapped } => CopyKey::Indices {
                from,
                to,
                restart_index: mapped,
            },
            Content::Records { .. } => {
                let mut keys = [0; RECORD_MEMBERS];
                let mut all = keys.iter_mut();
                let mut after = None;
                // In the order of their places in a record.
                while let Some((format, offset, at)) = self
                    .members(members)
                    .filter(|&(.., at)| after.is_none_or(|after| at > after))
                    .min_by_key(|&(.., at)| at)
                {
                    if let Some(place) = all.next() {
                        *place = key(format, offset);
                    }
                    after = Some(at);
                }
                CopyKey::Records {
                    phase,
                    stride: self.stride,
                    members: keys,
                }
            }
        }
    }
}
