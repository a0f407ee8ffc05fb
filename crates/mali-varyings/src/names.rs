//! The names of an enumeration's values.

/// Defines the list of the values, their names, and their text.
macro_rules! names {
    ($type:ident, $text:literal: $($value:ident $name:literal $(or $other:literal)?),*) => {
        impl $type {
            /// Every value, in the order of the declaration.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$value),*];

            #[doc = $text]
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $name,)*
                }
            }

            /// The value with this name; `None` if there is none.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $($name $(| $other)? => Some(Self::$value),)*
                    _ => None,
                }
            }
        }

        /// Writes the name.
        impl core::fmt::Display for $type {
            fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                formatter.pad(self.name())
            }
        }
    };
}
