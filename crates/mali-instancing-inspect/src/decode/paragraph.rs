//! A decoded descriptor in words.

use std::fmt::{self, Write};

use mali_instancing::Arch;
use mali_instancing::decode::{Decoded, Descriptor};

use super::division::Division;
use super::kind::title;
use crate::explain;
use mali_instancing_codegen::descriptor::mode::Mode;

/// The words of a descriptor, of those that it was decoded from.
pub(super) fn own_words<'a>(decoded: &Decoded, words: &'a [u32]) -> &'a [u32] {
    words
        .get(decoded.word..decoded.word + decoded.length)
        .unwrap_or_default()
}

/// Prints a descriptor's paragraph: what it is behind `place`, the notes, how it finds an element, and its words.
pub(super) fn print(
    output: &mut dyn Write,
    arch: Arch,
    place: &str,
    decoded: &Decoded,
    notes: &[String],
    words: &[u32],
) -> fmt::Result {
    let descriptor = &decoded.descriptor;
    writeln!(
        output,
        "{place}word {}: {}",
        decoded.word,
        title(descriptor)
    )?;
    for note in notes {
        writeln!(output, "{note}")?;
    }
    let mode = match descriptor {
        Descriptor::AttributeBuffer(buffer) => Some(Mode::from(buffer.mode)),
        Descriptor::ValhallAttribute(attribute) => Some(Mode::from(attribute.mode)),
        _ => None,
    };
    if let Some(mode) = mode {
        writeln!(output, "mode: {}", mode.title)?;
        writeln!(output, "element: {}", mode.element)?;
    }
    if let Some(division) = Division::of(descriptor) {
        writeln!(output, "divides by {division}")?;
    }
    explain::print_words(output, arch, descriptor, words, decoded.word)
}
