//! Words in a buffer, as many for each draw.

use alloc::format;
use alloc::string::String;

use super::binding::Binding;
use crate::shader::Language;

/// The words of the draws in a buffer: one draw's after the other's.
#[derive(Clone, Copy)]
pub(super) struct Rows {
    pub(super) binding: Binding,
    /// The distance between draws, in words.
    pub(super) stride: usize,
    /// Whether the first draw's words are not at the beginning of the buffer, but at the parameter
    /// [`first_place`](super::Parameters::first_place).
    pub(super) is_placed: bool,
}

impl Rows {
    /// The number of words from the first draw's on.
    pub(super) fn length(&self, language: Language) -> String {
        let held = self.binding.words(language);
        if self.is_placed {
            // This wraps if the parameter is above the length. `is_outside` is true then, and the draw returns.
            format!("({held} - parameters[8])")
        } else {
            held
        }
    }

    /// The condition that the buffer has no words for `draw`.
    pub(super) fn is_outside(&self, language: Language) -> String {
        let (length, stride) = (self.length(language), self.stride);
        // A quotient, because the product of `draw` and the stride can wrap.
        if self.is_placed {
            let held = self.binding.words(language);
            format!("(parameters[8] > {held}) || (draw >= ({length} / {stride}u))")
        } else {
            format!("draw >= ({length} / {stride}u)")
        }
    }

    /// The position of the first word of the draw with the number `draw`.
    pub(super) fn begin(&self, draw: &str) -> String {
        let stride = self.stride;
        if self.is_placed {
            format!("parameters[8] + ({draw} * {stride}u)")
        } else {
            format!("{draw} * {stride}u")
        }
    }

    /// A word of `draw`, counted from its first.
    pub(super) fn word(&self, word: usize) -> String {
        let (name, begin) = (self.binding.name(), self.begin("draw"));
        match word {
            0 => format!("{name}[{begin}]"),
            _ if self.is_placed => format!("{name}[{begin} + {word}u]"),
            _ => format!("{name}[({begin}) + {word}u]"),
        }
    }
}

/// The place of the bounds of each draw's indices between the two kernels: two words for each draw.
pub(super) struct BoundsPlace {
    pub(super) rows: Rows,
    /// The first of the two words.
    pub(super) first: usize,
}

impl BoundsPlace {
    /// The smallest index of `draw`, and the largest.
    pub(super) fn words(&self) -> [String; 2] {
        [self.first, self.first + 1].map(|word| self.rows.word(word))
    }
}
