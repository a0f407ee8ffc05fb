use super::member::Member;
use crate::memory::{CopyKey, RECORD_MEMBERS};
use crate::types::DataSource;
use mali_instancing::InputRate;
use mali_instancing::draw::DrawCounts;

/// Arrays of one source, one stride and one rate whose elements are interleaved: one descriptor, and one copy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    pub(crate) source: DataSource,
    /// The offset of the first element, in bytes.
    pub(crate) offset: u64,
    pub(crate) stride: u32,
    pub(crate) rate: InputRate,
    /// The length of an element in the source, from its first attribute to the end of its last one.
    pub(crate) length: u32,
    /// The distance between records, and the length of one.
    pub(crate) record_stride: u32,
    pub(crate) record_length: u32,
    /// The number of bytes that an element's attributes have in the source.
    pub(crate) bytes: u16,
    /// The first of its members in the layout's list, and their number.
    pub(crate) first_member: u8,
    pub(crate) members: u8,
    /// The largest alignment of its attributes.
    pub(crate) alignment: u8,
    /// Whether all attributes could be read in aligned memory that has the source's bytes as they are.
    pub(crate) is_direct: bool,
    pub(crate) converts: bool,
    /// Whether records are elements of the source as they are.
    pub(crate) is_block: bool,
}

/// The part of a group's elements that exists.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Existing {
    /// The number of whole elements.
    pub(crate) whole: u32,
    /// The number of attributes of one more element, of which the others do not exist. They are the first members.
    pub(crate) rest: u8,
}

impl Group {
    /// The first element that a draw reads, and the number of elements.
    #[inline]
    pub(crate) fn elements_of(&self, counts: &DrawCounts) -> (u32, u32) {
        // A draw has a known number of instances, at least one.
        let instances = counts.instances.unwrap_or(1);
        match self.rate {
            InputRate::Vertex => (counts.first_vertex, counts.vertices),
            InputRate::Instance { divisor } => {
                (counts.first_instance, instances.div_ceil(divisor.get()))
            }
            InputRate::Constant => (counts.first_instance, 1),
        }
    }

    /// The number of elements whose first `end` bytes are in a source of `size` bytes.
    pub(crate) fn elements_in(&self, size: u64, end: u32) -> u64 {
        let behind = size.checked_sub(self.offset);
        let last = behind.and_then(|behind| behind.checked_sub(end.into()));
        let elements = |last: u64| last.checked_div(self.stride.into());
        last.map_or(0, |last| elements(last).map_or(u64::MAX, |last| last + 1))
    }

    /// The elements from `first` on, at most `count`, that are in a source of `size` bytes.
    pub(crate) fn existing(
        &self,
        members: &[Member],
        size: u64,
        (first, count): (u32, u32),
    ) -> Existing {
        let whole = self.elements_in(size, self.length);
        let there = whole.saturating_sub(first.into());
        if there >= count.into() {
            let rest = 0;
            return Existing { whole: count, rest };
        }
        let last = u64::from(first) + there;
        let exists = |member: &&Member| self.elements_in(size, member.end()) > last;
        Existing {
            whole: there as u32,
            rest: members.iter().take_while(exists).count() as u8,
        }
    }

    /// The size of the records of those elements, in bytes.
    pub(crate) fn records_size(&self, members: &[Member], existing: Existing) -> u64 {
        let stride = u64::from(self.record_stride);
        let length = match usize::from(existing.rest).checked_sub(1) {
            Some(last) => members.get(last).map_or(0, |last| self.record_end(last)),
            None if existing.whole == 0 => return 0,
            None => return u64::from(existing.whole - 1) * stride + u64::from(self.record_length),
        };
        u64::from(existing.whole) * stride + u64::from(length)
    }

    /// The offset of an attribute in a record.
    pub(crate) fn record_offset(&self, member: &Member) -> u32 {
        if self.is_block {
            member.offset
        } else {
            member.packed.into()
        }
    }

    fn record_end(&self, member: &Member) -> u32 {
        if self.is_block {
            member.end()
        } else {
            member.packed_end()
        }
    }

    /// Whether the GPU can read all attributes if the source's first byte is at that address: the address of the group's
    /// first byte, the offsets from there and the stride are aligned for each.
    pub(crate) fn is_readable_at(&self, members: &[Member], address: u64) -> bool {
        let first = address.wrapping_add(self.offset) | u64::from(self.stride);
        let is_aligned = |member: &Member| {
            let place = first | u64::from(member.offset);
            place & u64::from(member.alignment - 1) == 0
        };
        !self.converts && members.iter().all(is_aligned)
    }

    /// The offset of the first element that there is in the source: below the stride.
    pub(crate) fn phase(&self) -> u64 {
        let stride = u64::from(self.stride);
        self.offset.checked_rem(stride).unwrap_or(self.offset)
    }

    /// The number of elements before the first one that is bound.
    pub(crate) fn before(&self) -> u64 {
        self.offset.checked_div(self.stride.into()).unwrap_or(0)
    }

    /// The key of a copy of a buffer that has the group.
    pub(crate) fn copy_key(&self, members: &[Member]) -> CopyKey {
        if self.is_direct {
            return CopyKey::Raw;
        }
        let mut keys = [0; RECORD_MEMBERS];
        for (key, member) in keys.iter_mut().zip(members) {
            *key = member.key();
        }
        CopyKey::Records {
            phase: self.phase(),
            stride: self.stride,
            members: keys,
        }
    }
}
