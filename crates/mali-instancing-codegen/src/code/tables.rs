//! The tables that the hardware reads, of all a manifest's descriptors of a kind in one piece.

use mali_instancing::Arch;
use mali_instancing::draw::{DrawCall, words_needed};

use super::identifier::upper_case;
use super::names::Names;
use super::naming::Naming;
use crate::error::TextError;
use crate::pack::NamedDescriptor;
use crate::pack::{Name, Words};

/// What the hardware wants a table to be aligned to, in bytes.
pub(super) const ALIGNMENT: usize = 64;

/// A table of the hardware's descriptors of one length.
pub(super) struct Table {
    pub(super) name: String,
    /// What the table is, in a sentence.
    pub(super) sentence: String,
    pub(super) descriptor_words: usize,
    pub(super) members: Vec<Member>,
    /// How many words of zeros stand behind the manifest's descriptors.
    closing_words: usize,
}

/// A descriptor of the manifest in its table.
pub(super) struct Member {
    /// Its number among the manifest's descriptors.
    pub(super) descriptor: usize,
    /// Its number among the hardware's descriptors in the table.
    pub(super) index: usize,
    /// What that number is called.
    pub(super) index_name: String,
}

/// How a table is made of the manifest's descriptors.
struct TableKind {
    /// What it has, in a word.
    plural: &'static str,
    descriptor_words: usize,
    /// The kinds of descriptors that it has, in their order.
    kinds: &'static [&'static str],
    /// Whether some GPUs read past the last descriptor.
    needs_null_terminator: bool,
}

const TABLES: [TableKind; 3] = [
    TableKind {
        plural: "attribute buffers",
        descriptor_words: 4,
        kinds: &["attribute_buffer", "special"],
        needs_null_terminator: true,
    },
    TableKind {
        plural: "attributes",
        descriptor_words: 2,
        kinds: &["attribute"],
        needs_null_terminator: false,
    },
    TableKind {
        plural: "valhall attributes",
        descriptor_words: 8,
        kinds: &["valhall_attribute"],
        needs_null_terminator: false,
    },
];

/// All tables of a manifest's descriptors, which are called as `wholes` says.
///
/// There is none without a prefix: two headers that a program includes would have tables of one name.
pub(super) fn tables<'a>(
    descriptors: &'a [NamedDescriptor<'a>],
    wholes: &[String],
    names: &mut Names<'a, Name<'a>>,
    naming: Naming,
) -> Result<Vec<Table>, TextError> {
    let mut tables = Vec::new();
    if naming.prefix.is_none() {
        return Ok(tables);
    }
    for kind in &TABLES {
        let members = kind.kinds.iter().flat_map(|name| {
            let is_member =
                move |(_, descriptor): &(usize, &NamedDescriptor)| descriptor.kind.name == *name;
            descriptors.iter().enumerate().filter(is_member)
        });
        let mut table: Option<Table> = None;
        let mut index = 0;
        for (descriptor, NamedDescriptor { name, words, .. }) in members {
            let Words::Descriptor(packed) = words else {
                continue;
            };
            let table = match &mut table {
                Some(table) => table,
                None => {
                    let table_name = upper_case(&kind.plural.replace(' ', "_"));
                    let table_name = format!("{}{table_name}", naming.prefix());
                    table.insert(Table {
                        name: names.add_made(name, table_name)?,
                        sentence: format!(
                            "All {} in one table, as the hardware reads it.",
                            kind.plural
                        ),
                        descriptor_words: kind.descriptor_words,
                        members: Vec::new(),
                        closing_words: 0,
                    })
                }
            };
            table.members.push(Member {
                descriptor,
                index,
                index_name: names.add_made(name, format!("{}_INDEX", wholes[descriptor]))?,
            });
            index += packed.words.len() / kind.descriptor_words;
            if kind.needs_null_terminator {
                table.closing_words = table.closing_words.max(closing_words(packed.arch));
            }
        }
        tables.extend(table);
    }
    Ok(tables)
}

/// What a table of attribute buffers has behind them, and a draw without buffers alone.
fn closing_words(arch: Arch) -> usize {
    words_needed(&DrawCall::new(arch, 1), 0, &[]).unwrap_or(0)
}

impl Table {
    /// The words of each of the hardware's descriptors.
    pub(super) fn descriptors<'a>(&self, descriptors: &'a [NamedDescriptor]) -> Vec<&'a [u32]> {
        const ZEROS: [u32; 8] = [0; 8];
        let words =
            self.members
                .iter()
                .filter_map(|member| match &descriptors[member.descriptor].words {
                    Words::Descriptor(packed) => Some(&packed.words[..]),
                    Words::VertexInput(_) => None,
                });
        words
            .chain([&ZEROS[..self.closing_words]])
            .flat_map(|words| words.chunks(self.descriptor_words))
            .collect()
    }
}
