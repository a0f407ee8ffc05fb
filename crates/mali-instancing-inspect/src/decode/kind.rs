//! What the user calls descriptors.

use mali_instancing::Arch;
use mali_instancing::decode::{Descriptor, Kind};

use crate::notation::Choice;

/// The names of `--descriptor`. A table of buffers goes by its commonest descriptor.
impl Choice for Kind {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("attribute-buffer", Self::Buffers),
        ("attribute", Self::Attributes),
        ("draw", Self::Draw),
        ("invocation", Self::Invocation),
    ];
}

/// How many words a descriptor has.
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

/// A descriptor's kind in everything that a machine reads.
pub(super) fn name(descriptor: &Descriptor) -> &'static str {
    match descriptor {
        Descriptor::AttributeBuffer(_) => "attribute-buffer",
        Descriptor::VertexId(_) => "vertex-id",
        Descriptor::InstanceId(_) => "instance-id",
        Descriptor::Empty => "empty",
        Descriptor::Attribute(_) | Descriptor::ValhallAttribute(_) => "attribute",
        Descriptor::Draw(_) => "draw",
        Descriptor::Invocation(_) => "invocation",
        Descriptor::Buffer(_) => "buffer",
    }
}

/// A descriptor's kind in everything that a person reads.
///
/// ```
/// use mali_instancing::decode::Descriptor;
/// use mali_instancing_inspect::decode::descriptor_title;
///
/// assert_eq!(descriptor_title(&Descriptor::Empty), "empty descriptor");
/// ```
#[must_use]
pub fn title(descriptor: &Descriptor) -> &'static str {
    match descriptor {
        Descriptor::AttributeBuffer(_) => "attribute buffer",
        Descriptor::VertexId(_) => "vertex ID",
        Descriptor::InstanceId(_) => "instance ID",
        Descriptor::Empty => "empty descriptor",
        Descriptor::Attribute(_) | Descriptor::ValhallAttribute(_) => "attribute",
        Descriptor::Draw(_) => "draw",
        Descriptor::Invocation(_) => "invocation",
        Descriptor::Buffer(_) => "buffer descriptor",
    }
}
