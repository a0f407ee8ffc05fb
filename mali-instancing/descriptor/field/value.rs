use core::fmt;

use crate::padded_count::PaddedCount;

/// The meaning of the value of a [`Field`](super::Field).
///
/// ```
/// use mali_instancing::descriptor::{Attribute, FieldKind};
///
/// let [.., format, offset] = Attribute::FIELDS else {
///     panic!("an attribute has four fields");
/// };
/// assert_eq!((format.kind, offset.kind), (FieldKind::Format, FieldKind::SignedBytes));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum FieldKind {
    /// A number.
    Number,
    /// 1 for yes, 0 for no.
    Flag,
    /// Bits that are shown in hexadecimal.
    Hexadecimal,
    /// A number of bytes.
    Bytes,
    /// A number of bytes, signed.
    SignedBytes,
    /// An address, in bytes.
    Address,
    /// The number that [`Format::hardware`](crate::Format::hardware) returns.
    Format,
    /// The bits that [`PaddedCount::to_bits`](crate::PaddedCount::to_bits) returns.
    PaddedCount,
    /// One of several named values.
    Named(&'static [FieldValue]),
}

/// A value that a [`Field`](super::Field) can have, and its name.
///
/// Its text is `4 (npot-divisor)`. Numbers from 16 on are hexadecimal.
///
/// ```
/// use mali_instancing::descriptor::{FieldKind, VertexId};
///
/// let FieldKind::Named([vertex_id]) = VertexId::FIELDS[0].kind else {
///     panic!("there is one type of vertex ID");
/// };
/// assert_eq!(vertex_id.to_string(), "0x22 (vertex ID)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub struct FieldValue {
    /// The value.
    pub number: u32,
    /// Its name.
    pub name: &'static str,
}

impl FieldValue {
    pub(in crate::descriptor) const fn new(number: u32, name: &'static str) -> Self {
        Self { number, name }
    }
}

impl fmt::Display for FieldValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, name } = self;
        match number {
            0..16 => write!(formatter, "{number} ({name})"),
            _ => write!(formatter, "{number:#x} ({name})"),
        }
    }
}

/// Whether one of the values has that number.
pub(super) const fn contains(values: &[FieldValue], number: u64) -> bool {
    let mut value = 0;
    while value < values.len() {
        if values[value].number as u64 == number {
            return true;
        }
        value += 1;
    }
    false
}

/// A field and its value in a descriptor.
pub(super) struct FieldText {
    pub(super) name: &'static str,
    pub(super) kind: FieldKind,
    pub(super) value: Option<u64>,
}

impl fmt::Display for FieldText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, kind, value } = *self;
        let Some(value) = value else {
            return Ok(());
        };
        match kind {
            FieldKind::Bytes => write!(formatter, "{name} {value} bytes"),
            FieldKind::SignedBytes => write!(formatter, "{name} {} bytes", value as i64),
            FieldKind::Hexadecimal => write!(formatter, "{name} {value:#010x}"),
            FieldKind::Address => write!(formatter, "{name} {value:#x}"),
            FieldKind::Format => write!(formatter, "{name} {value:#08x}"),
            FieldKind::PaddedCount => match PaddedCount::from_bits(value as u8) {
                Some(padded) => write!(formatter, "{name} {padded}"),
                None => write!(formatter, "{name} {value:#04x}"),
            },
            FieldKind::Named(values) => {
                match values.iter().find(|known| u64::from(known.number) == value) {
                    Some(known) => write!(formatter, "{name} {known}"),
                    None => write!(formatter, "{name} {value}"),
                }
            }
            FieldKind::Number | FieldKind::Flag => write!(formatter, "{name} {value}"),
        }
    }
}
