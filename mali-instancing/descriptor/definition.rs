//! The parts that all descriptors have in common.

use core::fmt::{self, Display};

use super::field::Field;

/// Declares a hardware descriptor. It holds only its words, so that it can be viewed as bytes.
///
/// Its fields are a table. From it come a table in the documentation, a constant of each field, a constant of
/// each named value, and `FIELDS`. A row has the constant, the word and the bits, genxml's name, and the
/// value, a [`FieldKind`](super::FieldKind) or names for numbers. If the field `TYPE` decides which other
/// fields there are, a row ends with the types that have the field, or with nothing if all have it.
macro_rules! descriptor {
    (
        $(#[$before:meta])*
        fields {
            $(
                $field:ident: $word:literal $(, $next_word:literal)?
                    | $bit:literal $(..=$last:literal)? $(, 0..=$next_last:literal)?
                    | $name:literal
                    | $kind:tt $(/ $scale:literal)?
                    $(| $($type:literal $(, $other_type:literal)*)?)?;
            )+
        }
        $(#[$after:meta])*
        pub struct $descriptor:ident {
            words: [u32; $count:literal],
        }
    ) => {
        $(#[$before])*
        $(#[doc = concat!(
            " | ", $word, $(", ", $next_word,)?
            " | ", $bit, $("..", $last,)? $(", 0..", $next_last,)?
            " | ", $name,
            " | ", value_text!($kind), $(" / ", $scale,)?
            " |", $(types_text!($($type $(, $other_type)*)?),)?
        )])+
        $(#[$after])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        #[cfg_attr(feature = "bytemuck", derive(bytemuck::NoUninit))]
        #[cfg_attr(
            feature = "zerocopy",
            derive(zerocopy::Immutable, zerocopy::IntoBytes, zerocopy::KnownLayout)
        )]
        pub struct $descriptor {
            words: [u32; $count],
        }

        impl $descriptor {
            $(
                pub(crate) const $field: $crate::descriptor::Field = $crate::descriptor::Field::new(
                    $name,
                    ($word, $bit),
                    // The width: the bits in the first word, and those in the next one, which begin at its bit 0.
                    1 $(+ $last - $bit)? $(+ 1 + $next_last)?,
                    field_kind!($kind),
                )
                $(.scaled($scale))?
                $($(.only(
                    &Self::TYPE,
                    const { &[Self::TYPE.value($type) $(, Self::TYPE.value($other_type))*] },
                ))?)?;

                value_constants!($kind);
            )+

            /// The descriptor's fields, from its first bit to its last.
            pub const FIELDS: &[$crate::descriptor::Field] = &[$(Self::$field),+];

            /// The words, in memory order.
            #[must_use]
            pub const fn words(&self) -> [u32; $count] {
                self.words
            }

            /// The descriptor whose words are all 0.
            #[allow(dead_code, reason = "the packer of attribute buffers has a whole array")]
            pub(crate) const ZERO: Self = Self { words: [0; $count] };

            /// This descriptor with another value of a field. The field is in one word, is unscaled, and has enough
            /// bits for the value.
            #[inline(always)]
            const fn with(mut self, field: $crate::descriptor::Field, value: u32) -> Self {
                let $crate::descriptor::field::Place { word, shift, bits } = field.place;
                // With 64 bits, LLVM emits fewer instructions in functions that write draws.
                self.words[word] = (self.words[word] as u64 & !bits | (value as u64) << shift) as u32;
                self
            }

            /// This descriptor with another value of any field, which has enough bits for it.
            #[allow(dead_code, reason = "most descriptors have no such field")]
            #[inline(always)]
            const fn with_wide(mut self, field: $crate::descriptor::Field, value: u64) -> Self {
                field.write(&mut self.words, value);
                self
            }
        }

        /// Writes the words in hexadecimal, as they are in a dump.
        impl core::fmt::Debug for $descriptor {
            fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let words = self.words.map($crate::descriptor::definition::Word);
                let mut structure = formatter.debug_struct(stringify!($descriptor));
                structure.field("words", &words).finish()
            }
        }

        /// Writes the descriptor's fields, from its first bit to its last: `stride 64 bytes`, and so on.
        impl core::fmt::Display for $descriptor {
            fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                $crate::descriptor::definition::write_fields(Self::FIELDS, &self.words, formatter)
            }
        }
    };
}

/// The [`FieldKind`](super::FieldKind) of a row in a descriptor's table.
macro_rules! field_kind {
    ([$($constant:ident = $number:literal $name:literal),+]) => {
        $crate::descriptor::FieldKind::Named(&[
            $($crate::descriptor::FieldValue::new($number, $name)),+
        ])
    };
    ($kind:ident) => {
        $crate::descriptor::FieldKind::$kind
    };
}

/// The constants of a field's named values.
macro_rules! value_constants {
    ([$($constant:ident = $number:literal $name:literal),+]) => {
        $(pub(crate) const $constant: u32 = $number;)+
    };
    ($kind:ident) => {};
}

/// The kind of a field, for the documentation.
macro_rules! value_text {
    ([$constant:ident = $number:literal $name:literal]) => {
        concat!(stringify!($number), " (", $name, ")")
    };
    ([$constant:ident = $number:literal $name:literal, $($others:tt)+]) => {
        concat!(stringify!($number), " (", $name, "), ", value_text!([$($others)+]))
    };
    (Number) => { "a number" };
    (Flag) => { "0 or 1" };
    (Hexadecimal) => { "hexadecimal" };
    (Bytes) => { "bytes" };
    (SignedBytes) => { "bytes, signed" };
    (Address) => { "bytes" };
    (Format) => { "[`Format::hardware`](crate::Format::hardware)" };
    (PaddedCount) => { "[`PaddedCount::to_bits`](crate::PaddedCount::to_bits)" };
}

/// The types of descriptors that have a field, for the documentation.
macro_rules! types_text {
    () => { " |" };
    ($($type:literal),+) => { concat!(" ", stringify!($($type),+), " |") };
}
/// A word of a descriptor.
pub(super) struct Word(pub(super) u32);

impl fmt::Debug for Word {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:#010x}", self.0)
    }
}

/// Writes the fields that a descriptor has, by its type.
pub(super) fn write_fields(
    fields: &[Field],
    words: &[u32],
    formatter: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let fields = fields.iter().filter(|field| field.is_in(words));
    for (index, field) in fields.enumerate() {
        if index > 0 {
            formatter.write_str(", ")?;
        }
        field.display(words).fmt(formatter)?;
    }
    Ok(())
}
