//! The kernel that looks for the bounds of each draw's indices.

use alloc::format;
use alloc::string::String;

use super::binding::{Binding, BoundBuffer, Work, barrier, head};
use crate::indices::{IndexType, IndirectIndices};
use crate::shader::{Language, translate};

pub(super) const BUFFERS: &[BoundBuffer] = &[
    BoundBuffer::read(Binding::Commands),
    BoundBuffer::read(Binding::DrawCount),
    BoundBuffer::read(Binding::Parameters),
    BoundBuffer::written(Binding::Bounds),
    BoundBuffer::read(Binding::Indices),
];

/// A workgroup has a draw, and each invocation every 64th index of it.
pub(super) fn source(language: Language, indices: IndirectIndices) -> String {
    let index = match indices.index_type {
        IndexType::U8 => "(indices[at >> 2u] >> ((at & 3u) * 8u)) & 0xffu",
        IndexType::U16 => "(indices[at >> 1u] >> ((at & 1u) * 16u)) & 0xffffu",
        IndexType::U32 => "indices[at]",
    };
    let counts = match indices.restart_index {
        Some(restart_index) => format!("index != {restart_index:#x}u"),
        None => String::from("true"),
    };
    let statements = format!(
        "    if ((draw >= parameters[0]) || (draw >= draw_count[parameters[1]])) {{
        return;
    }}
    let command: u32 = parameters[2] + (draw * parameters[3]);
    let count: u32 = commands[command];
    let begin: u32 = commands[command + 2u];
    // Bounds that are none: of no indices, or of indices outside the buffer.
    var low: u32 = 0xffffffffu;
    var high: u32 = 0u;
    if ((count != 0u) && ((begin > parameters[6]) || (count > (parameters[6] - begin)))) {{
        low = 1u;
    }} else {{
        var at: u32 = parameters[5] + begin + lane;
        // Counted down: after the last index of all, `at` may begin again at 0.
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
        bounds[draw * 2u] = low;
        bounds[(draw * 2u) + 1u] = high;
    }}
}}
",
        barrier = barrier(language),
    );
    head(language, Work::WorkgroupPerDraw, BUFFERS) + &translate(&statements, language)
}
