//! The form of a draw, as it is typed.

use serde::{Deserialize, Serialize};

/// A part of the draw, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Part {
    Draw,
    Buffer(usize),
    Attribute(usize),
}

/// A key of a part, which is a field of the form.
pub(crate) type Place = (Part, &'static str);

/// Defines a part's type, whose keys are a manifest's.
macro_rules! part {
    ($(#[$doc:meta])* $Part:ident, $($key:ident),+) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        #[serde(deny_unknown_fields)]
        pub(crate) struct $Part {
            $(pub(crate) $key: String,)+
        }

        impl $Part {
            pub(crate) const KEYS: &[&'static str] = &[$(stringify!($key)),+];

            fn get(&self, key: &str) -> &str {
                match key {
                    $(stringify!($key) => &self.$key,)+
                    _ => "",
                }
            }
        }
    };
}

part! {
    /// The draw's keys.
    DrawKeys, name, arch, vertices, instances, first_vertex, first_instance, padding, rounding, layout, idvs,
    primitive_vertices, resource_table
}

part! {
    /// A buffer's keys.
    BufferKeys, name, stride, rate, divisor, size, address
}

part! {
    /// An attribute's keys.
    AttributeKeys, name, buffer, format, offset, overlap
}

/// The `buffer` of an attribute that reads an ID, on V4 and V5.
pub(crate) const IDS: [&str; 2] = ["vertex-id", "instance-id"];

/// A draw as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Form {
    pub(crate) draw: DrawKeys,
    pub(crate) buffers: Vec<BufferKeys>,
    pub(crate) attributes: Vec<AttributeKeys>,
}

impl Form {
    /// The value of a key; empty for a part that does not exist.
    pub(crate) fn get(&self, (part, key): Place) -> &str {
        match part {
            Part::Draw => self.draw.get(key),
            Part::Buffer(number) => self.buffers.get(number).map_or("", |part| part.get(key)),
            Part::Attribute(number) => self.attributes.get(number).map_or("", |part| part.get(key)),
        }
    }

    /// The number of the buffer that an attribute reads.
    pub(crate) fn buffer_of(&self, attribute: usize) -> Option<usize> {
        let name = &self.attributes.get(attribute)?.buffer;
        self.buffers.iter().position(|buffer| buffer.name == *name)
    }
}
