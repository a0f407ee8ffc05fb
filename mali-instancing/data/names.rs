//! The data of named values: their names.

use core::fmt;

use serde_core::de::{Deserialize, Deserializer, Error, Expected, Unexpected, Visitor};
use serde_core::ser::{Serialize, Serializer};

use super::built_in_id::BuiltInId;
use super::rate::Rate;
use crate::arch::Arch;
use crate::check::{Rule, Severity, Table};
use crate::divisor::Rounding;
use crate::draw::TableLayout;
use crate::error::Argument;
use crate::format::Format;
use crate::padding::Padding;

macro_rules! written {
    ($($named:ty),*) => {$(
        /// Writes the name.
        impl Serialize for $named {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }
    )*};
}

written!(Argument, Rule, Severity, Table);

/// A type whose values have names.
trait Names: Sized + 'static {
    /// Names besides those of the values themselves.
    const OTHERS: &'static [(&'static str, Self)];

    const NAMES: &'static [&'static str];
}

macro_rules! read_and_written {
    ($($named:ident::$find:ident, $others:expr, $expecting:literal;)*) => {
        written!($($named),*);
        $(
        impl Names for $named {
            const OTHERS: &'static [(&'static str, Self)] = $others;

            const NAMES: &'static [&'static str] = &{
                let mut names = [""; <$named>::ALL.len() + <$named>::OTHERS.len()];
                let mut index = 0;
                while index < names.len() {
                    names[index] = if index < <$named>::ALL.len() {
                        <$named>::ALL[index].name()
                    } else {
                        <$named>::OTHERS[index - <$named>::ALL.len()].0
                    };
                    index += 1;
                }
                names
            };
        }

        /// One of the names.
        #[cfg(feature = "schemars")]
        impl schemars::JsonSchema for $named {
            fn schema_name() -> alloc::borrow::Cow<'static, str> {
                stringify!($named).into()
            }

            fn schema_id() -> alloc::borrow::Cow<'static, str> {
                concat!("mali_instancing::", stringify!($named)).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", "enum": Self::NAMES })
            }
        }

        /// Reads the name.
        impl<'de> Deserialize<'de> for $named {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Name;

                impl Visitor<'_> for Name {
                    type Value = $named;

                    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                        formatter.write_str($expecting)
                    }

                    fn visit_str<E: Error>(self, name: &str) -> Result<$named, E> {
                        <$named>::$find(name).ok_or_else(|| unknown(name, Self::Value::NAMES, &self))
                    }
                }

                deserializer.deserialize_str(Name)
            }
        }
        )*
    };
}

// Each type with the function that finds a value by its name, and names besides those of the values.
read_and_written! {
    Arch::from_any_name, Arch::GPUS, "an architecture, v4 to v7 or v9 to v15, or a GPU, as g52";
    BuiltInId::from_name, &[], "vertex-id or instance-id";
    Format::from_name, &[], "Vulkan's name of a vertex format without VK_FORMAT_";
    Padding::from_name, &[], "hardware, tight or mesa";
    Rate::from_name, &[], "vertex, instance or constant";
    Rounding::from_name, &[], "round-down or nearest";
    TableLayout::from_name, &[], "driver or fixed";
}

/// The error for an unknown name. It lists the known names, unless they are too many.
fn unknown<E: Error>(name: &str, known: &'static [&'static str], expected: &dyn Expected) -> E {
    // Formats are over a hundred, and the names of GPUs are dozens.
    if known.len() <= 16 {
        E::unknown_variant(name, known)
    } else {
        E::invalid_value(Unexpected::Str(name), expected)
    }
}
