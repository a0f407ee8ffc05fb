//! The names of values: each is defined once, for the command, manifests, JSON and macros.

/// Gives the variants of an enum names, and finds a variant by its name.
macro_rules! names {
    (
        impl $type:ident {
            $(#[$all:meta])*
            ALL;
            $(#[$name:meta])*
            name;
            $(#[$from_name:meta])*
            from_name;
        }
        $($variant:ident: $text:expr,)+
    ) => {
        impl $type {
            $(#[$all])*
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            $(#[$name])*
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }

            $(#[$from_name])*
            #[must_use]
            pub const fn from_name(name: &str) -> Option<Self> {
                struct Bytes;

                // A pattern for each name: in a constant, a loop that compares names takes rustc a hundred times
                // longer.
                #[allow(non_upper_case_globals, reason = "they are named after the variants")]
                impl Bytes {
                    $(const $variant: &[u8] = $text.as_bytes();)+
                }

                match name.as_bytes() {
                    $(Bytes::$variant => Some(Self::$variant),)+
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

pub(crate) use names;
