//! Any descriptor and any draw: the fields that are decoded from its words are those that were packed, they pack to the
//! same words, and the reference model reads them as plain `/` and `%` do.
//!
//! A file has the input for one kind of descriptor, and its check. `threads` has what most inputs share: the counts of
//! a draw, and one of its threads. `tables` has a whole draw, whose buffers may overlap. `choices` makes the library's
//! types of bytes. `bin/seeds/round_trips.rs` writes the bytes of golden rows, and so depends on the order of the
//! fields and of the choices. It checks that each seed is read as what it was made of.

mod attribute;
mod attribute_buffer;
mod buffer;
mod built_in_id;
mod choices;
mod draw;
mod invocation;
mod tables;
mod threads;
mod valhall_attribute;

use libfuzzer_sys::arbitrary::{self, Arbitrary};

pub use attribute::AttributeInput;
pub use attribute_buffer::AttributeBufferInput;
pub use buffer::BufferInput;
pub use built_in_id::BuiltInIdInput;
pub use draw::DrawInput;
pub use invocation::InvocationInput;
pub use tables::{BufferPart, TablesInput};
pub use threads::Threads;
pub use valhall_attribute::ValhallAttributeInput;

/// The descriptor that is packed.
#[derive(Arbitrary, Debug, PartialEq)]
pub enum RoundTrip {
    AttributeBuffer(AttributeBufferInput),
    Attribute(AttributeInput),
    BuiltInId(BuiltInIdInput),
    Draw(DrawInput),
    Invocation(InvocationInput),
    ValhallAttribute(ValhallAttributeInput),
    Buffer(BufferInput),
    Tables(TablesInput),
}

impl RoundTrip {
    /// The number of kinds.
    pub const KINDS: u32 = 8;

    /// Packs, decodes and packs again.
    pub fn check(&self) {
        match self {
            Self::AttributeBuffer(input) => input.check(),
            Self::Attribute(input) => input.check(),
            Self::BuiltInId(input) => input.check(),
            Self::Draw(input) => input.check(),
            Self::Invocation(input) => input.check(),
            Self::ValhallAttribute(input) => input.check(),
            Self::Buffer(input) => input.check(),
            Self::Tables(input) => input.check(),
        }
    }
}
