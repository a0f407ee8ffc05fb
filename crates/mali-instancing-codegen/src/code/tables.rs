//! The tables that the hardware reads: each has all descriptors of a kind in a manifest, one after the other.

use mali_instancing::draw::{DrawCall, words_needed};

use super::identifier::upper_case;
use super::names::Names;
use super::naming::Naming;
use crate::error::TextError;
use crate::pack::{Name, NamedDescriptor, Words};

/// The alignment that the hardware requires for a table, in bytes.
pub(super) const ALIGNMENT: usize = 64;

/// A table of hardware descriptors of one length.
pub(super) struct Table<'a> {
    pub(super) name: String,
    /// The table, in a sentence.
    pub(super) sentence: String,
    pub(super) descriptor_words: usize,
    pub(super) members: Vec<Member>,
    /// The words of each hardware descriptor.
    pub(super) descriptors: Vec<&'a [u32]>,
}

/// A descriptor of the manifest in its table.
pub(super) struct Member {
    /// Its number among the manifest's descriptors.
    pub(super) descriptor: usize,
    /// Its number among the hardware descriptors in the table.
    pub(super) index: usize,
    /// The name of that number.
    pub(super) index_name: String,
}

/// For each table, a word for its contents, the number of words of each of its descriptors, and the kinds of
/// descriptors that it has, in their order.
const TABLES: [(&str, usize, &[&str]); 3] = [
    ("attribute buffers", 4, &["attribute_buffer", "special"]),
    ("attributes", 2, &["attribute"]),
    ("valhall attributes", 8, &["valhall_attribute"]),
];

/// All tables of a manifest's descriptors, whose names are `wholes`.
///
/// Without a prefix there are no tables, since two headers of a program could have tables of the same name.
pub(super) fn tables<'a>(
    descriptors: &'a [NamedDescriptor<'a>],
    wholes: &[String],
    names: &mut Names<'a, Name<'a>>,
    naming: Naming,
) -> Result<Vec<Table<'a>>, TextError> {
    const ZEROS: [u32; 8] = [0; 8];
    let mut tables = Vec::new();
    for (plural, descriptor_words, kinds) in TABLES.into_iter().filter(|_| naming.prefix.is_some())
    {
        let of_kind = |kind: &'static &str| {
            let numbered = descriptors.iter().enumerate();
            numbered.filter_map(move |(number, one)| match &one.words {
                Words::Descriptor(packed) if one.kind.name == *kind => Some((number, one, packed)),
                _ => None,
            })
        };
        let mut table: Option<Table> = None;
        let mut closing = 0;
        for (descriptor, NamedDescriptor { name, .. }, packed) in kinds.iter().flat_map(of_kind) {
            let table = match &mut table {
                Some(table) => table,
                None => {
                    let table_name = upper_case(&plural.replace(' ', "_"));
                    table.insert(Table {
                        name: names.add_made(name, format!("{}{table_name}", naming.prefix()))?,
                        sentence: format!("All {plural} in one table, as the hardware reads it."),
                        descriptor_words,
                        members: Vec::new(),
                        descriptors: Vec::new(),
                    })
                }
            };
            table.members.push(Member {
                descriptor,
                index: table.descriptors.len(),
                index_name: names.add_made(name, format!("{}_INDEX", wholes[descriptor]))?,
            });
            let (first, _) = packed.words.split_at(descriptor_words);
            let parts = packed.words.chunks(descriptor_words);
            // A buffer without a continuation has its descriptor twice: some GPUs read descriptors in advance, and an
            // empty one ends that.
            let filled = parts.map(|part| {
                if part == &ZEROS[..part.len()] {
                    first
                } else {
                    part
                }
            });
            table.descriptors.extend(filled);
            // Some GPUs read past the last attribute buffer: in a draw without buffers, they read this descriptor.
            if kinds.contains(&"attribute_buffer") {
                let draw = DrawCall::any_instances(packed.arch, 1);
                closing = closing.max(words_needed(&draw, 0, &[]).unwrap_or(0));
            }
        }
        if let Some(table) = &mut table {
            let zeros = ZEROS[..closing].chunks(descriptor_words);
            table.descriptors.extend(zeros);
        }
        tables.extend(table);
    }
    Ok(tables)
}
