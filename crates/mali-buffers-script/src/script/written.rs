//! The text of a script, by its keys.

use std::fmt;

use mali_instancing::Arch;
use mali_instancing::data::Rate;
use mali_instancing_codegen::choice::Named;
use mali_instancing_codegen::read::Number;
use serde::Deserialize;
use serde::de::{Deserializer, Error, Visitor};

use super::choices::{
    ConstantType, FormatNames, Id, IndexTypeNames, LineLoops, Mode, UsageNames, WhenFullNames,
};
#[cfg(feature = "schemars")]
use {super::LARGEST_RING, crate::memory::LIMIT};

/// A script: an application's buffers and draws, call by call, and the GPU that they are planned for.
#[derive(Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Script {
    /// The architecture. Absent: v7.
    pub(super) arch: Option<Arch>,
    /// Whether indices are read even if nothing else needs their bounds.
    pub(super) checks_indices: Option<bool>,
    /// Whether a draw that needs elements or indices which do not exist is drawn.
    pub(super) robust_access: Option<bool>,
    /// Whether line loops are drawn as loops or, where an API has none, as strips and lines. Absent: loops.
    pub(super) line_loops: Option<Named<LineLoops>>,
    /// The size of the ring's first block, in bytes. Absent: 1 MiB.
    #[cfg_attr(feature = "schemars", schemars(range(min = 1, max = LARGEST_RING)))]
    pub(super) ring: Option<Number<u64>>,
    /// The reaction of the ring when the GPU still reads all of it. Absent: grow.
    pub(super) when_full: Option<Named<WhenFullNames>>,
    /// The calls, in their order.
    #[serde(default)]
    pub(super) call: Vec<Call>,
}

impl Script {
    /// The JSON Schema of scripts in TOML or JSON, draft 7, with which editors complete and check.
    ///
    /// ```
    /// assert!(mali_buffers_script::Script::SCHEMA.contains("\"when_full\""));
    /// ```
    pub const SCHEMA: &str = include_str!("../../schemas/script.json");
}

/// A call of the application's: on a buffer, a draw, or the GPU having finished.
#[derive(Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(tag = "kind")
)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Call {
    /// Makes a buffer, or replaces its data: `glBufferData`.
    #[cfg_attr(
        feature = "schemars",
        schemars(extend(
            "anyOf" = [{ "required": ["size"] }, { "required": ["data"] }],
            "dependencies" = { "data": ["index_type"], "index_type": ["data"] },
        ))
    )]
    BufferData {
        /// The name of the buffer.
        buffer: String,
        /// Its size in bytes. Absent: that of `data`.
        #[cfg_attr(feature = "schemars", schemars(range(min = 0, max = LIMIT)))]
        size: Option<Number<u64>>,
        /// The application's hint about the use of the buffer's data.
        usage: Named<UsageNames>,
        /// The address. Absent: the GPU does not see the buffer.
        address: Option<Number<u64>>,
        /// Whether the data may change without a call from now on.
        volatile: Option<bool>,
        /// The indices that the buffer begins with.
        data: Option<Vec<Number<u32>>>,
        /// The type of the indices in `data`.
        index_type: Option<Named<IndexTypeNames>>,
    },
    /// Changes a part of a buffer: `glBufferSubData`.
    #[cfg_attr(
        feature = "schemars",
        schemars(extend(
            "anyOf" = [{ "required": ["size"] }, { "required": ["data"] }],
            "dependencies" = { "data": ["index_type"], "index_type": ["data"] },
        ))
    )]
    BufferSubData {
        /// The name of the buffer.
        buffer: String,
        /// The offset of the part, in bytes. Absent: 0.
        offset: Option<Number<u64>>,
        /// The size of the part in bytes. Absent: that of `data`.
        #[cfg_attr(feature = "schemars", schemars(range(min = 0, max = LIMIT)))]
        size: Option<Number<u64>>,
        /// The indices that the part begins with.
        data: Option<Vec<Number<u32>>>,
        /// The type of the indices in `data`.
        index_type: Option<Named<IndexTypeNames>>,
        /// The address to which the buffer moves if the GPU still reads it. Absent: the call waits for the GPU.
        address: Option<Number<u64>>,
    },
    /// A draw.
    Draw(Box<Draw>),
    /// The ring continues in another block of memory.
    Discard {},
    /// The GPU has finished a submission and all before it.
    Complete {
        /// The number of the submission, from 1. Absent: the last one.
        through: Option<Number<u64>>,
    },
    /// Deletes a buffer: `glDeleteBuffers`.
    Delete {
        /// The name of the buffer.
        buffer: String,
    },
}

/// A draw.
#[derive(Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(extend(
        "oneOf" = [{ "required": ["count"] }, { "required": ["indices"] }],
        "not" = { "required": ["first", "indices"] },
    ))
)]
#[serde(deny_unknown_fields)]
pub(super) struct Draw {
    /// The number of the submission that the draw is part of, from 1. Absent: a new submission.
    pub(super) submission: Option<Number<u64>>,
    /// The primitives that the draw's vertices make.
    pub(super) mode: Named<Mode>,
    /// Of a draw without indices: the first vertex. Absent: 0.
    pub(super) first: Option<Number<u32>>,
    /// Of a draw without indices: the number of vertices.
    pub(super) count: Option<Number<u32>>,
    /// The indices. Absent: the draw has none.
    pub(super) indices: Option<Indices>,
    /// Whether the shader may read the vertex's number. Absent: true.
    pub(super) reads_vertex_id: Option<bool>,
    /// The number of instances. Absent: 1.
    pub(super) instances: Option<Number<u32>>,
    /// The first instance. Absent: 0.
    pub(super) first_instance: Option<Number<u32>>,
    /// The attributes, in the order of their numbers.
    #[serde(default)]
    pub(super) attributes: Vec<Attribute>,
}

/// The indices of a draw: in a buffer, or a list of them in client memory.
#[derive(Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(extend(
        "oneOf" = [{ "required": ["buffer"] }, { "required": ["data"] }],
        "dependencies" = { "buffer": ["count"], "minimum": ["maximum"], "maximum": ["minimum"] },
    ))
)]
#[serde(deny_unknown_fields)]
pub(super) struct Indices {
    /// The name of the buffer that the indices are in.
    pub(super) buffer: Option<String>,
    /// The indices, if they are in client memory.
    pub(super) data: Option<Vec<Number<u32>>>,
    /// The type of the indices.
    pub(super) index_type: Named<IndexTypeNames>,
    /// The offset of the first index, in bytes. Absent: 0.
    pub(super) offset: Option<Number<u64>>,
    /// The number of indices. Absent: all of `data`.
    pub(super) count: Option<Number<u32>>,
    /// The number that is added to each index. Absent: 0.
    pub(super) base_vertex: Option<Number<i32>>,
    /// The index that restarts a primitive.
    pub(super) restart_index: Option<Number<u32>>,
    /// The smallest index, as the application states it.
    pub(super) minimum: Option<Number<u32>>,
    /// The largest index, as the application states it.
    pub(super) maximum: Option<Number<u32>>,
}

/// An attribute: an array in a buffer or in client memory, a constant, or the number of the vertex or the instance.
#[derive(Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(extend(
        "oneOf" = [
            { "required": ["buffer"] },
            { "required": ["client"] },
            { "required": ["constant"] },
            { "required": ["id"] },
        ],
        "dependencies" = {
            "buffer": ["format"],
            "client": ["format"],
            "stride": ["format"],
            "offset": ["format"],
            "divisor": ["format"],
            "rate": ["format"],
            "type": ["constant"],
        },
        "not" = { "anyOf": [{ "required": ["format", "constant"] }, { "required": ["format", "id"] }] },
    ))
)]
#[serde(deny_unknown_fields)]
pub(super) struct Attribute {
    /// The name. Absent: its number.
    pub(super) name: Option<String>,
    /// The name of the buffer that it is in.
    pub(super) buffer: Option<String>,
    /// The name of the array in client memory that it is in.
    pub(super) client: Option<String>,
    /// One to four components, the same for all vertices.
    #[cfg_attr(
        feature = "schemars",
        schemars(
            with = "Option<Vec<f64>>",
            length(min = 1, max = 4),
            extend("items" = { "type": ["number", "string"] })
        )
    )]
    pub(super) constant: Option<Vec<Component>>,
    /// On V4 and V5: the number of the vertex or of the instance.
    pub(super) id: Option<Named<Id>>,
    /// Of an array: the format.
    pub(super) format: Option<Named<FormatNames>>,
    /// Of an array: the distance between elements, in bytes. Absent: the size of one. 0: all read the element at `offset`.
    pub(super) stride: Option<Number<u32>>,
    /// Of an array: the offset of the first element, in bytes. Absent: 0.
    pub(super) offset: Option<Number<u64>>,
    /// Of an array: the number of instances that share an element. Absent or 0: an element per vertex.
    pub(super) divisor: Option<Number<u32>>,
    /// Of an array: the rate at which it steps from one element to the next.
    pub(super) rate: Option<Rate>,
    /// Of a constant: the type of its components. Absent: float.
    pub(super) r#type: Option<Named<ConstantType>>,
}

/// A component of a constant, as the script has it.
pub(super) struct Component(pub(super) String);

impl<'de> Deserialize<'de> for Component {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Digits;

        impl Visitor<'_> for Digits {
            type Value = Component;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a number")
            }

            fn visit_str<E: Error>(self, number: &str) -> Result<Component, E> {
                Ok(Component(number.to_owned()))
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Component, E> {
                Ok(Component(format!("{number:?}")))
            }
        }

        deserializer.deserialize_any(Digits)
    }
}
