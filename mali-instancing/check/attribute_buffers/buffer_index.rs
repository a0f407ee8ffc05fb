use super::table::{DESCRIPTOR_WORDS, Named, fields};
use crate::check::finding::Expected;
use crate::check::reporter::Reporter;
use crate::check::rule::Rule;
use crate::check::state::{DrawState, Read};
use crate::decode::Descriptor;
use crate::descriptor::{Attribute, AttributeBuffer};

/// The descriptor that an attribute names. `None` if that is none, which is reported.
pub(super) fn check(
    state: &DrawState<'_>,
    read: Read<'_>,
    reporter: &mut Reporter<'_>,
) -> Option<Named> {
    let number = fields(read).buffer_index as usize;
    let location = read.location(state.arch);
    let finding = |rule, expected| location.field(rule, Attribute::BUFFER_INDEX, expected);
    let named = Named::new(state, read);
    match wrong_index(state, number, named.as_ref()) {
        Some((rule, expected)) => {
            reporter.found(finding(rule, expected));
            None
        }
        None => named,
    }
}

/// The finding for a number that no attribute should have.
fn wrong_index(
    state: &DrawState<'_>,
    number: usize,
    named: Option<&Named>,
) -> Option<(Rule, Expected)> {
    let Some(named) = named else {
        let expected = state.expected_buffer_index(number as u32)?;
        // The null terminator is not a buffer.
        let expected = match (expected, buffer_descriptors(state).checked_sub(1)) {
            (Expected::AtMost(_), Some(last)) => Expected::AtMost(last as u64),
            (expected, _) => expected,
        };
        return Some((Rule::BufferIndex, expected));
    };
    if AttributeBuffer::TYPE.get(&named.words) == Some(AttributeBuffer::CONTINUATION.into()) {
        return Some((Rule::ContinuationIndex, of_buffer(state, number)));
    }
    if matches!(named.descriptor, Ok(Descriptor::Empty)) || is_terminator(state, number) {
        return Some((Rule::EmptyIndex, Expected::Other));
    }
    is_copy(state, number).then_some((Rule::CopyIndex, Expected::Value(2 * number as u64)))
}

/// The number of the buffer with that number among the buffers: a driver counts buffers, of which some take two numbers.
fn of_buffer(state: &DrawState<'_>, buffer: usize) -> Expected {
    let mut number = 0;
    for _ in 0..buffer {
        number += match type_of(state, number) {
            Some(AttributeBuffer::NPOT_DIVISOR) => 2,
            _ => 1,
        };
    }
    if number < buffer_descriptors(state) {
        Expected::Value(number as u64)
    } else {
        Expected::Other
    }
}

/// Whether a table has the layout `fixed`, two numbers for each buffer, an attribute names a copy, and no attribute
/// names a descriptor of the second half: the numbers are those of the buffers.
fn is_copy(state: &DrawState<'_>, number: usize) -> bool {
    let descriptors = buffer_descriptors(state);
    let [one, other] = [number - number % 2, number | 1].map(|number| descriptor(state, number));
    if number % 2 == 0 || descriptors % 2 != 0 || descriptors < 4 || one != other {
        return false;
    }
    let is_fixed = (0..descriptors).step_by(2).all(|first| {
        descriptor(state, first) == descriptor(state, first + 1)
            || type_of(state, first + 1) == Some(AttributeBuffer::CONTINUATION)
    });
    is_fixed
        && state
            .read()
            .all(|read| (fields(read).buffer_index as usize) < descriptors / 2)
}

/// The number of descriptors without the null terminator.
fn buffer_descriptors(state: &DrawState<'_>) -> usize {
    let descriptors = state.buffers.len() / DESCRIPTOR_WORDS;
    match descriptors.checked_sub(1) {
        Some(last) if is_terminator(state, last) => last,
        _ => descriptors,
    }
}

/// Whether a descriptor is the null terminator: the last, and empty except for a type that Mesa's GL driver writes.
fn is_terminator(state: &DrawState<'_>, number: usize) -> bool {
    let is_last = (number + 1) * DESCRIPTOR_WORDS == state.buffers.len();
    let is_empty = match descriptor(state, number) {
        Some([AttributeBuffer::LINEAR, 0, 0, 0]) => state.arch.needs_null_terminator(),
        words => words == Some(&[0; DESCRIPTOR_WORDS]),
    };
    is_last && is_empty
}

fn type_of(state: &DrawState<'_>, number: usize) -> Option<u32> {
    let kind = AttributeBuffer::TYPE.get(descriptor(state, number)?);
    kind.and_then(|kind| u32::try_from(kind).ok())
}

fn descriptor<'a>(state: &DrawState<'a>, number: usize) -> Option<&'a [u32]> {
    let start = number * DESCRIPTOR_WORDS;
    state.buffers.get(start..start + DESCRIPTOR_WORDS)
}
