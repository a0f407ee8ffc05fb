//! What the user calls records.

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
pub(super) fn title(record: &Record) -> &'static str {
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
