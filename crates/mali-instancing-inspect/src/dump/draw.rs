//! A draw in a dump.

use mali_instancing::Arch;
use mali_instancing::check::{Counts, DrawState, Table};

use super::words::{PrintedWords, Unread};

/// The words of one draw's vertex input, and the lines on which they were printed. Parts that the dump does not have
/// have no words.
#[derive(Clone, Debug, Default)]
pub(crate) struct DumpedDraw {
    /// The first line of its job, or the instruction that runs it.
    pub(crate) line: usize,
    pub(super) buffers: PrintedWords,
    pub(super) attributes: PrintedWords,
    pub(super) draw: PrintedWords,
    pub(super) invocation: PrintedWords,
    /// Words 1 and 3 of the `Primitive`.
    pub(super) primitive: PrintedWords,
    /// The words of the `Draw` that the tiler reads.
    pub(super) tiler_draw: PrintedWords,
    pub(super) tiler_invocation: PrintedWords,
    pub(super) is_indexed: Option<bool>,
    pub(super) counts: Option<Counts>,
    pub(super) table: Option<u32>,
    pub(super) read_attributes: Option<u64>,
    /// The shaders that read the attributes, if the dump names them.
    pub(crate) shaders: Vec<&'static str>,
    /// The parts of the draw that cannot be checked.
    pub(crate) unchecked: Vec<Unchecked>,
    /// The number of its job, by which other jobs depend on it.
    pub(super) job: Option<u64>,
    /// Whether its job tiles its primitives too, or the job that tiles them was found.
    pub(super) is_tiled: bool,
}

/// A part of a draw that cannot be checked, with the reason.
#[derive(Clone, Debug)]
pub(crate) struct Unchecked {
    pub(crate) part: UncheckedPart,
    pub(crate) unread: Unread,
}

impl Unchecked {
    /// A descriptor that was not read.
    pub(super) fn descriptor(part: &'static str, unread: Unread) -> Self {
        let part = UncheckedPart::Descriptor(part);
        Self { part, unread }
    }
}

/// The kind of that part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UncheckedPart {
    Attribute(usize),
    /// Several attributes: bit i for attribute i.
    Attributes(u64),
    Descriptor(&'static str),
}

/// A table of attributes, and the table of the buffers that they name.
pub(super) struct PrintedAttributes<'a> {
    pub(super) attributes: &'a PrintedWords,
    /// The number of words of an attribute.
    pub(super) length: usize,
    pub(super) buffers: &'a PrintedWords,
}

impl PrintedAttributes<'_> {
    /// The attributes that are read and can be checked, and the reason why others cannot. `buffer` returns the first
    /// word of the descriptor that an attribute names.
    pub(super) fn checked(
        &self,
        read_attributes: Option<u64>,
        buffer: impl Fn(&[u32]) -> usize,
    ) -> (Option<u64>, Vec<Unchecked>) {
        let attributes = self.attributes.words.chunks_exact(self.length).enumerate();
        let read = attributes.filter(|(number, _)| is_read(read_attributes, *number));
        let unread = |number, words| {
            // An attribute is as certain as the buffer that it names: if either was not read, it is not checked.
            let own = self.attributes.unread(number * self.length);
            own.or_else(|| self.buffers.unread(buffer(words)))
        };
        // Without a mask all attributes are checked, also those after number 63, for which a mask has no bits.
        if read
            .clone()
            .all(|(number, words)| unread(number, words).is_none())
        {
            return (read_attributes, Vec::new());
        }
        let mut mask = read_attributes.unwrap_or_default();
        let mut unchecked = Vec::new();
        for (number, words) in read {
            let bit = 1_u64.checked_shl(number as u32).unwrap_or_default();
            let unread = match unread(number, words) {
                Some(unread) => {
                    mask &= !bit;
                    unread.clone()
                }
                // Zeros are no attribute, and with a bit they would be a missing one.
                None if words.iter().all(|word| *word == 0) => continue,
                None if bit != 0 => {
                    mask |= bit;
                    continue;
                }
                None => {
                    let line = self.attributes.line(number * self.length, 0);
                    let reason = "attributes after number 63 are checked only if all are";
                    Unread::new(line.unwrap_or_default(), reason.to_owned())
                }
            };
            let part = UncheckedPart::Attribute(number);
            unchecked.push(Unchecked { part, unread });
        }
        (Some(mask), unchecked)
    }
}

/// Whether a shader reads an attribute. A mask has no bits for those after number 63, which it does not read.
pub(crate) fn is_read(read_attributes: Option<u64>, number: usize) -> bool {
    read_attributes.is_none_or(|mask| number < 64 && mask >> number & 1 != 0)
}

/// No attribute that can be checked, if the numbers of `count` attributes or of what they name are not certain.
pub(super) fn unchecked_table(
    read_attributes: Option<u64>,
    count: usize,
    unread: Unread,
) -> (Option<u64>, Vec<Unchecked>) {
    let all = match count {
        0..64 => (1 << count) - 1,
        _ => u64::MAX,
    };
    let part = UncheckedPart::Attributes(read_attributes.unwrap_or(u64::MAX) & all);
    (Some(0), vec![Unchecked { part, unread }])
}

/// The outcome of a part of a dump.
pub(super) enum Finished {
    /// A part that has draws.
    Draws(Vec<DumpedDraw>),
    /// A job that tiles the primitives of a draw, on whose job it depends.
    Tiler(Box<DumpedDraw>, [u64; 2]),
    /// A part whose draw is not checked, with the line and the reason.
    Unchecked(usize, String),
}

impl Finished {
    /// A draw, from this line on, of which needed lines are missing. `is_at_end` is whether the text ends within it.
    pub(super) fn cut(line: usize, is_at_end: bool) -> Self {
        let reason = if is_at_end {
            "the dump has only the beginning of this draw: give the whole dump"
        } else {
            "the dump does not have all lines of this draw, which is not checked: give the whole dump"
        };
        Self::Unchecked(line, reason.to_owned())
    }

    /// A draw whose counts cannot be read.
    pub(super) fn unread(unread: &Unread) -> Self {
        let reason = format!("{}: the draw is not checked", unread.reason);
        Self::Unchecked(unread.line, reason)
    }
}

/// The counts of a draw of V9 and later: vertices or indices, instances, and the number that is added to each vertex's
/// number, which is signed if the vertices come from indices.
pub(super) fn counts(is_indexed: bool, [vertices, instances, first_vertex]: [u32; 3]) -> Counts {
    let base_vertex = i64::from(first_vertex as i32);
    let first_vertex = if is_indexed {
        base_vertex
    } else {
        first_vertex.into()
    };
    Counts {
        vertices: (!is_indexed).then_some(vertices),
        instances,
        first_vertex,
    }
}

impl DumpedDraw {
    pub(crate) fn state(&self, arch: Arch) -> DrawState<'_> {
        // A part without words is not known, and the rules that need it are not checked.
        let pair = |words: &PrintedWords| words.words.first_chunk().copied();
        DrawState {
            draw: pair(&self.draw),
            invocation: pair(&self.invocation),
            primitive: pair(&self.primitive),
            tiler_draw: pair(&self.tiler_draw),
            tiler_invocation: pair(&self.tiler_invocation),
            is_indexed: self.is_indexed,
            counts: self.counts,
            table: self.table,
            read_attributes: self.read_attributes,
            ..DrawState::new(arch, &self.buffers.words, &self.attributes.words)
        }
    }

    /// The words of a descriptor. If they were not read, it is a part that is not checked.
    pub(super) fn take(
        &mut self,
        part: &'static str,
        read: Result<PrintedWords, Unread>,
    ) -> PrintedWords {
        read.unwrap_or_else(|unread| {
            self.unchecked.push(Unchecked::descriptor(part, unread));
            PrintedWords::default()
        })
    }

    /// The line that has the bits of `mask` in a word.
    pub(crate) fn line_of(&self, table: Table, word: usize, mask: u32) -> usize {
        let words = match table {
            Table::Buffers => &self.buffers,
            Table::Attributes => &self.attributes,
            Table::Draw => &self.draw,
            Table::Invocation => &self.invocation,
            Table::Primitive => &self.primitive,
            Table::TilerDraw => &self.tiler_draw,
            Table::TilerInvocation => &self.tiler_invocation,
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
