//! The contents of a script: a target, streams, and calls in their order.

mod call;
mod choices;
mod data;
mod draw;
mod names;
mod reader;
mod written;

use mali_buffers::two_phase::{OutOfBounds, Target, UploadRing, UploadRings, WhenFull};
use mali_instancing::Arch;
use mali_instancing::data::Number;

pub(super) use call::{Action, Call};
use choices::LineLoops;
pub(super) use data::Data;
pub(super) use draw::Draw;
pub(super) use names::Names;

#[cfg(feature = "schemars")]
pub(crate) use written::Script as WrittenScript;

use super::memory::LIMIT;
use crate::document::{read_document, wrong};
use crate::notation::Named;
use mali_instancing_codegen::read::{Fault, Location};
use mali_instancing_codegen::{Source, TextError};
use reader::Reader;

/// The capacity with which ANGLE begins for indices, in bytes.
const INITIAL_INDEX_CAPACITY: u64 = 1 << 14;

/// A limit that leaves memory for other blocks than streams.
const LARGEST_STREAM: u64 = LIMIT / 4;

pub(super) struct Script {
    pub(super) target: Target,
    pub(super) streams: UploadRings,
    pub(super) names: Names,
    pub(super) calls: Vec<Call>,
}

impl Script {
    pub(super) fn read(source: &Source) -> Result<Self, TextError> {
        read_document(source, |script: written::Script, root| {
            let (target, streams) = (target(&script), streams(&script)?);
            let mut reader = Reader {
                root,
                names: Names::default(),
                has_segments: script.line_loops == Some(Named(LineLoops::Segments)),
                draws: 0,
                submissions: 0,
            };
            let calls = script.call.into_iter().enumerate().map(|(index, call)| {
                let location = Location::default().in_element("call", index, None);
                reader.call(call, &location)
            });
            Ok(Self {
                target,
                streams,
                calls: calls.collect::<Result<_, _>>()?,
                names: reader.names,
            })
        })
    }
}

fn target(script: &written::Script) -> Target {
    let mut target = Target::new(script.arch.unwrap_or(Arch::V7));
    if let Some(checked) = script.checks_indices {
        target = target.with_checks_indices(checked);
    }
    match script.robust_access {
        Some(true) => target.with_out_of_bounds(OutOfBounds::Clamp),
        Some(false) => target.with_out_of_bounds(OutOfBounds::Refuse),
        None => target,
    }
}

fn streams(script: &written::Script) -> Result<UploadRings, Fault> {
    let Named(when_full) = script.when_full.unwrap_or(Named(WhenFull::default()));
    let stream = |key, size: Option<Number<u64>>, initial| {
        let refused = |reason| Err(wrong(&Location::default(), key, reason));
        let bytes = size.map_or(initial, |Number(size)| size);
        if bytes > LARGEST_STREAM {
            return refused(format!(
                "{bytes} bytes are too many: at most {LARGEST_STREAM} are allowed"
            ));
        }
        match UploadRing::new(bytes) {
            Ok(stream) => Ok(stream.with_when_full(when_full)),
            Err(error) => refused(error.to_string()),
        }
    };
    let vertex_capacity = UploadRing::INITIAL_VERTEX_CAPACITY;
    Ok(UploadRings {
        vertex: stream("vertex_stream", script.vertex_stream, vertex_capacity)?,
        indices: stream("index_stream", script.index_stream, INITIAL_INDEX_CAPACITY)?,
    })
}
