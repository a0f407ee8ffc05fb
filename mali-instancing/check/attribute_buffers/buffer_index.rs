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
        return Some((Rule::ContinuationIndex, of_continuation(state, number)));
    }
    if matches!(named.descriptor, Ok(Descriptor::Empty)) || is_terminator(state, number) {
        return Some((Rule::EmptyIndex, Expected::Other));
    }
    let is_copy = is_copy(state, number, is_fixed(state));
    let right = of_buffer(state, number).filter(|_| is_copy)?;
    Some((Rule::CopyIndex, Expected::Value(right as u64)))
}

/// The number that an attribute should have instead of a continuation's: that of the buffer that it counts, or else of
/// the continuation's own descriptor, if no attribute names that.
fn of_continuation(state: &DrawState<'_>, number: usize) -> Expected {
    let own = number.checked_sub(1).filter(|own| {
        type_of(state, *own) == Some(AttributeBuffer::NPOT_DIVISOR)
            && numbers(state).all(|number| number != *own)
    });
    let right = of_buffer(state, number).or(own);
    right.map_or(Expected::Other, |right| Expected::Value(right as u64))
}

/// The number of the descriptor of a buffer, if the attributes count buffers, of which some take two numbers: no
/// attribute names a number that is not below the number of buffers.
fn of_buffer(state: &DrawState<'_>, buffer: usize) -> Option<usize> {
    let count = buffers(state).count();
    let counts_buffers = numbers(state).all(|number| number < count);
    buffers(state).nth(buffer).filter(|_| counts_buffers)
}

/// The numbers that the attributes name, also those that the shader does not read.
fn numbers(state: &DrawState<'_>) -> impl Iterator<Item = usize> {
    let read_attributes = None;
    let all = DrawState {
        read_attributes,
        ..*state
    };
    all.read().map(|read| fields(read).buffer_index as usize)
}

/// The numbers of the descriptors with which buffers begin: not of continuations, of copies and in gaps.
fn buffers(state: &DrawState<'_>) -> impl Iterator<Item = usize> {
    let is_fixed = is_fixed(state);
    (0..buffer_descriptors(state)).filter(move |number| {
        type_of(state, *number) != Some(AttributeBuffer::CONTINUATION)
            && descriptor(state, *number) != Some(&[0; DESCRIPTOR_WORDS])
            && !is_copy(state, *number, is_fixed)
    })
}

/// Whether a descriptor is the copy of the one before it: in the gap before a descriptor with a continuation, which has
/// an even number, or in a table with the layout `fixed`.
fn is_copy(state: &DrawState<'_>, number: usize, is_fixed: bool) -> bool {
    number % 2 != 0
        && descriptor(state, number - 1) == descriptor(state, number)
        && (is_fixed || type_of(state, number + 1) == Some(AttributeBuffer::NPOT_DIVISOR))
}

/// Whether a table has the layout `fixed`, two numbers for each buffer.
fn is_fixed(state: &DrawState<'_>) -> bool {
    let descriptors = buffer_descriptors(state);
    descriptors % 2 == 0
        && descriptors >= 4
        && (0..descriptors).step_by(2).all(|first| {
            descriptor(state, first) == descriptor(state, first + 1)
                || type_of(state, first + 1) == Some(AttributeBuffer::CONTINUATION)
        })
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
