//! The check that a draw has a command: the draw is below the count, and the command within the buffers, whatever the
//! parameters are. Both kernels use it, and so agree on the draws that have one.

use core::fmt;

use super::binding::Binding;
use super::rows::BoundsPlace;
use crate::shader::Language;

/// Statements that declare `has_command`.
pub(super) struct HasCommand {
    pub(super) language: Language,
    /// The length of a command, in words.
    pub(super) command_words: usize,
    /// The place of the draw's bounds, if they are read or written as well.
    pub(super) bounds: Option<BoundsPlace>,
}

impl fmt::Display for HasCommand {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The parameters can have any values. A stride of 0 must not divide, and the position of a command can wrap, so
        // the draw is compared with the number of commands in the buffer.
        let length = self.command_words;
        let words = |binding: Binding| binding.words(self.language);
        write!(
            formatter,
            "    let command_words: u32 = {};
    // The last word at which a whole command can begin.
    let last: u32 = command_words - min(command_words, {length}u);
    var has_command: u32 = 0u;
    if ((command_words >= {length}u) && (parameters[2] <= last) && (parameters[1] < {})) {{
        if ((draw <= ((last - parameters[2]) / max(parameters[3], 1u))) && (draw < draw_count[parameters[1]])) {{
            has_command = 1u;
        }}
    }}
",
            words(Binding::Commands),
            words(Binding::DrawCount),
        )?;
        if let Some(bounds) = &self.bounds {
            write!(
                formatter,
                "    if ({}) {{
        has_command = 0u;
    }}
",
                bounds.is_outside(self.language),
            )?;
        }
        Ok(())
    }
}
