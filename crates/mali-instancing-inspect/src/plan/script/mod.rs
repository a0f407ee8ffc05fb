//! What a script says: a target, streams, and calls in their order.

mod call;
mod choices;
mod counts;
mod draw;
mod index_list;
mod names;

use mali_buffers::{OutOfBounds, Target, UploadRing, UploadRings, WhenFull};
use mali_instancing::Arch;

pub(super) use call::{Action, BufferData, BufferSubData, Call};
pub(super) use draw::Draw;
pub(super) use names::Names;

use super::memory::LIMIT;
use crate::document::Fault;
use crate::document::{self, check_known, document, get, take};
use crate::keys::{Keys, boolean, choice, number};
use counts::Counts;
use mali_instancing_codegen::Source;
use mali_instancing_codegen::read::{Node, Table};

const KEYS: [&str; 7] = [
    "arch",
    "checks_indices",
    "robust_access",
    "vertex_stream",
    "index_stream",
    "when_full",
    "call",
];

/// What ANGLE begins with for indices, in bytes.
const INITIAL_INDEX_CAPACITY: u64 = 1 << 14;

/// So that all streams leave memory for something else.
const LARGEST_STREAM: u64 = LIMIT / 4;

pub(super) struct Script {
    pub(super) target: Target,
    pub(super) streams: UploadRings,
    pub(super) names: Names,
    pub(super) calls: Vec<Call>,
}

impl Script {
    pub(super) fn read(source: &Source) -> Result<Self, Fault> {
        let mut document = document(source)?;
        check_known(&document, &KEYS)?;
        let target = target(&document)?;
        let streams = streams(&document)?;
        let calls = match take(&mut document, "call") {
            Some(entry) => {
                Keys::of_tables("call", entry.node, |index| format!("call {}", index + 1))?
            }
            None => Vec::new(),
        };
        let mut names = Names::default();
        let mut counts = Counts::default();
        let calls = calls
            .into_iter()
            .map(|keys| Call::read(keys, &mut names, &mut counts))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            target,
            streams,
            names,
            calls,
        })
    }
}

/// The value of a key that may be left out.
fn optional<T>(
    document: &Table,
    key: &str,
    read: impl FnOnce(&Node) -> Result<T, String>,
) -> Result<Option<T>, Fault> {
    let entry = get(document, key);
    entry.map(|entry| document::read(entry, read)).transpose()
}

/// What sets whether a target does something.
type Flag = fn(Target, bool) -> Target;

fn target(document: &Table) -> Result<Target, Fault> {
    let arch = optional(document, "arch", choice::<Arch>)?.unwrap_or(Arch::V7);
    let mut target = Target::new(arch);
    let flags: [(_, Flag); 2] = [
        ("checks_indices", Target::with_checks_indices),
        ("robust_access", with_robust_access),
    ];
    for (key, with) in flags {
        if let Some(value) = optional(document, key, boolean)? {
            target = with(target, value);
        }
    }
    Ok(target)
}

fn with_robust_access(target: Target, is_robust: bool) -> Target {
    target.with_out_of_bounds(if is_robust {
        OutOfBounds::Clamp
    } else {
        OutOfBounds::Refuse
    })
}

fn streams(document: &Table) -> Result<UploadRings, Fault> {
    let when_full = optional(document, "when_full", choice::<WhenFull>)?.unwrap_or_default();
    let stream = |key, initial| {
        let read = |node: &Node| capacity(number(node)?);
        let stream = match optional(document, key, read)? {
            Some(stream) => stream,
            None => capacity(initial).map_err(|reason| Fault::new(0, reason))?,
        };
        Ok(stream.with_when_full(when_full))
    };
    Ok(UploadRings {
        vertex: stream("vertex_stream", UploadRing::INITIAL_VERTEX_CAPACITY)?,
        indices: stream("index_stream", INITIAL_INDEX_CAPACITY)?,
    })
}

fn capacity(bytes: u64) -> Result<UploadRing, String> {
    if bytes > LARGEST_STREAM {
        return Err(format!(
            "{bytes} bytes are too many: at most {LARGEST_STREAM} are allowed"
        ));
    }
    UploadRing::new(bytes).map_err(|error| error.to_string())
}
