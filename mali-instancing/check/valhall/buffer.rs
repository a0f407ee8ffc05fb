use crate::arch::Arch;
use crate::check::bounds::Elements;
use crate::check::element_alignment;
use crate::check::finding::{Expected, Finding, Location, Table};
use crate::check::format::FetchedFormat;
use crate::check::reporter::Reporter;
use crate::check::rule::Rule;
use crate::check::state::{Counts, DrawState, ReadAttribute};
use crate::decode::{Descriptor, Kind, descriptors};
use crate::descriptor::{
    Buffer, BufferFields, ValhallAttribute, ValhallAttributeFields, ValhallFetchMode,
};
use crate::fetch::InputRate;

pub(super) const BUFFER_WORDS: usize = 8;

/// The position of a buffer's first word in the table.
pub(super) fn start_of(index: u32) -> usize {
    // An index has 32 bits. Where a `usize` has no more, a product that is too large is after the end as well.
    (index as usize).saturating_mul(BUFFER_WORDS)
}

/// The first address that no GPU has: the page tables of these Malis translate 48 bits.
const END_OF_ADDRESSES: u64 = 1 << 48;

/// An attribute and the buffer that it reads.
pub(super) struct Fetch<'a> {
    pub(super) read: ReadAttribute<'a>,
    pub(super) attribute: ValhallAttributeFields,
    /// `None` if the format is not known.
    pub(super) format: Option<FetchedFormat>,
    /// Whether no attribute before this one names the buffer, so that its errors are reported once. A function, since
    /// the nearest draw searches for the words of each attribute before.
    pub(super) is_first: &'a dyn Fn() -> bool,
}

impl Fetch<'_> {
    /// Checks the buffer that the attribute names, and which of its elements are read.
    pub(super) fn check(&self, state: &DrawState<'_>, reporter: &mut Reporter<'_>) {
        let index = self.attribute.buffer_index;
        let start = start_of(index);
        let rest = state.buffers.get(start..).unwrap_or_default();
        let words: &[u32] = rest
            .first_chunk::<BUFFER_WORDS>()
            .map_or(&[], |words| words);
        let location = Location {
            table: Table::Buffers,
            attribute: Some(self.read.number),
            start,
            words,
        };
        let unnamed = |expected| {
            let (rule, field) = (Rule::BufferIndex, ValhallAttribute::BUFFER_INDEX);
            self.read.location(state.arch).field(rule, field, expected)
        };
        match descriptors(state.arch, Kind::Buffers, words).next() {
            Some(Ok(decoded)) => match decoded.descriptor {
                Descriptor::Buffer(buffer) => {
                    if let Some(format) = self.format {
                        let of_attribute = self.read.location(state.arch);
                        let starts = [
                            (of_attribute, ValhallAttribute::OFFSET),
                            (location, Buffer::ADDRESS),
                        ];
                        let stride = (of_attribute, ValhallAttribute::STRIDE);
                        element_alignment::check(state.arch, format, &starts, stride, reporter);
                    }
                    let found = check_address_range(buffer, location);
                    if let Some(finding) = found.filter(|_| (self.is_first)()) {
                        reporter.found(finding);
                    }
                    self.check_elements(state, buffer, location, reporter);
                }
                // Mesa's newer Vulkan driver writes this for a buffer that is not bound.
                Descriptor::Empty if state.arch >= Arch::V10 => {
                    if (self.is_first)() {
                        reporter.found(location.field(
                            Rule::EmptyBuffer,
                            Buffer::SIZE,
                            Expected::Other,
                        ));
                    }
                }
                _ => reporter.found(unnamed(Expected::Other)),
            },
            Some(Err(error)) if (self.is_first)() => {
                reporter.found(location.undecodable(Rule::Descriptor, error));
            }
            Some(Err(_)) => {}
            None => {
                if let Some(expected) = state.expected_buffer_index(index) {
                    reporter.found(unnamed(expected));
                }
            }
        }
    }

    fn check_elements(
        &self,
        state: &DrawState<'_>,
        buffer: BufferFields,
        location: Location<'_>,
        reporter: &mut Reporter<'_>,
    ) {
        let Some(counts) = state.counts else {
            reporter.not_checked(Rule::OutOfBounds);
            return;
        };
        // No thread runs.
        if counts.instances == 0 || counts.vertices == Some(0) {
            return;
        }
        let Some(indices) = self.indices(state, counts) else {
            reporter.not_checked(Rule::OutOfBounds);
            return;
        };
        let Some(format) = self.format else {
            return;
        };
        let first_element = match self.attribute.mode {
            ValhallFetchMode::Vertex | ValhallFetchMode::VertexPacket { .. } => 0,
            ValhallFetchMode::Constant if self.read.rate == Some(InputRate::Vertex) => 0,
            _ => state.first_instance.unwrap_or_default().into(),
        };
        let elements = Elements {
            attribute: self.read.location(state.arch),
            offset_field: ValhallAttribute::OFFSET,
            offset: self.attribute.offset,
            format_size: format.size,
            buffer: location,
            fields: [Buffer::ADDRESS, Buffer::SIZE],
            address: buffer.address,
            size: buffer.size,
            stride: self.attribute.stride,
            stride_location: self.read.location(state.arch),
            stride_field: ValhallAttribute::STRIDE,
            first_element,
        };
        if let Some(finding) = elements.check_overlap() {
            reporter.found(finding);
        }
        let found = elements.check(indices);
        let found = found.filter(|finding| finding.is_of_an_attribute() || (self.is_first)());
        if let Some(finding) = found {
            reporter.found(finding);
        }
    }

    /// The smallest and the largest index that the draw reads.
    fn indices(&self, state: &DrawState<'_>, counts: Counts) -> Option<[i64; 2]> {
        // An index never falls as the instance grows, so that the last instance has the largest.
        let last_instance = counts.instances.saturating_sub(1);
        let last = match self.attribute.mode {
            ValhallFetchMode::Vertex => return vertices(state, counts),
            // A vertex shader reads no packet: the nearest draw has another mode in its place.
            ValhallFetchMode::VertexPacket { .. } => return None,
            ValhallFetchMode::Constant => 0,
            ValhallFetchMode::Instance => last_instance,
            ValhallFetchMode::PotDivisor(power) => power.divide(last_instance),
            ValhallFetchMode::NpotDivisor(magic) => magic.divide(last_instance),
        };
        Some([0, last.into()])
    }
}

/// The finding for a buffer that is not where an address can be. Where the upper half of a size was never written, it is
/// mostly too large.
fn check_address_range(buffer: BufferFields, location: Location<'_>) -> Option<Finding> {
    let (rule, last) = (Rule::AddressRange, END_OF_ADDRESSES - 1);
    let Some(most) = END_OF_ADDRESSES
        .checked_sub(buffer.address)
        .filter(|most| *most > 0)
    else {
        return Some(location.field(rule, Buffer::ADDRESS, Expected::AtMost(last)));
    };
    if buffer.size <= most {
        return None;
    }
    // The upper half that fits beside the lower one. If the upper half is no larger, it is 0, as it is on V9 and V10,
    // which have none: the lower one is too large by itself.
    let lower = buffer.size & u64::from(u32::MAX);
    let most_hi = most.saturating_sub(lower) >> 32;
    Some(if buffer.size >> 32 > most_hi {
        location.field(rule, Buffer::SIZE_HI, Expected::AtMost(most_hi))
    } else {
        location.field(rule, Buffer::SIZE, Expected::AtMost(most))
    })
}

/// The smallest and the largest vertex of a draw.
pub(super) fn vertices(state: &DrawState<'_>, counts: Counts) -> Option<[i64; 2]> {
    let [first, last] = match (counts.vertices, state.index_bounds) {
        (Some(vertices), _) => [0, vertices.saturating_sub(1)],
        (None, Some(bounds)) => [bounds.minimum, bounds.maximum],
        (None, None) => return None,
    };
    Some([first, last].map(|vertex| counts.first_vertex.saturating_add(vertex.into())))
}
