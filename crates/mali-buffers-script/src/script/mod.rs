//! The text of a script, by its keys. The simulation makes the planner's own types of each call.

mod constant;
mod data;
mod draw;

use mali_buffers::{Error, OutOfBounds, Target, UploadRing, WhenFull};
use mali_instancing::{Arch, Part};
use mali_instancing_codegen::choice::Named;
use mali_instancing_codegen::read::{Fault, Location, Number, wrong};
use serde::Deserialize;

use crate::choices::{IndexTypeNames, LineLoops, UsageNames, WhenFullNames};
use crate::memory::LIMIT;
pub(super) use data::Data;
pub(super) use draw::Draw;

/// A limit that leaves memory for other blocks than the ring's.
const LARGEST_RING: u64 = LIMIT / 4;

/// A script: an application's buffers and draws, call by call, and the GPU that they are planned for.
#[derive(Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Script {
    /// The architecture. Absent: v7.
    pub(crate) arch: Option<Arch>,
    /// Whether indices are read even if nothing else needs their bounds.
    pub(crate) checks_indices: Option<bool>,
    /// Whether a draw that needs elements or indices which do not exist is drawn.
    pub(crate) robust_access: Option<bool>,
    /// Whether line loops are drawn as loops or, where an API has none, as strips and lines. Absent: loops.
    pub(crate) line_loops: Option<Named<LineLoops>>,
    /// The size of the ring's first block, in bytes. Absent: 1 MiB.
    #[cfg_attr(feature = "schemars", schemars(range(min = 1, max = LARGEST_RING)))]
    pub(crate) ring: Option<Number<u64>>,
    /// The reaction of the ring when the GPU still reads all of it. Absent: grow.
    pub(crate) when_full: Option<Named<WhenFullNames>>,
    /// The calls, in their order.
    #[serde(default)]
    pub(crate) call: Vec<Call>,
}

impl Script {
    /// The JSON Schema of scripts in TOML or JSON, draft 7, with which editors complete and check.
    ///
    /// ```
    /// assert!(mali_buffers_script::Script::SCHEMA.contains("\"when_full\""));
    /// ```
    pub const SCHEMA: &str = include_str!("../../schemas/script.json");

    pub(crate) fn target(&self) -> Target {
        let mut target = Target::new(self.arch.unwrap_or(Arch::V7));
        if let Some(checked) = self.checks_indices {
            target = target.with_checks_indices(checked);
        }
        match self.robust_access {
            Some(true) => target.with_out_of_bounds(OutOfBounds::Clamp),
            Some(false) => target.with_out_of_bounds(OutOfBounds::Refuse),
            None => target,
        }
    }

    pub(crate) fn ring(&self) -> Result<UploadRing, Fault> {
        let refused = |reason| wrong(&Location::default(), "ring", reason);
        let bytes = (self.ring).map_or(UploadRing::INITIAL_VERTEX_CAPACITY, |Number(bytes)| bytes);
        if bytes > LARGEST_RING {
            return Err(refused(format!(
                "{bytes} bytes are too many: at most {LARGEST_RING} are allowed"
            )));
        }
        let ring = UploadRing::new(bytes).map_err(|error| refused(error.to_string()))?;
        let when_full = self
            .when_full
            .map_or_else(WhenFull::default, |named| named.0);
        Ok(ring.with_when_full(when_full))
    }

    pub(crate) fn has_segments(&self) -> bool {
        self.line_loops == Some(Named(LineLoops::Segments))
    }
}

/// A call of the application's: on a buffer, a draw, or the GPU having finished.
#[derive(Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(tag = "kind")
)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Call {
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

impl Call {
    /// The location of the part of this call, which is at `at`, that an error is about.
    pub(crate) fn part(&self, error: &Error, at: &Location) -> Location {
        let at = at.clone();
        match (self, error, error.part()) {
            (Self::Draw(_), _, Some(Part::Attribute(number))) => {
                at.in_element("attributes", number, None)
            }
            // These two are about the draw for the planner, and have a key of their own in a script.
            (Self::Draw(_), Error::IndicesPastEnd { .. } | Error::RestartIndex { .. }, _) => {
                at.with_key("indices")
            }
            _ => at,
        }
    }

    /// The text of an error. Indices that begin within an index name other vertices than the application's: a read
    /// past the end is most likely one of those.
    pub(crate) fn reason(&self, error: &Error) -> String {
        let within = match (self, error) {
            (Self::Draw(draw), Error::AttributePastEnd { .. }) => draw.begins_within_index(),
            _ => None,
        };
        within.map_or(error.to_string(), |(offset, size)| {
            format!("{error}; the indices' offset {offset} is not a multiple of {size}, their size")
        })
    }
}

/// A number that may be absent: 0.
fn or_zero<T: Default>(number: Option<Number<T>>) -> T {
    number.map_or_else(T::default, |Number(number)| number)
}
