//! The check that a draw has a command: the draw is below the count, and the command within the buffers, whatever the
//! parameters are. Both kernels use it, and so agree on the draws that have one.

use alloc::format;
use alloc::string::String;

use super::binding::Binding;
use super::rows::BoundsPlace;
use crate::shader::Language;

/// The statements that declare `has_command`, for commands of `length` words. `bounds` is the place of the draw's bounds,
/// if they are read or written as well.
pub(super) fn has_command(
    language: Language,
    length: usize,
    bounds: Option<&BoundsPlace>,
) -> String {
    // The parameters can have any values. A stride of 0 must not divide, and the position of a command can wrap, so
    // the draw is compared with the number of commands in the buffer.
    let [commands, counts] =
        [Binding::Commands, Binding::DrawCount].map(|binding| binding.words(language));
    let mut text = format!(
        "    let command_words: u32 = {commands};
    // The last word at which a whole command can begin.
    let last: u32 = command_words - min(command_words, {length}u);
    var has_command: u32 = 0u;
    if ((command_words >= {length}u) && (parameters[2] <= last) && (parameters[1] < {counts})) {{
        if ((draw <= ((last - parameters[2]) / max(parameters[3], 1u))) && (draw < draw_count[parameters[1]])) {{
            has_command = 1u;
        }}
    }}
"
    );
    if let Some(bounds) = bounds {
        text.push_str(&format!(
            "    if ({}) {{
        has_command = 0u;
    }}
",
            bounds.rows.is_outside(language)
        ));
    }
    text
}
