//! Words that were edited by hand and that no form's draw has.

use mali_instancing::check::Table;
use mali_instancing_inspect::DrawWords;
use serde::{Deserialize, Serialize};

/// A word that differs from the draw's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Edit {
    /// `draw`, `invocation`, `buffers` or `attributes`.
    pub(crate) table: String,
    /// The position of the word in the table.
    pub(crate) position: usize,
    pub(crate) word: u32,
}

const TABLES: [Table; 4] = [
    Table::Draw,
    Table::Invocation,
    Table::Buffers,
    Table::Attributes,
];

/// The words of a table; empty for a table that the draw does not have.
pub(crate) fn table_mut(draw: &mut DrawWords, table: Table) -> &mut [u32] {
    let pair = match table {
        Table::Buffers => return &mut draw.buffers,
        Table::Attributes => return &mut draw.attributes,
        Table::Draw => &mut draw.draw,
        Table::Invocation => &mut draw.invocation,
        Table::Primitive => &mut draw.primitive,
        Table::TilerDraw => &mut draw.tiler_draw,
        Table::TilerInvocation => &mut draw.tiler_invocation,
        _ => return &mut [],
    };
    pair.as_mut().map_or(&mut [], |words| &mut words[..])
}

impl Edit {
    /// The edits that turn one draw into the other.
    pub(crate) fn between(before: &DrawWords, after: &DrawWords) -> Vec<Self> {
        let (mut before, mut after) = (before.clone(), after.clone());
        let mut edits = Vec::new();
        for table in TABLES {
            // Both draws have tables of the same lengths, since an edit changes words and adds none.
            let words = table_mut(&mut before, table)
                .iter()
                .zip(table_mut(&mut after, table));
            for (position, (before, word)) in words.enumerate() {
                if before != word {
                    edits.push(Self {
                        table: table.name().to_owned(),
                        position,
                        word: *word,
                    });
                }
            }
        }
        edits
    }

    /// Writes the word into a draw that has it.
    pub(crate) fn apply(&self, draw: &mut DrawWords) {
        let table = Table::from_name(&self.table);
        let words = table.map(|table| table_mut(draw, table));
        if let Some(word) = words.and_then(|words| words.get_mut(self.position)) {
            *word = self.word;
        }
    }
}
