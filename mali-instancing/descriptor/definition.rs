//! What all descriptors have in common.

use core::fmt::{self, Display};

use super::field::Field;

/// Declares a hardware descriptor. It holds its words and nothing else, so that it can be seen as bytes.
macro_rules! descriptor {
    (
        $(#[$attribute:meta])*
        pub struct $name:ident {
            words: [u32; $count:literal],
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        #[cfg_attr(feature = "bytemuck", derive(bytemuck::NoUninit))]
        #[cfg_attr(
            feature = "zerocopy",
            derive(zerocopy::Immutable, zerocopy::IntoBytes, zerocopy::KnownLayout)
        )]
        pub struct $name {
            words: [u32; $count],
        }

        /// Writes the words in hexadecimal, as they stand in a dump.
        impl core::fmt::Debug for $name {
            fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let words = self.words.map($crate::descriptor::definition::Word);
                let mut structure = formatter.debug_struct(stringify!($name));
                structure.field("words", &words).finish()
            }
        }

        /// Writes the descriptor's fields, from its first bit to its last: `stride 64 bytes`, and so on.
        impl core::fmt::Display for $name {
            fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                $crate::descriptor::definition::write_fields(Self::FIELDS, &self.words, formatter)
            }
        }
    };
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
