//! The tables that the hardware reads, of all a manifest's records of a kind in one piece.

use mali_instancing::Arch;
use mali_instancing::draw::{DrawCall, words_needed};

use super::identifier::upper_case;
use super::names::Names;
use super::naming::Naming;
use crate::error::TextError;
use crate::manifest::kind::Packed;
use crate::manifest::records::NamedRecord;

/// What the hardware wants a table to be aligned to, in bytes.
pub(super) const ALIGNMENT: usize = 64;

/// A table of the hardware's records of one length.
pub(super) struct Table {
    pub(super) name: String,
    /// What the table is, in a sentence.
    pub(super) sentence: String,
    pub(super) record_words: usize,
    pub(super) members: Vec<Member>,
    /// How many words of zeros stand behind the manifest's records.
    closing_words: usize,
}

/// A record of the manifest in its table.
pub(super) struct Member {
    /// Its number among the manifest's records.
    pub(super) record: usize,
    /// Its number among the hardware's records in the table.
    pub(super) index: usize,
    /// What that number is called.
    pub(super) index_name: String,
}

/// How a table is made of the manifest's records.
struct TableKind {
    /// What it has, in a word.
    plural: &'static str,
    record_words: usize,
    /// The kinds of records that it has, in their order.
    kinds: &'static [&'static str],
    /// Whether some GPUs read past the last record.
    has_closing_record: bool,
}

const TABLES: [TableKind; 3] = [
    TableKind {
        plural: "attribute buffers",
        record_words: 4,
        kinds: &["attribute_buffer", "special"],
        has_closing_record: true,
    },
    TableKind {
        plural: "attributes",
        record_words: 2,
        kinds: &["attribute"],
        has_closing_record: false,
    },
    TableKind {
        plural: "valhall attributes",
        record_words: 8,
        kinds: &["valhall_attribute"],
        has_closing_record: false,
    },
];

/// All tables of a manifest's records, which are called as `wholes` says.
///
/// There is none without a prefix: two headers that a program includes would have tables of one name.
pub(super) fn tables<'a>(
    records: &'a [NamedRecord],
    wholes: &[String],
    names: &mut Names<'a>,
    naming: Naming,
) -> Result<Vec<Table>, TextError> {
    let mut tables = Vec::new();
    if naming.prefix.is_none() {
        return Ok(tables);
    }
    for kind in &TABLES {
        let members = kind.kinds.iter().flat_map(|name| {
            let is_member = move |(_, record): &(usize, &NamedRecord)| record.kind.name == *name;
            records.iter().enumerate().filter(is_member)
        });
        let mut table: Option<Table> = None;
        let mut index = 0;
        for (record, NamedRecord { name, packed, .. }) in members {
            let Packed::Record(packed) = packed else {
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
                        record_words: kind.record_words,
                        members: Vec::new(),
                        closing_words: 0,
                    })
                }
            };
            table.members.push(Member {
                record,
                index,
                index_name: names.add_made(name, format!("{}_INDEX", wholes[record]))?,
            });
            index += packed.words.len() / kind.record_words;
            if kind.has_closing_record {
                table.closing_words = table.closing_words.max(closing_words(packed.arch));
            }
        }
        tables.extend(table);
    }
    Ok(tables)
}

/// The table that each of so many records is in.
pub(super) fn by_record(tables: &[Table], records: usize) -> Vec<Option<&Table>> {
    let mut by_record = vec![None; records];
    for table in tables {
        for member in &table.members {
            by_record[member.record] = Some(table);
        }
    }
    by_record
}

/// What a table of attribute buffers has behind them, and a draw without buffers alone.
fn closing_words(arch: Arch) -> usize {
    words_needed(&DrawCall::new(arch, 1), 0, &[]).unwrap_or(0)
}

impl Table {
    /// The words of each of the hardware's records.
    pub(super) fn records<'a>(&self, records: &'a [NamedRecord]) -> Vec<&'a [u32]> {
        const ZEROS: [u32; 8] = [0; 8];
        let words = self
            .members
            .iter()
            .filter_map(|member| match &records[member.record].packed {
                Packed::Record(packed) => Some(&packed.words[..]),
                Packed::VertexInput(_) => None,
            });
        words
            .chain([&ZEROS[..self.closing_words]])
            .flat_map(|words| words.chunks(self.record_words))
            .collect()
    }
}
