//! The tables that the hardware reads: each has all descriptors of a kind in a manifest, one after the other.

use mali_instancing::draw::{Pipeline, words_needed};

use super::identifier::upper_case;
use super::names::Names;
use super::naming::Naming;
use crate::error::TextError;
use crate::manifest::Descriptor;
use crate::pack::{Name, NamedDescriptor, TableRows, Words};

/// The alignment that the hardware requires for a table, in bytes.
pub(super) const ALIGNMENT: usize = 64;

/// A table of hardware descriptors of one length.
pub(super) struct Table<'a> {
    pub(super) name: String,
    /// The table, in a sentence.
    pub(super) sentence: String,
    pub(super) members: Vec<Member>,
    /// The hardware descriptors.
    pub(super) rows: TableRows<'a>,
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

/// The contents of a table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Contents {
    AttributeBuffers,
    Attributes,
    ValhallAttributes,
}

impl Contents {
    const ALL: [Self; 3] = [
        Self::AttributeBuffers,
        Self::Attributes,
        Self::ValhallAttributes,
    ];

    /// The table that has a descriptor. Within the table the descriptors are in the order of the number.
    const fn of(descriptor: &Descriptor) -> Option<(Self, u32)> {
        match descriptor {
            Descriptor::AttributeBuffer(_) => Some((Self::AttributeBuffers, 0)),
            // IDs come after the buffers.
            Descriptor::Special(_) => Some((Self::AttributeBuffers, 1)),
            Descriptor::Attribute(_) => Some((Self::Attributes, 0)),
            Descriptor::ValhallAttribute(_) => Some((Self::ValhallAttributes, 0)),
            Descriptor::Invocation(_) | Descriptor::Draw(_) | Descriptor::VertexInput(_) => None,
        }
    }

    const fn plural(self) -> &'static str {
        match self {
            Self::AttributeBuffers => "attribute buffers",
            Self::Attributes => "attributes",
            Self::ValhallAttributes => "valhall attributes",
        }
    }

    const fn descriptor_words(self) -> usize {
        match self {
            Self::AttributeBuffers => 4,
            Self::Attributes => 2,
            Self::ValhallAttributes => 8,
        }
    }
}

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
    for contents in Contents::ALL
        .into_iter()
        .filter(|_| naming.prefix.is_some())
    {
        let (plural, descriptor_words) = (contents.plural(), contents.descriptor_words());
        let numbered = descriptors.iter().enumerate();
        let members = numbered.filter_map(|(number, one)| {
            let (of, order) = Contents::of(&one.descriptor)?;
            match &one.words {
                Words::Descriptor(packed) if of == contents => Some((order, number, one, packed)),
                _ => None,
            }
        });
        let mut members: Vec<_> = members.collect();
        // The sort is stable: within an order the members stay as in the manifest.
        members.sort_by_key(|(order, ..)| *order);
        let mut table: Option<Table> = None;
        let mut closing = 0;
        for (_, descriptor, NamedDescriptor { name, .. }, packed) in members {
            let table = match &mut table {
                Some(table) => table,
                None => {
                    let table_name = upper_case(&plural.replace(' ', "_"));
                    table.insert(Table {
                        name: names.add_made(name, format!("{}{table_name}", naming.prefix()))?,
                        sentence: format!("All {plural} in one table, as the hardware reads it."),
                        members: Vec::new(),
                        rows: TableRows {
                            descriptor_words,
                            descriptors: Vec::new(),
                            is_terminated: false,
                        },
                    })
                }
            };
            table.members.push(Member {
                descriptor,
                index: table.rows.descriptors.len(),
                index_name: names.add_made(name, format!("{}_INDEX", wholes[descriptor]))?,
            });
            // An attribute buffer has eight words here, two descriptors: the second is its continuation, or zeros.
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
            table.rows.descriptors.extend(filled);
            // Some GPUs read past the last attribute buffer: in a draw without buffers, they read this descriptor.
            if contents == Contents::AttributeBuffers {
                let pipeline = Pipeline::new(packed.arch);
                // These are the words of the null terminator on V6 and V7, and none on V4 and V5. One is enough for a
                // table of both.
                closing = closing.max(words_needed(&pipeline, 0, &[]).unwrap_or(0));
            }
        }
        if let Some(table) = &mut table {
            let zeros = ZEROS[..closing].chunks(descriptor_words);
            table.rows.descriptors.extend(zeros);
            table.rows.is_terminated = closing > 0;
        }
        tables.extend(table);
    }
    Ok(tables)
}
