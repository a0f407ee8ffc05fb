//! Words that were edited by hand, where no form's draw has them.

use mali_instancing::check::Table;
use mali_instancing_inspect::DrawWords;
use mali_instancing_inspect::notation::parse_number;

/// A word that is another one than the draw's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edit {
    part: Table,
    position: usize,
    word: u32,
}

const PARTS: [Table; 4] = [
    Table::Draw,
    Table::Invocation,
    Table::Buffers,
    Table::Attributes,
];

fn words_of(draw: &mut DrawWords, part: Table) -> &mut [u32] {
    match part {
        Table::Draw => draw.draw.as_mut().map_or(&mut [], |words| &mut words[..]),
        Table::Invocation => draw
            .invocation
            .as_mut()
            .map_or(&mut [], |words| &mut words[..]),
        Table::Buffers => &mut draw.buffers,
        _ => &mut draw.attributes,
    }
}

impl Edit {
    /// What was edited.
    pub(crate) fn between(before: &DrawWords, after: &DrawWords) -> Vec<Self> {
        let (mut before, mut after) = (before.clone(), after.clone());
        let mut edits = Vec::new();
        for part in PARTS {
            let words = words_of(&mut before, part)
                .iter()
                .zip(words_of(&mut after, part));
            for (position, (before, word)) in words.enumerate() {
                if before != word {
                    edits.push(Self {
                        part,
                        position,
                        word: *word,
                    });
                }
            }
        }
        edits
    }

    /// Puts the word into a draw that has it.
    pub(crate) fn apply(self, draw: &mut DrawWords) {
        if let Some(word) = words_of(draw, self.part).get_mut(self.position) {
            *word = self.word;
        }
    }

    /// As an address has it.
    pub(super) fn text(self) -> String {
        format!("{}~{}~{:#010x}", self.part.name(), self.position, self.word)
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('~');
        let name = parts.next()?;
        Some(Self {
            part: PARTS.into_iter().find(|part| part.name() == name)?,
            position: parts.next()?.parse().ok()?,
            word: parse_number(parts.next()?).ok()?,
        })
    }
}
