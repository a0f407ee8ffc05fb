//! Runs a script: every call is planned, and what is planned is done in memory.

mod buffers;
mod draws;

use mali_buffers::{
    BufferId, CopyPolicy, Error, MemoryRef, Planner, Retired, Sequence, StreamKind,
};

use super::PlannedScript;
use super::memory::{ApplicationMemory, PlannerMemory, allocate};
use super::report::{
    ActionReport, BufferChange, CallReport, DrawReport, MemoryReport, RetiredMemory,
};
use super::script::{Action, Call, Names, Script};
use super::totals::Totals;
use mali_instancing_codegen::{Source, TextError};

struct Simulation<'a> {
    names: &'a Names,
    planner: Planner,
    application: ApplicationMemory<'a>,
    memory: PlannerMemory,
    completed: Sequence,
    /// As much memory as may be used, in bytes.
    limit: u64,
}

/// What a call led to.
#[derive(Default)]
struct Effects {
    plan: Option<DrawReport>,
    waits_for: Option<Sequence>,
    moved_to: Option<u64>,
    retired: Vec<Retired>,
    freed: Vec<MemoryReport>,
}

/// Why a call is not done.
enum Problem {
    /// The library refuses it, and has changed nothing. What it is about begins at that byte of the
    /// script.
    Refused(Error, usize),
    /// Nothing can go on.
    Fatal(String),
}

impl From<String> for Problem {
    fn from(reason: String) -> Self {
        Self::Fatal(reason)
    }
}

/// Runs a script, in at most `limit` bytes of memory at a time. Calls that the library refuses are
/// left out, as GL does.
pub(super) fn run(
    source: &Source,
    script: &Script,
    limit: u64,
) -> Result<PlannedScript, TextError> {
    let simulation = Simulation::new(script, limit);
    let mut simulation = simulation.map_err(|reason| source.error(0, None, reason))?;
    let mut calls = Vec::with_capacity(script.calls.len());
    let mut errors = Vec::new();
    let lines = source.lines(script.calls.iter().map(|call| call.offset));
    for ((index, call), line) in script.calls.iter().enumerate().zip(lines) {
        let before = simulation.application.copy_policies();
        let mut effects = Effects::default();
        let action = ActionReport::new(&call.action, &script.names);
        let title = format!("call {}, {action}", index + 1);
        let wrong = |reason: &str, offset| source.error(offset, None, format!("{title}: {reason}"));
        let error = match simulation.call(call, &mut effects) {
            Ok(()) => None,
            Err(Problem::Refused(error, offset)) => {
                let reason = error.to_string();
                errors.push(wrong(&reason, offset));
                Some(reason)
            }
            Err(Problem::Fatal(reason)) => return Err(wrong(&reason, call.offset)),
        };
        calls.push(CallReport {
            call: index + 1,
            line,
            action,
            plan: effects.plan,
            waits_for: effects.waits_for.map(Sequence::get),
            moved_to: effects.moved_to.map(|address| format!("{address:#x}")),
            retired: simulation.retired(&effects.retired),
            freed: effects.freed,
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
    fn new(script: &'a Script, limit: u64) -> Result<Self, String> {
        let streams = &script.streams;
        let mut memory = PlannerMemory::new();
        for stream in [StreamKind::Vertex, StreamKind::Indices] {
            let generation = streams.get(stream).generation();
            let bytes = allocate(memory.used(), streams.get(stream).capacity(), limit)?;
            memory.add(MemoryRef::Stream { stream, generation }, bytes);
        }
        let constants = allocate(memory.used(), Planner::CONSTANTS_SIZE, limit)?;
        memory.add(MemoryRef::Constants, constants);
        let planner = Planner::new(script.target, streams.clone());
        Ok(Self {
            names: &script.names,
            planner,
            application: ApplicationMemory::new(&script.names),
            memory,
            completed: Sequence::NONE,
            limit,
        })
    }

    fn call(&mut self, call: &Call, effects: &mut Effects) -> Result<(), Problem> {
        let refused = |error| Problem::Refused(error, call.offset);
        match &call.action {
            Action::BufferData(data) => self.buffer_data(data, effects, refused),
            Action::BufferSubData(update) => self.buffer_sub_data(update, effects, refused),
            Action::Draw(draw) => self.draw(draw, effects, |error| {
                let offset = draw.offset_of(&error).unwrap_or(call.offset);
                Problem::Refused(error, offset)
            }),
            Action::Discard { stream } => {
                self.planner.discard(*stream);
                Ok(())
            }
            Action::Complete { through } => {
                self.complete(*through, effects);
                Ok(())
            }
            Action::Delete { buffer } => {
                self.delete(*buffer, effects);
                Ok(())
            }
        }
    }

    /// All the memory there is, in bytes.
    fn used(&self) -> u64 {
        self.application.used() + self.memory.used()
    }

    fn allocate(&self, size: u64) -> Result<Vec<u8>, String> {
        allocate(self.used(), size, self.limit)
    }

    /// Takes note that the GPU has finished everything `through` a submission.
    fn complete(&mut self, through: Sequence, effects: &mut Effects) {
        self.completed = self.completed.max(through);
        self.planner.complete(self.completed);
        self.free(effects);
    }

    /// Waits for the GPU.
    fn wait(&mut self, until: Sequence, effects: &mut Effects) {
        effects.waits_for = Some(until);
        self.complete(until, effects);
    }

    /// Nothing is drawn from that memory any more.
    fn retire(&mut self, retired: &[Retired], effects: &mut Effects) {
        self.memory.retire(retired);
        effects.retired.extend(retired);
        self.free(effects);
    }

    fn free(&mut self, effects: &mut Effects) {
        let freed = self.memory.free(self.completed).into_iter();
        effects
            .freed
            .extend(freed.map(|(place, bytes)| MemoryReport {
                place: self.names.place(place),
                bytes,
            }));
    }

    fn retired(&self, retired: &[Retired]) -> Vec<RetiredMemory> {
        let report = |retired: &Retired| RetiredMemory {
            place: self.names.place(retired.memory),
            until: retired.until.get(),
        };
        retired.iter().map(report).collect()
    }

    /// The buffers that are treated otherwise than `before`. New ones are not.
    fn changes(&self, before: &[(BufferId, CopyPolicy)]) -> Vec<BufferChange> {
        let after = self.application.copy_policies().into_iter();
        let differs = |(buffer, copy_policy): &(BufferId, CopyPolicy)| {
            let old = before.binary_search_by_key(buffer, |(buffer, _)| *buffer);
            old.is_ok_and(|index| before[index].1 != *copy_policy)
        };
        after
            .filter(differs)
            .map(|(buffer, copy_policy)| BufferChange {
                buffer: self.names.buffer(buffer).to_owned(),
                keeps_copies: copy_policy.is_static(),
                reason: copy_policy.to_string(),
            })
            .collect()
    }
}
