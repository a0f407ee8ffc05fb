use super::table::DESCRIPTOR_WORDS;
use crate::check::finding::{Expected, Location, Table};
use crate::check::reporter::Reporter;
use crate::check::rule::Rule;
use crate::check::state::DrawState;
use crate::descriptor::AttributeBuffer;

/// Checks the null terminator of the table of buffers on V6 and V7, which read one descriptor past the last.
///
/// Mesa's Vulkan driver writes zeros, its GL driver a type and zeros. Both read the same.
pub(super) fn check(state: &DrawState<'_>, reporter: &mut Reporter<'_>) {
    if !state.arch.needs_null_terminator() || state.buffers.is_empty() {
        return;
    }
    let start = (state.buffers.len() - 1) / DESCRIPTOR_WORDS * DESCRIPTOR_WORDS;
    let words = &state.buffers[start..];
    let is_terminated = words.len() == DESCRIPTOR_WORDS
        && words[1..].iter().all(|word| *word == 0)
        && matches!(words[0], 0 | AttributeBuffer::LINEAR);
    if is_terminated {
        return;
    }
    let location = Location {
        table: Table::Buffers,
        attribute: None,
        start,
        words,
    };
    let wrong = words
        .iter()
        .enumerate()
        .position(|(word, value)| *value != 0 && (word, *value) != (0, AttributeBuffer::LINEAR));
    let finding = location.word(
        Rule::NullTerminator,
        wrong.unwrap_or(words.len()),
        Expected::Value(0),
    );
    reporter.found(finding);
}
