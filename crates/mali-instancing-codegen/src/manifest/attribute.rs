//! `[[attribute]]`: an attribute of V4 to V7.

use std::fmt;

use mali_instancing::Arch;
use mali_instancing::data::parse_number;
use mali_instancing::descriptor::{self, AttributeFields};
use serde_core::de::{Deserializer, Error, Visitor};
use serde_core::ser::Serializer;

use super::format::FormatOrField;
use super::kind::{Kind, Wrong};
use super::table::{Value, table};
use crate::pack::PackedDescriptor;

table! {
    /// `[[attribute]]`: an attribute of V4 to V7.
    ///
    /// ```
    /// use mali_instancing::Format;
    /// use mali_instancing_codegen::{Attribute, Language, Manifest, Naming, generate};
    ///
    /// let uv = Attribute {
    ///     name: "uv".to_owned(),
    ///     buffer_index: Some(2),
    ///     format: Some(Format::R16G16_UNORM.into()),
    ///     ..Attribute::default()
    /// };
    /// let mut manifest = Manifest::new("draws");
    /// manifest.descriptors.push(uv.into());
    /// let bytes = generate(&manifest, Language::Bin, Naming::default())?;
    /// assert_eq!(bytes, [0x02, 0x42, 0x00, 0x2b, 0, 0, 0, 0]);
    /// # Ok::<(), mali_instancing_codegen::TextError>(())
    /// ```
    pub struct Attribute
    with {
        /// The architecture.
        arch: Arch,
        /// The number of the buffer's descriptor in its table.
        buffer_index: u32 => 0..=511,
        /// Whether the offset start of the draw is accounted for. Absent: yes.
        offset_enable: Flag,
        /// The format.
        format: FormatOrField,
        /// Where the attribute begins in its element, in bytes.
        offset: i32,
    }
    needs { "required": ["buffer_index", "format"] }
}

/// True or false, or the bit that is for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flag(pub bool);

impl Value for Flag {
    #[cfg(feature = "schemars")]
    fn schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "enum": [true, false, 1, 0, "1", "0"] })
    }

    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct BooleanOrBit;

        impl Visitor<'_> for BooleanOrBit {
            type Value = Flag;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("true or false")
            }

            fn visit_bool<E: Error>(self, flag: bool) -> Result<Flag, E> {
                Ok(Flag(flag))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Flag, E> {
                self.visit_u64(parse_number(text).map_err(E::custom)?)
            }

            fn visit_u64<E: Error>(self, bit: u64) -> Result<Flag, E> {
                match bit {
                    0 => Ok(Flag(false)),
                    1 => Ok(Flag(true)),
                    _ => Err(E::custom(format_args!(
                        "{bit} is neither true (1) nor false (0)"
                    ))),
                }
            }
        }

        deserializer.deserialize_any(BooleanOrBit)
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(self.0)
    }
}

impl Attribute {
    pub(super) const KIND: Kind = Kind {
        name: "attribute",
        alignment: align_of::<descriptor::Attribute>(),
        archs: Arch::V4..=Arch::V7,
        default_arch: Some(Arch::V7),
    };

    pub(crate) fn pack(&self, arch: Arch) -> Result<PackedDescriptor, Wrong> {
        let format = self.format.ok_or(Wrong::missing("format"))?;
        let fields = AttributeFields {
            buffer_index: self.buffer_index.ok_or(Wrong::missing("buffer_index"))?,
            offset_enable: self.offset_enable.is_none_or(|Flag(flag)| flag),
            format: format
                .field(arch)
                .map_err(|error| Wrong::new("format", error))?,
            offset: self.offset.unwrap_or(0),
        };
        let summary = format!(
            "attribute of descriptor {}: format {:#08x}, offset {}",
            fields.buffer_index, fields.format, fields.offset
        );
        let words = descriptor::Attribute::new(fields)?.words();
        Ok(PackedDescriptor::new(arch, words, summary))
    }
}
