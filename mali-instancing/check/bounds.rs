use super::finding::{Detail, Expected, Finding, Location};
use super::rule::Rule;
use crate::descriptor::{BufferAddress, Field};

/// The elements of a buffer, as an attribute reads them.
#[derive(Clone, Copy)]
pub(super) struct Elements<'a> {
    pub(super) attribute: Location<'a>,
    pub(super) offset_field: Field,
    pub(super) offset: i32,
    /// The size of the attribute's format, in bytes.
    pub(super) format_size: u32,
    pub(super) buffer: Location<'a>,
    /// The buffer's address and its size.
    pub(super) fields: [Field; 2],
    pub(super) address: u64,
    pub(super) size: u64,
    pub(super) stride: u32,
    /// The descriptor that has the stride, and its field.
    pub(super) stride_location: Location<'a>,
    pub(super) stride_field: Field,
    /// The number that makes the number of an element in the application's array of its index.
    pub(super) first_element: i64,
}

impl Elements<'_> {
    /// Checks that the elements from one index to another are within the buffer. An element between these two is
    /// between them in memory, too.
    pub(super) fn check(&self, [first, last]: [i64; 2]) -> Option<Finding> {
        let [pointer, size] = self.fields;
        // An index with the first vertex can have more than 32 bits, so that its product with a stride leaves 64 bits.
        let begin =
            |index: i64| i128::from(index) * i128::from(self.stride) + i128::from(self.offset);
        let (start, end) = (begin(first), begin(last) + i128::from(self.format_size));
        // First, since every element is outside of an empty buffer.
        if self.size == 0 {
            let expected = Expected::AtLeast(u64::try_from(end).unwrap_or_default());
            return Some(self.buffer.field(Rule::EmptyBuffer, size, expected));
        }
        if self.address == 0 {
            let rule = Rule::Unpatched;
            return Some(self.buffer.field(rule, pointer, Expected::Other));
        }
        if end > i128::from(self.size) {
            // An offset without its sign is large, and leads past the end: the offset is wrong, not the size.
            if let Some(offset) = self.offset_with_sign([first, last]) {
                let expected = Expected::Value(i64::from(offset) as u64);
                let rule = Rule::OffsetSign;
                return Some(self.attribute.field(rule, self.offset_field, expected));
            }
            // A size of 1 is a placeholder that was not replaced.
            let rule = if self.size == 1 {
                Rule::Unpatched
            } else {
                Rule::OutOfBounds
            };
            let expected = Expected::AtLeast(u64::try_from(end).unwrap_or(u64::MAX));
            let detail = Detail::LastElement {
                index: last,
                element: last.saturating_add(self.first_element),
                end: saturated(end),
            };
            return Some(Finding {
                found: self.size,
                detail: Some(detail),
                ..self.buffer.field(rule, size, expected)
            });
        }
        if start < 0 {
            // A driver subtracts the offset start times the stride in bytes. A stride in words adds only a quarter of
            // it again.
            if let Some(stride) = self.stride_in_bytes([first, last]) {
                let expected = Expected::Value(stride.into());
                let (rule, field) = (Rule::OutOfBounds, self.stride_field);
                return Some(self.stride_location.field(rule, field, expected));
            }
            let lowest = i128::from(self.offset) - start;
            let expected = Expected::AtLeast(saturated(lowest) as u64);
            let detail = Detail::FirstElement {
                index: first,
                element: first.saturating_add(self.first_element),
                begin: saturated(start),
            };
            let (rule, field) = (Rule::OutOfBounds, self.offset_field);
            return Some(Finding {
                detail: Some(detail),
                ..self.attribute.field(rule, field, expected)
            });
        }
        None
    }

    /// Notes a stride that is smaller than the format, such as one in words.
    pub(super) fn check_overlap(&self) -> Option<Finding> {
        let is_smaller = self.stride != 0 && self.stride < self.format_size;
        let expected = Expected::AtLeast(self.format_size.into());
        is_smaller.then(|| {
            let (rule, field) = (Rule::Overlap, self.stride_field);
            self.stride_location.field(rule, field, expected)
        })
    }

    /// The stride in bytes if the stride is in words: with it, the attribute begins in the buffer's first element, and
    /// all elements are within the buffer.
    fn stride_in_bytes(&self, indices: [i64; 2]) -> Option<u32> {
        let stride = self.stride.checked_mul(4)?;
        let begin = i128::from(indices[0]) * i128::from(stride) + i128::from(self.offset);
        let is_first = (0..longest_offset(stride)).contains(&begin);
        // `begin` is not below 0, so that the nested check does not come here again.
        let is_within = || Self { stride, ..*self }.check(indices).is_none();
        (is_first && is_within()).then_some(stride)
    }

    /// The offset if its sign was lost: with the sign, all elements are within the buffer.
    fn offset_with_sign(&self, indices: [i64; 2]) -> Option<i32> {
        // An offset below 0 has lost no sign: in the nested check, this function finds none.
        signed(self.offset).find(|offset| {
            let offset = *offset;
            Self { offset, ..*self }.check(indices).is_none()
        })
    }
}

/// The numbers of bits in which drivers lose an offset's sign.
const SHORTER: [u32; 4] = [16, 24, 28, 31];

/// The offsets that an offset may have been before it lost its sign.
fn signed(offset: i32) -> impl Iterator<Item = i32> {
    // The highest of these bits is set, and none above it.
    let is_unsigned = move |bits: &u32| offset >> (bits - 1) == 1;
    // 2^31 has no `i32`. The difference is from −2^(bits − 1) to −1, and fits again.
    let wide = move |bits| i64::from(offset) - (1_i64 << bits);
    SHORTER
        .into_iter()
        .filter(is_unsigned)
        .map(move |bits| wide(bits) as i32)
}

/// Whether an offset may have lost its sign: with the sign, it fits. The function gets the bytes that it is less then.
pub(super) fn is_sign_lost(offset: i32, fits: impl Fn(i128) -> bool) -> bool {
    signed(offset).any(|signed| fits(i128::from(offset) - i128::from(signed)))
}

/// A number of bytes, limited to the 64 bits that a finding has.
pub(super) fn saturated(number: i128) -> i64 {
    number.clamp(i64::MIN.into(), i64::MAX.into()) as i64
}

/// A number larger than any offset in an element, wherever in 64 bytes that begins.
pub(super) fn longest_offset(stride: u32) -> i128 {
    i128::from(stride) + i128::from(BufferAddress::ALIGNMENT)
}
