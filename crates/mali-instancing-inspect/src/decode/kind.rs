//! The names of descriptors for users.

use mali_instancing::Arch;
use mali_instancing::decode::{Descriptor, Kind};
use mali_instancing_codegen::choices;

choices! {
    /// The names of `--descriptor`. A table of buffers has the name of its most frequent descriptor.
    pub KindNames of Kind {
        "attribute-buffer" => Buffers, "attribute" => Attributes, "draw" => Draw, "invocation" => Invocation
    }
}

/// A sentence with the length of a descriptor.
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

/// The names of a descriptor's kind, in JSON and in text.
pub(super) const fn names(descriptor: &Descriptor) -> [&'static str; 2] {
    match descriptor {
        Descriptor::AttributeBuffer(_) => ["attribute-buffer", "attribute buffer"],
        Descriptor::VertexId(_) => ["vertex-id", "vertex ID"],
        Descriptor::InstanceId(_) => ["instance-id", "instance ID"],
        Descriptor::Empty => ["empty", "empty descriptor"],
        Descriptor::Attribute(_) | Descriptor::ValhallAttribute(_) => ["attribute"; 2],
        Descriptor::Draw(_) => ["draw"; 2],
        Descriptor::Invocation(_) => ["invocation"; 2],
        Descriptor::Buffer(_) => ["buffer", "buffer descriptor"],
    }
}

/// The name of a descriptor's kind in text.
///
/// ```
/// use mali_instancing::decode::Descriptor;
/// use mali_instancing_inspect::decode::descriptor_title;
///
/// assert_eq!(descriptor_title(&Descriptor::Empty), "empty descriptor");
/// ```
#[must_use]
pub const fn descriptor_title(descriptor: &Descriptor) -> &'static str {
    names(descriptor)[1]
}
