//! The kernel that finds the bounds of each draw's indices.

use alloc::format;
use alloc::string::String;

use super::binding::{Binding, BoundBuffer, Work, barrier, kernel};
use super::command::has_command;
use super::rows::BoundsPlace;
use crate::indices::{IndexType, IndirectIndices};
use crate::shader::Language;

const fn buffers_with(bounds: Binding) -> [BoundBuffer; 5] {
    [
        BoundBuffer::read(Binding::Commands),
        BoundBuffer::read(Binding::DrawCount),
        BoundBuffer::read(Binding::Parameters),
        BoundBuffer::written(bounds),
        BoundBuffer::read(Binding::Indices),
    ]
}

pub(super) const fn buffers(language: Language) -> &'static [BoundBuffer] {
    match language {
        Language::GlslEs => const { &buffers_with(Binding::Draws) },
        Language::Glsl | Language::Wgsl | Language::OpenCl => {
            const { &buffers_with(Binding::Bounds) }
        }
    }
}

/// The source of the kernel. A workgroup has a draw, and each invocation every 64th index of it.
pub(super) fn source(
    language: Language,
    indices: IndirectIndices,
    command_words: usize,
    place: &BoundsPlace,
) -> String {
    let [minimum, maximum] = place.words();
    // The buffer is bound as words. `shift` is log2 of the indices in a word.
    let (index, shift) = match indices.index_type {
        IndexType::U8 => ("(indices[at >> 2u] >> ((at & 3u) * 8u)) & 0xffu", 2),
        IndexType::U16 => ("(indices[at >> 1u] >> ((at & 1u) * 16u)) & 0xffffu", 1),
        IndexType::U32 => ("indices[at]", 0),
    };
    let has_command = has_command(language, command_words, Some(place));
    let counts = match indices.restart_index {
        Some(restart_index) => format!("index != {restart_index:#x}u"),
        None => String::from("true"),
    };
    // All invocations of a workgroup have the same `draw`, so that all of them return or none, and the barrier is safe.
    // For a draw within the `parameters[6]` indices, `end` wraps at most once, and is below `parameters[5]` if it does.
    let statements = format!(
        "{has_command}    if ((draw >= parameters[0]) || (has_command == 0u)) {{
        return;
    }}
    let command: u32 = parameters[2] + (draw * parameters[3]);
    let count: u32 = commands[command];
    let begin: u32 = commands[command + 2u];
    // Bounds of no indices, or of indices outside the buffer.
    var low: u32 = 0xffffffffu;
    var high: u32 = 0u;
    // The last index, and whether it is within the buffer, whatever the parameters are.
    let end: u32 = parameters[5] + begin + (max(count, 1u) - 1u);
    let is_outside: bool = (end < parameters[5]) || ((end >> {shift}u) >= {index_words});
    if ((count != 0u) && (is_outside || (begin > parameters[6]) || (count > (parameters[6] - begin)))) {{
        low = 1u;
    }} else {{
        var at: u32 = parameters[5] + begin + lane;
        // Counted down, because after the largest index `at` may wrap to 0.
        var left: u32 = count - min(count, lane);
        while (left != 0u) {{
            let index: u32 = {index};
            if ({counts}) {{
                low = min(low, index);
                high = max(high, index);
            }}
            at = at + 64u;
            left = left - min(left, 64u);
        }}
    }}
    lowest[lane] = low;
    highest[lane] = high;
    {barrier}
    if (lane == 0u) {{
        var other: u32 = 1u;
        while (other < 64u) {{
            low = min(low, lowest[other]);
            high = max(high, highest[other]);
            other = other + 1u;
        }}
        {minimum} = low;
        {maximum} = high;
    }}
}}
",
        barrier = barrier(language),
        index_words = Binding::Indices.words(language),
    );
    kernel(
        language,
        Work::WorkgroupPerDraw,
        buffers(language),
        None,
        &statements,
    )
}
