//! A draw, as a dump has it.

use mali_instancing::Arch;
use mali_instancing::check::{Counts, DrawState, Table};

use super::words::PrintedWords;

/// The words of one draw's vertex input, and the lines that they were printed on.
#[derive(Clone, Debug, Default)]
pub(crate) struct DumpedDraw {
    /// The first line of its job, or the instruction that runs it.
    pub(crate) line: usize,
    pub(crate) buffers: PrintedWords,
    pub(crate) attributes: PrintedWords,
    pub(crate) draw: Option<PrintedWords>,
    pub(crate) invocation: Option<PrintedWords>,
    /// Words 1 and 3 of the descriptor, and none of the others.
    pub(crate) primitive: Option<PrintedWords>,
    pub(crate) counts: Option<Counts>,
    pub(crate) table: Option<u32>,
    pub(crate) read_attributes: Option<u64>,
    /// The attributes whose buffer the printer did not print, and the line of what it printed
    /// instead.
    pub(crate) lost: Vec<(usize, usize)>,
    /// The number of its job, for others to depend on.
    pub(super) job: Option<u64>,
}

/// What a draw of V9 and later counts: vertices or indices, instances, and what is added to each vertex's
/// number. That is signed where the vertices come from indices.
pub(super) fn counts(is_indexed: bool, [vertices, instances, first_vertex]: [u32; 3]) -> Counts {
    Counts {
        vertices: (!is_indexed).then_some(vertices),
        instances,
        first_vertex: if is_indexed {
            (first_vertex as i32).into()
        } else {
            first_vertex.into()
        },
    }
}

impl DumpedDraw {
    pub(crate) fn state(&self, arch: Arch) -> DrawState<'_> {
        let pair = |words: &Option<PrintedWords>| {
            let words = words.as_ref()?.words();
            words.first_chunk().copied()
        };
        DrawState {
            draw: pair(&self.draw),
            invocation: pair(&self.invocation),
            primitive: pair(&self.primitive),
            counts: self.counts,
            table: self.table,
            read_attributes: self.read_attributes,
            ..DrawState::new(arch, self.buffers.words(), self.attributes.words())
        }
    }

    /// The line that has the bits of `mask` in a word.
    pub(crate) fn line_of(&self, table: Table, word: usize, mask: u32) -> usize {
        let words = match table {
            Table::Buffers => Some(&self.buffers),
            Table::Attributes => Some(&self.attributes),
            Table::Draw => self.draw.as_ref(),
            Table::Invocation => self.invocation.as_ref(),
            Table::Primitive => self.primitive.as_ref(),
            _ => None,
        };
        words
            .and_then(|words| words.line(word, mask))
            .unwrap_or(self.line)
    }
}

#[cfg(test)]
mod tests {
    use super::counts;

    #[test]
    fn a_base_vertex_has_a_sign_and_a_first_vertex_has_none() {
        let first = |is_indexed| counts(is_indexed, [3, 1, 0xffff_fff6]).first_vertex;
        assert_eq!(first(true), -10);
        assert_eq!(first(false), 4_294_967_286);
    }
}
