//! A draw, as a dump has it.

use mali_instancing::Arch;
use mali_instancing::check::{Counts, DrawState, Table};

use super::words::PrintedWords;

/// The words of one draw's vertex input, and the lines that they were printed on. Of what a dump does not have
/// there are no words.
#[derive(Clone, Debug, Default)]
pub(crate) struct DumpedDraw {
    /// The first line of its job, or the instruction that runs it.
    pub(crate) line: usize,
    pub(super) buffers: PrintedWords,
    pub(super) attributes: PrintedWords,
    pub(super) draw: PrintedWords,
    pub(super) invocation: PrintedWords,
    /// Words 1 and 3 of the descriptor.
    pub(super) primitive: PrintedWords,
    pub(super) counts: Option<Counts>,
    pub(super) table: Option<u32>,
    pub(super) read_attributes: Option<u64>,
    /// The attributes whose buffer the printer did not print, and the line of what it printed
    /// instead.
    pub(crate) lost: Vec<(usize, usize)>,
    /// The number of its job, for others to depend on.
    pub(super) job: Option<u64>,
}

/// What a part of a dump is to the draws.
pub(super) enum Finished {
    /// It has draws.
    Draws(Vec<DumpedDraw>),
    /// It tiles the primitives of a draw, whose job it depends on.
    Primitive(PrintedWords, [u64; 2]),
    /// It is a draw, from this line on, that ends before what it counts is said.
    Cut(usize),
}

/// What a draw of V9 and later counts: vertices or indices, instances, and what is added to each vertex's
/// number. That is signed where the vertices come from indices.
pub(super) fn counts(is_indexed: bool, [vertices, instances, first_vertex]: [u32; 3]) -> Counts {
    let base_vertex = first_vertex as i32;
    Counts {
        vertices: (!is_indexed).then_some(vertices),
        instances,
        first_vertex: if is_indexed {
            base_vertex.into()
        } else {
            first_vertex.into()
        },
    }
}

impl DumpedDraw {
    pub(crate) fn state(&self, arch: Arch) -> DrawState<'_> {
        let pair = |words: &PrintedWords| words.words.first_chunk().copied();
        DrawState {
            draw: pair(&self.draw),
            invocation: pair(&self.invocation),
            primitive: pair(&self.primitive),
            counts: self.counts,
            table: self.table,
            read_attributes: self.read_attributes,
            ..DrawState::new(arch, &self.buffers.words, &self.attributes.words)
        }
    }

    /// The line that has the bits of `mask` in a word.
    pub(crate) fn line_of(&self, table: Table, word: usize, mask: u32) -> usize {
        let words = match table {
            Table::Buffers => &self.buffers,
            Table::Attributes => &self.attributes,
            Table::Draw => &self.draw,
            Table::Invocation => &self.invocation,
            Table::Primitive => &self.primitive,
            _ => return self.line,
        };
        words.line(word, mask).unwrap_or(self.line)
    }
}

#[cfg(test)]
mod tests {
    use super::counts;

    #[test]
    fn a_base_vertex_has_a_sign_and_a_first_vertex_has_none() {
        let first = |is_indexed| counts(is_indexed, [3, 1, 0xffff_fff6]).first_vertex;
        assert_eq!((first(true), first(false)), (-10, 4_294_967_286));
    }
}
