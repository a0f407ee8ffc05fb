//! The contents of a script: a target, a ring, and calls in their order.

mod call;
mod choices;
mod constant;
mod data;
mod draw;
mod names;
mod reader;
mod written;

use mali_buffers::{OutOfBounds, Target, UploadRing, WhenFull};
use mali_instancing::Arch;
use mali_instancing_codegen::choice::Named;
use mali_instancing_codegen::read::{Fault, Location, Number, read_document, wrong};
use mali_instancing_codegen::{Source, TextError};

pub(super) use call::{Action, Call};
pub(super) use choices::IndexTypeNames;
use choices::LineLoops;
pub(super) use data::Data;
pub(super) use draw::Draw;
pub(super) use names::Names;

pub use written::Script as WrittenScript;

use super::memory::LIMIT;
use reader::Reader;

/// A limit that leaves memory for other blocks than the ring's.
const LARGEST_RING: u64 = LIMIT / 4;

pub(super) struct Script {
    pub(super) target: Target,
    pub(super) ring: UploadRing,
    pub(super) names: Names,
    pub(super) calls: Vec<Call>,
}

impl Script {
    pub(super) fn read(source: &Source) -> Result<Self, TextError> {
        read_document(source, |script: written::Script, root| {
            let (target, ring) = (target(&script), ring(&script)?);
            let mut reader = Reader {
                root,
                names: Names::default(),
                has_segments: matches!(script.line_loops, Some(Named(LineLoops::Segments))),
                draws: 0,
                submissions: 0,
            };
            let calls = script.call.into_iter().enumerate().map(|(index, call)| {
                let location = Location::default().in_element("call", index, None);
                reader.call(call, &location)
            });
            Ok(Self {
                target,
                ring,
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

fn ring(script: &written::Script) -> Result<UploadRing, Fault> {
    let when_full = script
        .when_full
        .map_or_else(WhenFull::default, |Named(chosen)| chosen);
    let refused = |reason| Err(wrong(&Location::default(), "ring", reason));
    let initial = Number(UploadRing::INITIAL_VERTEX_CAPACITY);
    let Number(bytes) = script.ring.unwrap_or(initial);
    if bytes > LARGEST_RING {
        return refused(format!(
            "{bytes} bytes are too many: at most {LARGEST_RING} are allowed"
        ));
    }
    match UploadRing::new(bytes) {
        Ok(ring) => Ok(ring.with_when_full(when_full)),
        Err(error) => refused(error.to_string()),
    }
}
