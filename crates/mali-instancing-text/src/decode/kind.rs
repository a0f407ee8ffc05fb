//! What the user calls records.

use mali_instancing::Arch;
use mali_instancing::decode::{Kind, Record};

use crate::notation::Choice;

/// The names of `--record`. A table of buffers goes by its commonest record.
impl Choice for Kind {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("attribute-buffer", Self::Buffers),
        ("attribute", Self::Attributes),
        ("draw", Self::Draw),
        ("invocation", Self::Invocation),
    ];
}

/// How many words a record has.
pub(super) const fn length(arch: Arch, kind: Kind) -> &'static str {
    match kind {
        Kind::Buffers if arch.has_attribute_buffers() => {
            "an attribute buffer has 4 words, or 8 with its continuation"
        }
        Kind::Buffers => "a buffer descriptor has 8 words",
        Kind::Attributes if arch.attribute_words() == 2 => "an attribute has 2 words",
        Kind::Attributes => "an attribute has 8 words",
        Kind::Draw => "words 0 and 1 of a draw are read",
        Kind::Invocation => "an invocation has 2 words",
    }
}

/// A record's kind in everything that a machine reads.
pub(super) fn name(record: &Record) -> &'static str {
    match record {
        Record::AttributeBuffer(_) => "attribute-buffer",
        Record::VertexId(_) => "vertex-id",
        Record::InstanceId(_) => "instance-id",
        Record::Empty => "empty",
        Record::Attribute(_) | Record::ValhallAttribute(_) => "attribute",
        Record::Draw(_) => "draw",
        Record::Invocation(_) => "invocation",
        Record::Buffer(_) => "buffer",
    }
}

/// A record's kind in everything that a person reads.
///
/// ```
/// use mali_instancing::decode::Record;
/// use mali_instancing_text::decode::record_title;
///
/// assert_eq!(record_title(&Record::Empty), "empty record");
/// ```
#[must_use]
pub fn title(record: &Record) -> &'static str {
    match record {
        Record::AttributeBuffer(_) => "attribute buffer",
        Record::VertexId(_) => "vertex ID",
        Record::InstanceId(_) => "instance ID",
        Record::Empty => "empty record",
        Record::Attribute(_) | Record::ValhallAttribute(_) => "attribute",
        Record::Draw(_) => "draw",
        Record::Invocation(_) => "invocation",
        Record::Buffer(_) => "buffer descriptor",
    }
}
