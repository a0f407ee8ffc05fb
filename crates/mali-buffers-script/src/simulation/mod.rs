//! Runs a script: every draw is drawn, in memory that records what the draw does with it.

mod buffers;
mod draws;

use std::collections::BTreeMap;
use std::mem;

use mali_buffers::{
    Attribute, BufferId, ContextId, CopyPolicy, Error, Planner, Sequence, Target, UploadRing,
    VertexState,
};
use mali_instancing::draw::Tables;
use mali_instancing_codegen::{Source, TextError};

use super::PlannedScript;
use super::memory::{ApplicationMemory, RecordingMemory, allocate};
use super::report::{BufferChange, CallReport, Effects, MemoryReport, RetiredMemory};
use super::script::{Action, Call, Names, Script};
use super::sentence;
use super::totals::Totals;

struct Simulation<'a> {
    names: &'a Names,
    planner: Planner,
    application: ApplicationMemory<'a>,
    memory: RecordingMemory,
    /// The vertex array, which each draw binds its attributes to, and the tables of the last draw.
    state: VertexState,
    bound: Option<(Vec<Attribute>, bool)>,
    words: Vec<u32>,
    tables: Tables,
    /// The numbers of the ring's blocks, and of each buffer's copies, that have a name.
    ring_blocks: u64,
    copies: BTreeMap<BufferId, u64>,
    completed: Sequence,
    /// The size of memory that may be used, in bytes.
    limit: u64,
    effects: Effects,
}

/// The reason why a call is not executed.
enum Problem {
    /// The library has refused the call. What it copied before it found the error stays for later draws.
    Refused(Error),
    /// The script cannot continue.
    Fatal(String),
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        Self::Refused(error)
    }
}

impl From<String> for Problem {
    fn from(reason: String) -> Self {
        Self::Fatal(reason)
    }
}

/// Runs a script, in at most `limit` bytes of memory at a time. Calls that the library refuses are skipped, as in GL.
pub(super) fn run(source: &Source, script: Script, limit: u64) -> Result<PlannedScript, TextError> {
    let mut simulation = Simulation::new(script.target, script.ring, &script.names, limit);
    let (mut calls, mut errors) = (Vec::with_capacity(script.calls.len()), Vec::new());
    let lines: Vec<_> = source
        .lines(script.calls.iter().map(|call| call.offset))
        .collect();
    for ((index, call), line) in script.calls.into_iter().enumerate().zip(lines) {
        let Call { offset, action } = call;
        let before = simulation.application.copy_policies();
        let title = format!("call {}, {action}", index + 1);
        let wrong = |reason: &str, at| source.error(at, None, format!("{title}: {reason}"));
        let error = match simulation.call(&action) {
            Ok(()) => None,
            Err(Problem::Refused(error)) => {
                let (part, reason) = match &action {
                    Action::Draw(draw) => (draw.offset_of(&error), draw.reason(&error)),
                    _ => (None, error.to_string()),
                };
                errors.push(wrong(&reason, part.unwrap_or(offset)));
                Some(reason)
            }
            Err(Problem::Fatal(reason)) => return Err(wrong(&reason, offset)),
        };
        simulation.retire();
        calls.push(CallReport {
            call: index + 1,
            line,
            action,
            effects: mem::take(&mut simulation.effects),
            changes: simulation.changes(&before),
            error,
        });
    }
    Ok(PlannedScript {
        totals: Totals::new(&calls, &simulation.planner),
        calls,
        errors,
    })
}

impl<'a> Simulation<'a> {
    fn new(target: Target, ring: UploadRing, names: &'a Names, limit: u64) -> Self {
        Self {
            names,
            planner: Planner::new(ContextId::new(1), target, ring),
            application: ApplicationMemory::new(names),
            memory: RecordingMemory::new(),
            state: VertexState::empty(),
            bound: None,
            words: Vec::new(),
            tables: Tables::default(),
            ring_blocks: 0,
            copies: BTreeMap::new(),
            completed: Sequence::NONE,
            limit,
            effects: Effects::default(),
        }
    }

    fn call(&mut self, action: &Action) -> Result<(), Problem> {
        match action {
            Action::BufferData {
                buffer,
                data,
                usage,
                address,
                is_volatile,
            } => return self.buffer_data(buffer.id, data, usage.0, *address, *is_volatile),
            Action::BufferSubData {
                buffer,
                offset,
                data,
                address,
            } => return self.buffer_sub_data(buffer.id, *offset, data, *address),
            Action::Draw(draw) => return self.draw(draw),
            Action::Discard => self.planner.discard(),
            Action::Complete { through } => self.complete(Sequence::new(*through)),
            Action::Delete { buffer } => self.delete(buffer.id),
        }
        Ok(())
    }

    /// The size of all memory, in bytes.
    fn used(&self) -> u64 {
        self.application.used() + self.memory.used()
    }

    fn allocate(&self, size: u64) -> Result<Vec<u8>, String> {
        allocate(self.used(), size, self.limit)
    }

    /// Records that the GPU has finished everything up to the submission `through`.
    fn complete(&mut self, through: Sequence) {
        self.completed = self.completed.max(through);
        self.planner.complete(self.completed);
        self.free();
    }

    /// Waits for the GPU.
    fn wait(&mut self, until: Sequence) {
        self.effects.waits_for = Some(until.get());
        self.complete(until);
    }

    /// Reports the memory that no later draw reads, and frees what the GPU does not read either.
    fn retire(&mut self) {
        let report = |retired: super::memory::Retired| RetiredMemory {
            place: retired.name,
            until: retired.until.get(),
        };
        let retired = self.memory.take_retired().into_iter();
        self.effects.retired.extend(retired.map(report));
        self.free();
    }

    fn free(&mut self) {
        let report = |(place, bytes)| MemoryReport { place, bytes };
        let freed = self.memory.free(self.completed).into_iter();
        self.effects.freed.extend(freed.map(report));
    }

    /// The buffers whose policy differs from `before`. New buffers are not among them.
    fn changes(&self, before: &[(BufferId, CopyPolicy)]) -> Vec<BufferChange> {
        let mut after = self.application.copy_policies();
        after.retain(|(buffer, copy_policy)| {
            let old = before.binary_search_by_key(buffer, |(buffer, _)| *buffer);
            old.is_ok_and(|index| before[index].1 != *copy_policy)
        });
        let change = |(buffer, copy_policy): (BufferId, CopyPolicy)| BufferChange {
            buffer: self.names.buffer(buffer).to_owned(),
            keeps_copies: copy_policy.is_static(),
            reason: sentence::copy_policy(copy_policy),
        };
        after.into_iter().map(change).collect()
    }
}
