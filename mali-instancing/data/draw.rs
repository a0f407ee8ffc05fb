use core::num::NonZeroU32;

use super::error::KeyError;
use super::keys::keys;
use crate::arch::Arch;
use crate::divisor::Rounding;
use crate::draw::{DrawCounts, Pipeline, TableLayout};
use crate::error::Argument;
use crate::padded_count::PaddedCount;
use crate::padding::Padding;

/// Declares the keys of half a draw, and the conversions between them and the half, which has a field for each. The
/// first key is required, as the first field is an argument of the constructor.
macro_rules! half {
    (@counts $($keys:tt)*) => {
        half! {
            /// The keys of [`DrawCounts`]. `vertices` is required. A key that is absent has its value in
            /// [`DrawCounts::any_instances`], and a key with that value is not written.
            ///
            /// ```
            /// use mali_instancing::data::DrawCountsKeys;
            /// use mali_instancing::draw::DrawCounts;
            ///
            /// let keys: DrawCountsKeys = toml::from_str("vertices = 70\ninstances = 100\n")?;
            /// assert_eq!((keys.vertices, keys.first_vertex), (Some(70), None));
            /// assert_eq!(DrawCounts::try_from(keys), Ok(DrawCounts::instanced(70, 100)));
            /// # Ok::<(), toml::de::Error>(())
            /// ```
            pub struct DrawCountsKeys of DrawCounts::any_instances, "a table of counts" {
                /// The number of vertices.
                vertices: u32 => 1..=u32::MAX.into(), Vertices;
                $($keys)*
            }
        }
    };
    (@pipeline $($keys:tt)*) => {
        half! {
            /// The keys of a [`Pipeline`]. `arch` is required. A key that is absent has its value in [`Pipeline::new`], and a
            /// key with that value is not written.
            pub struct PipelineKeys of Pipeline::new, "a table of a pipeline" {
                /// The GPU's architecture.
                arch: Arch, Arch;
                $($keys)*
            }
        }
    };
    (
        $(#[$attribute:meta])*
        pub struct $Keys:ident of $Half:ident::$new:ident, $expecting:literal {
            $(#[doc = $first_doc:expr])* $first:ident: $First:ty $(=> $first_range:expr)?, $argument:ident;
            $($(#[doc = $key_doc:expr])* $key:ident: $Value:ty $(=> $range:expr)?,)+
        }
    ) => {
        keys! {
            $(#[$attribute])*
            pub struct $Keys of $Half, $expecting {
                $(#[doc = $first_doc])* $first: $First $(=> $first_range)?,
                $($(#[doc = $key_doc])* $key: $Value $(=> $range)?,)+
            }
            needs [$first]
        }

        impl TryFrom<$Keys> for $Half {
            type Error = KeyError;

            fn try_from(keys: $Keys) -> Result<Self, KeyError> {
                let default = Self::$new(keys.$first.ok_or(KeyError::Missing {
                    argument: Argument::$argument,
                })?);
                Ok(Self { $($key: Field::or(keys.$key, default.$key),)+ ..default })
            }
        }

        impl From<$Half> for $Keys {
            fn from(half: $Half) -> Self {
                let default = $Half::$new(half.$first);
                Self { $first: Some(half.$first), $($key: half.$key.unless(default.$key),)+ }
            }
        }
    };
}

/// Declares the keys of both halves, of the table's arguments.
macro_rules! draw_keys {
    (
        {}
        $($half:ident {
            $({
                $(#[$doc:meta])*
                $field:ident, $with_field:ident: $Field:ty = $default:expr;
                $Argument:ident, $($form:ident)+;
                $(only $archs:pat, $names:literal, $without:literal;)?
                key $Key:ty $(=> $range:expr)?,
                $what:literal
            })*
        })*
    ) => {
        $(half! { @$half $(
            #[doc = $what]
            $(#[doc = concat!($names, " only.")])?
            $field: $Key $(=> $range)?,
        )* })*
    };
}

draw_arguments!(draw_keys {});

/// A field of half a draw that a key of a `Value` sets. In a field that is an option, `None` is the absent key.
trait Field<Value>: Sized {
    /// The field that a key sets, or its value if the key is absent.
    fn or(key: Option<Value>, absent: Self) -> Self;

    /// The key that sets the field; `None` if it has the value of an absent key.
    fn unless(self, absent: Self) -> Option<Value>;
}

impl<T: Copy + PartialEq> Field<T> for T {
    fn or(key: Option<T>, absent: T) -> T {
        key.unwrap_or(absent)
    }

    fn unless(self, absent: T) -> Option<T> {
        unless(self, absent)
    }
}

impl<T> Field<T> for Option<T> {
    fn or(key: Option<T>, absent: Self) -> Self {
        key.or(absent)
    }

    fn unless(self, _: Self) -> Self {
        self
    }
}

/// The value; `None` if it is the value of an absent key.
pub(super) fn unless<T: Copy + PartialEq>(value: T, absent: T) -> Option<T> {
    (value != absent).then_some(value)
}
