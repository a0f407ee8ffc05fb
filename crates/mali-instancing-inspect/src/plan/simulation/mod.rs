//! Runs a script: every call is planned, and every plan is executed in memory.

mod buffers;
mod draws;

use std::mem;

use mali_buffers::two_phase::{
    BufferId, ContextId, CopyPolicy, Error, MemoryRef, Planner, Retired, Sequence, StreamKind,
    Target, UploadRings,
};
use mali_instancing_codegen::{Source, TextError};

use super::PlannedScript;
use super::memory::{ApplicationMemory, PlannerMemory, allocate};
use super::report::{BufferChange, CallReport, Effects, MemoryReport, RetiredMemory};
use super::script::{Action, Call, Names, Script};
use super::sentence;
use super::totals::Totals;

struct Simulation<'a> {
    names: &'a Names,
    planner: Planner,
    application: ApplicationMemory<'a>,
    memory: PlannerMemory,
    completed: Sequence,
    /// The size of memory that may be used, in bytes.
    limit: u64,
    effects: Effects,
}

/// The reason why a call is not executed.
enum Problem {
    /// The library has refused the call, and changed nothing.
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
    let simulation = Simulation::new(script.target, script.streams, &script.names, limit);
    let mut simulation = simulation.map_err(|reason| source.error(0, None, reason))?;
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
                let part = match &action {
                    Action::Draw(draw) => draw.offset_of(&error),
                    _ => None,
                };
                let reason = error.to_string();
                errors.push(wrong(&reason, part.unwrap_or(offset)));
                Some(reason)
            }
            Err(Problem::Fatal(reason)) => return Err(wrong(&reason, offset)),
        };
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
    fn new(
        target: Target,
        streams: UploadRings,
        names: &'a Names,
        limit: u64,
    ) -> Result<Self, String> {
        let mut memory = PlannerMemory::new();
        for stream in [StreamKind::Vertex, StreamKind::Indices] {
            let generation = streams.get(stream).generation();
            let bytes = allocate(memory.used(), streams.get(stream).capacity(), limit)?;
            memory.add(MemoryRef::Stream { stream, generation }, bytes);
        }
        let constants = allocate(memory.used(), Planner::CONSTANTS_SIZE, limit)?;
        memory.add(MemoryRef::Constants, constants);
        Ok(Self {
            names,
            planner: Planner::new(ContextId::new(1), target, streams),
            application: ApplicationMemory::new(names),
            memory,
            completed: Sequence::NONE,
            limit,
            effects: Effects::default(),
        })
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
            Action::Discard { stream } => self.planner.discard(stream.0),
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

    /// Records that no later draw reads that memory.
    fn retire(&mut self, retired: &[Retired]) {
        self.memory.retire(retired);
        let report = |retired: &Retired| RetiredMemory {
            place: self.names.place(retired.memory),
            until: retired.until.get(),
        };
        self.effects.retired.extend(retired.iter().map(report));
        self.free();
    }

    fn free(&mut self) {
        let report = |(place, bytes)| MemoryReport {
            place: self.names.place(place),
            bytes,
        };
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
