use super::named::Named;
use super::nearest::Nearest;
use super::table::DESCRIPTOR_WORDS;
use crate::check::finding::{Expected, Location, Table};
use crate::check::reporter::Reporter;
use crate::check::rule::Rule;
use crate::descriptor::{AttributeBuffer, DecodeError, DecodeErrorKind};

/// Checks the null terminator of the table of buffers on V6 and V7, which read one descriptor past the last.
///
/// Mesa's Vulkan driver writes zeros, its GL driver a type and zeros. Both read the same.
pub(super) fn check(nearest: &Nearest<'_>, reporter: &mut Reporter<'_>) {
    let state = nearest.state();
    // A table that is cut is reported as cut.
    if !state.arch.needs_null_terminator() || state.buffers.len() % DESCRIPTOR_WORDS != 0 {
        return;
    }
    let start = state.buffers.len().saturating_sub(DESCRIPTOR_WORDS);
    let words = &state.buffers[start..];
    if matches!(words, [0 | AttributeBuffer::LINEAR, 0, 0, 0]) {
        return;
    }
    let location = Location {
        table: Table::Buffers,
        attribute: None,
        start,
        words,
    };
    if words.is_empty() || is_read(nearest, start / DESCRIPTOR_WORDS) {
        // The table is empty, or an attribute reads its last descriptor: the terminator is missing after the end.
        let kind = DecodeErrorKind::Truncated {
            missing: DESCRIPTOR_WORDS,
        };
        let error = DecodeError::new(&[], words.len(), kind);
        reporter.found(location.undecodable(Rule::NullTerminator, error));
        return;
    }
    let wrong = words
        .iter()
        .enumerate()
        .position(|(word, value)| *value != 0 && (word, *value) != (0, AttributeBuffer::LINEAR));
    let wrong = wrong.unwrap_or_default();
    reporter.found(location.word(Rule::NullTerminator, wrong, Expected::Value(0)));
}

/// Whether an attribute reads a descriptor, or reads it as a continuation.
fn is_read(nearest: &Nearest<'_>, number: usize) -> bool {
    let mut named = nearest
        .state()
        .read_attributes()
        .filter_map(|read| Named::new(nearest, read));
    named.any(|named| {
        let has_continuation =
            AttributeBuffer::TYPE.get(&named.words) == Some(AttributeBuffer::NPOT_DIVISOR.into());
        named.number == number || has_continuation && named.number + 1 == number
    })
}
