//! The place of the bounds of each draw's indices between the two kernels.

use alloc::format;
use alloc::string::String;

use super::binding::Binding;
use super::places;
use crate::indirect_draw::DrawLayout;
use crate::shader::Language;

/// The place of two words for each draw.
pub(super) struct BoundsPlace {
    binding: Binding,
    /// The distance between draws, in words.
    stride: usize,
    /// The first of the two words.
    first: usize,
    /// Whether the first draw's words are not at the beginning of the buffer, but where the parameters say.
    is_in_place: bool,
}

impl BoundsPlace {
    pub(super) const fn new(language: Language, layout: &DrawLayout, is_in_place: bool) -> Self {
        match language {
            // GLSL ES does not promise a fifth storage block. The kernel of the draws reads these words before it
            // writes them.
            Language::GlslEs if is_in_place => Self {
                binding: Binding::Draws,
                stride: places::WORDS as usize,
                first: places::BOUNDS,
                is_in_place,
            },
            Language::GlslEs => Self {
                binding: Binding::Draws,
                stride: layout.words,
                first: layout.primitive,
                is_in_place: false,
            },
            Language::Glsl | Language::Wgsl | Language::OpenCl => Self {
                binding: Binding::Bounds,
                stride: 2,
                first: 0,
                is_in_place: false,
            },
        }
    }

    /// The smallest index of `draw`, and the largest.
    pub(super) fn words(&self) -> [String; 2] {
        let (name, stride) = (self.binding.name(), self.stride);
        [self.first, self.first + 1].map(|word| match word {
            _ if self.is_in_place => {
                format!("{name}[parameters[8] + (draw * {stride}u) + {word}u]")
            }
            0 => format!("{name}[draw * {stride}u]"),
            _ => format!("{name}[(draw * {stride}u) + {word}u]"),
        })
    }

    /// The condition that the buffer has no words for `draw`.
    pub(super) fn is_outside(&self, language: Language) -> String {
        let (held, stride) = (self.binding.words(language), self.stride);
        if self.is_in_place {
            format!("(parameters[8] > {held}) || (draw >= (({held} - parameters[8]) / {stride}u))")
        } else {
            format!("draw >= ({held} / {stride}u)")
        }
    }
}
