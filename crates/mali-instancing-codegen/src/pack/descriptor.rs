//! A packed descriptor: its words, and facts about them.

use mali_instancing::Arch;
use serde::ser::{Serialize, SerializeStruct, Serializer};

/// The facts about a descriptor from which code is generated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedDescriptor {
    pub arch: Arch,
    pub words: Vec<u32>,
    /// The descriptor, in a sentence.
    pub summary: String,
    /// Its mode, if it has one.
    pub mode: Option<&'static str>,
    /// The padded number of vertices, if it has one.
    pub padded_vertices: Option<u32>,
    /// The number that the unit divides by, if it divides; `None` for a kind of descriptor that never does.
    pub hardware_divisor: Option<Option<u32>>,
}

impl PackedDescriptor {
    pub(crate) fn new(arch: Arch, words: impl Into<Vec<u32>>, summary: String) -> Self {
        Self {
            arch,
            words: words.into(),
            summary,
            mode: None,
            padded_vertices: None,
            hardware_divisor: None,
        }
    }

    /// The comment on the descriptor in generated code.
    pub(crate) fn sentence(&self) -> String {
        format!("Mali {}, {}.", self.arch, self.summary)
    }

    /// Writes the descriptor's members in JSON, besides its name.
    ///
    /// # Errors
    ///
    /// Those of the serializer.
    pub fn write<S: SerializeStruct>(&self, table: &mut S) -> Result<(), S::Error> {
        table.serialize_field("arch", self.arch.name())?;
        if let Some(mode) = self.mode {
            table.serialize_field("mode", mode)?;
        }
        if let Some(padded) = self.padded_vertices {
            table.serialize_field("padded_vertices", &padded)?;
        }
        if let Some(divisor) = self.hardware_divisor {
            table.serialize_field("hardware_divisor", &divisor)?;
        }
        table.serialize_field("words", &WordTexts(&self.words))
    }
}

/// Words as text.
pub(super) struct WordTexts<'a>(pub(super) &'a [u32]);

impl Serialize for WordTexts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().copied().map(word))
    }
}

/// A word as it is printed, and as it is written in generated code.
#[must_use]
pub fn word(word: u32) -> String {
    format!("{word:#010x}")
}
