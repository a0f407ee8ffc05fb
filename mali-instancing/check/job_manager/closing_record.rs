use super::table::RECORD_WORDS;
use crate::check::finding::{Expected, Part, Place};
use crate::check::rule::Rule;
use crate::check::sink::Sink;
use crate::check::state::DrawState;
use crate::descriptor::LINEAR;

/// Judges the record that closes the table of buffers on V6 and V7, which read one past the last.
///
/// Mesa's Vulkan driver writes zeros, its GL driver a type and zeros. Both read the same.
pub(super) fn judge(state: &DrawState<'_>, sink: &mut Sink<'_>) {
    if !state.arch.has_closing_record() || state.buffers.is_empty() {
        return;
    }
    let start = (state.buffers.len() - 1) / RECORD_WORDS * RECORD_WORDS;
    let words = &state.buffers[start..];
    let is_closed = words.len() == RECORD_WORDS
        && words[1..].iter().all(|word| *word == 0)
        && matches!(words[0], 0 | CLOSING_TYPE);
    if is_closed {
        return;
    }
    let place = Place {
        part: Part::Buffers,
        attribute: None,
        start,
        words,
    };
    let wrong = words
        .iter()
        .enumerate()
        .position(|(word, value)| *value != 0 && (word, *value) != (0, CLOSING_TYPE));
    let finding = place.word(
        Rule::ClosingRecord,
        wrong.unwrap_or(words.len()),
        Expected::Value(0),
    );
    sink.found(finding);
}

const CLOSING_TYPE: u32 = LINEAR.number;
