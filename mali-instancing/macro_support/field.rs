//! Attributes that are fields of a type. A field is a function to its place in an element, which is never called: it
//! shows the types of both.

use super::{Number, stop};
use crate::draw::VertexAttribute;
use crate::error::Message;

/// The attribute at the offset of a field. Panics if the field has another size than the format.
#[track_caller]
pub const fn in_field<Element, Field>(
    attribute: VertexAttribute,
    offset: usize,
    _: fn(&Element) -> *const Field,
) -> VertexAttribute {
    at(attribute, offset, "field", size_of::<Field>())
}

/// The attribute at the offset of an element of a field that is an array. Panics if there is no such element, or if it has
/// another size than the format.
#[track_caller]
pub const fn in_array<Element, Item, const LENGTH: usize>(
    attribute: VertexAttribute,
    offset: usize,
    _: fn(&Element) -> *const [Item; LENGTH],
    index: Number,
) -> VertexAttribute {
    let index = index.value as usize;
    if index >= LENGTH {
        let message = Message::new("the array has no such element: it has ");
        stop(&message.decimal(LENGTH as u64).text(" elements"))
    }
    // Within the array, so that the sum fits.
    let offset = offset + index * size_of::<Item>();
    at(attribute, offset, "element", size_of::<Item>())
}

/// The attribute at the offset of a part of `size` bytes.
#[track_caller]
const fn at(
    mut attribute: VertexAttribute,
    offset: usize,
    part: &str,
    size: usize,
) -> VertexAttribute {
    let format_size = attribute.format.size() as usize;
    if size != format_size {
        let message = Message::new("the ").text(part).text(" has ");
        let message = message.decimal(size as u64).text(" bytes, and ");
        let message = message.text(attribute.format.name()).text(" has ");
        let message = message.decimal(format_size as u64);
        stop(&if size > format_size {
            message.text(": for a part of it, give its `offset` instead")
        } else {
            message
        })
    }
    // The size of the element is the stride, which has 32 bits.
    attribute.offset = offset as u32;
    attribute
}
