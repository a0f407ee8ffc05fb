use crate::check::finding::Expected;
use crate::check::reporter::Reporter;
use crate::check::rule::Rule;
use crate::check::state::{DrawState, Read};
use crate::descriptor::{ValhallAttribute, ValhallAttributeFields};

/// Checks an attribute's stride: all attributes of a buffer have the buffer's stride, or 0. The most frequent stride
/// is taken as the buffer's.
pub(super) fn check(
    state: &DrawState<'_>,
    read: Read<'_>,
    attribute: ValhallAttributeFields,
    reporter: &mut Reporter<'_>,
) {
    let own = u64::from(attribute.stride);
    let mut same = 0;
    let mut others = 0;
    let mut other = None;
    for (number, stride) in strides(state, attribute.buffer_index) {
        if stride == own {
            same += 1;
        } else if other.is_none_or(|(_, stride_before)| stride_before == stride) {
            others += 1;
            other = other.or(Some((number, stride)));
        }
    }
    let Some((number, stride)) = other.filter(|_| own != 0) else {
        return;
    };
    if others > same || others == same && number < read.number {
        let (rule, field) = (Rule::Stride, ValhallAttribute::STRIDE);
        reporter.found(
            read.location(state.arch)
                .field(rule, field, Expected::Value(stride)),
        );
    }
}

/// The strides other than 0 of the attributes of a buffer, by the attribute's number.
fn strides(state: &DrawState<'_>, buffer_index: u32) -> impl Iterator<Item = (usize, u64)> {
    let attributes = state.read().filter(move |read| {
        ValhallAttribute::BUFFER_INDEX.get(read.words) == Some(buffer_index.into())
    });
    let strides = attributes
        .filter_map(|read| Some((read.number, ValhallAttribute::STRIDE.get(read.words)?)));
    strides.filter(|(_, stride)| *stride != 0)
}
