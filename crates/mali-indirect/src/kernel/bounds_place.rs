//! The place of the bounds of each draw's indices between the two kernels.

use alloc::format;
use alloc::string::String;

use super::binding::Binding;
use crate::indirect_draw::DrawLayout;
use crate::shader::Language;

/// The place of two words for each draw.
pub(super) struct BoundsPlace {
    pub(super) binding: Binding,
    /// The distance between draws, in words.
    pub(super) stride: usize,
    /// The first of the two words.
    first: usize,
}

impl BoundsPlace {
    pub(super) const fn new(language: Language, layout: &DrawLayout) -> Self {
        match language {
            // GLSL ES does not promise a fifth storage block. The kernel of the draws reads these words before it
            // writes them.
            Language::GlslEs => Self {
                binding: Binding::Draws,
                stride: layout.words,
                first: layout.primitive,
            },
            Language::Glsl | Language::Wgsl | Language::OpenCl => Self {
                binding: Binding::Bounds,
                stride: 2,
                first: 0,
            },
        }
    }

    /// The smallest index of `draw`, and the largest.
    pub(super) fn words(&self) -> [String; 2] {
        let (name, stride) = (self.binding.name(), self.stride);
        [self.first, self.first + 1].map(|word| match word {
            0 => format!("{name}[draw * {stride}u]"),
            _ => format!("{name}[(draw * {stride}u) + {word}u]"),
        })
    }
}
