//! Tables of a manifest: structures that serde reads and writes, and that know which of their keys are present.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;

use mali_instancing::Arch;
use serde::Serialize;

/// The facts of a kind of descriptor.
pub(crate) struct Kind {
    /// Its key in a manifest.
    pub(crate) name: &'static str,
    /// Its alignment in memory, in bytes.
    pub(crate) alignment: usize,
    /// The architectures that have such descriptors.
    pub(crate) archs: RangeInclusive<Arch>,
    /// The architecture of a descriptor if neither the descriptor nor the manifest names one; `None` if one of them
    /// must.
    pub(crate) default_arch: Option<Arch>,
}

pub(crate) trait Table {
    const KEYS: &'static [&'static str];

    /// The keys that are present and their values, besides the name and arrays.
    fn entries(&self) -> Vec<(&'static str, String)>;

    /// The keys that are present, besides the name and arrays.
    fn present(&self) -> Vec<&'static str> {
        self.entries().into_iter().map(|(key, _)| key).collect()
    }
}

/// The value of a key that a table may lack.
pub(super) trait Optional {
    fn is_absent(&self) -> bool;

    /// The value; `None` if it is absent or an array.
    fn text(&self) -> Option<String>;
}

impl<T: Serialize> Optional for Option<T> {
    fn is_absent(&self) -> bool {
        self.is_none()
    }

    fn text(&self) -> Option<String> {
        struct Shown<'a, T>(&'a T);

        impl<T: Serialize> Display for Shown<'_, T> {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                // Numbers, flags and names are the only values, and these a formatter writes.
                self.0.serialize(formatter)
            }
        }

        self.as_ref().map(|value| Shown(value).to_string())
    }
}

impl<T> Optional for Vec<T> {
    fn is_absent(&self) -> bool {
        self.is_empty()
    }

    fn text(&self) -> Option<String> {
        None
    }
}

/// Derives the reading, the writing and the schema of a table, which has a name and keys that may be absent. A key that
/// is absent is not written.
macro_rules! table {
    (
        $(#[$of_table:meta])*
        pub struct $Table:ident {
            $(#[$of_name:meta])*
            pub name: String,
            $($(#[$of_key:meta])* pub $key:ident: $Value:ty,)*
        }
    ) => {
        #[derive(Clone, Debug, Default, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
        #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
        $(#[$of_table])*
        #[cfg_attr(feature = "schemars", schemars(transform = $crate::schema::of_table))]
        #[serde(deny_unknown_fields)]
        pub struct $Table {
            $(#[$of_name])*
            pub name: String,
            $(
                $(#[$of_key])*
                // Apart from the name no key is required here. Which ones are, depends on others, so `pack` reports a
                // missing one.
                #[serde(default, skip_serializing_if = "crate::manifest::table::Optional::is_absent")]
                pub $key: $Value,
            )*
        }

        impl $crate::manifest::table::Table for $Table {
            const KEYS: &'static [&'static str] = &["name", $(stringify!($key)),*];

            fn entries(&self) -> Vec<(&'static str, String)> {
                use $crate::manifest::table::Optional;

                // Both kinds of fields, options and arrays, have `Optional`, so the macro does not tell them apart.
                let entries = [$((stringify!($key), self.$key.text())),*];
                let entries = entries.into_iter();
                entries.filter_map(|(key, text)| Some((key, text?))).collect()
            }
        }
    };
}

pub(super) use table;
