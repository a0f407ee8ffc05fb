//! Runs a script: every draw is drawn, in memory that records what the draw does with it.
//!
//! 1. `run` reads the script, and answers its calls in their order. Each call changes the state of the `Simulation`,
//!    which is one application with one planner.
//! 2. `buffers` has the calls that change buffers. It checks that a buffer overlaps no other memory, and none that the
//!    GPU still reads.
//! 3. `draws` draws. If a draw must wait, the GPU finishes that work at once, and the answer tells that it had to.
//! 4. After each call, what was retired and freed is moved into its answer, and policies are compared with those before
//!    it.

mod buffers;
mod draws;

use std::mem;

use mali_buffers::{BufferId, ContextId, CopyPolicy, Error, Planner, Sequence, VertexState};
use mali_instancing::draw::Tables;
use mali_instancing_codegen::read::{Fault, Location, Node, Number, Reason, read_document, wrong};
use mali_instancing_codegen::{Source, TextError};

use super::PlannedScript;
use super::answer::{Action, BufferChange, CallAnswer, Totals, copy_policy};
use super::memory::{ApplicationMemory, RecordingMemory};
use super::script::{Call, Data, Script};

struct Simulation {
    planner: Planner,
    application: ApplicationMemory,
    memory: RecordingMemory,
    /// The vertex array, which each draw binds its attributes to, and the tables of the last draw.
    state: VertexState,
    ignores_vertex_id: bool,
    words: Vec<u32>,
    tables: Tables,
    /// The number of the ring's blocks that have a name.
    ring_blocks: u64,
    completed: Sequence,
    /// Whether line loops are drawn as strips and lines.
    has_segments: bool,
    /// The number of draws so far, and that of the last submission.
    draws: u64,
    submissions: u64,
    /// The size of memory that may be used, in bytes.
    limit: u64,
    /// The answer about the call.
    answer: CallAnswer,
}

/// The reason why a call is not executed.
enum Problem {
    /// The library has refused the call. What it copied before it found the error stays for later draws.
    Refused(Error),
    /// The script cannot continue.
    Fatal(String),
    /// A key is wrong.
    Key(Fault),
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        Self::Refused(error)
    }
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Self {
        Self::Key(fault)
    }
}

/// Runs a script, in at most `limit` bytes of memory at a time. Calls that the library refuses are skipped, as in GL.
pub(super) fn run(source: &Source, limit: u64) -> Result<PlannedScript, TextError> {
    read_document(source, |script: Script, root| {
        let mut simulation = Simulation::new(&script, limit)?;
        let at = |index| Location::default().in_element("call", index, None);
        // The lines of all calls are found in one walk over the text.
        let offsets = (0..script.call.len()).map(|index| root.find(&at(index)));
        let (mut calls, mut errors) = (Vec::new(), Vec::new());
        for ((index, call), line) in script.call.iter().enumerate().zip(source.lines(offsets)) {
            let (answer, error) = simulation.answer(call, index, line, root, &at(index))?;
            calls.push(answer);
            errors.extend(error.map(|fault| fault.in_text(source, 0)));
        }
        Ok(PlannedScript {
            totals: Totals::new(&calls, &simulation.planner),
            calls,
            errors,
        })
    })
}

impl Simulation {
    fn new(script: &Script, limit: u64) -> Result<Self, Fault> {
        Ok(Self {
            planner: Planner::new(ContextId::new(1), script.target(), script.ring()?),
            application: ApplicationMemory::default(),
            memory: RecordingMemory::default(),
            state: VertexState::empty(),
            ignores_vertex_id: false,
            words: Vec::new(),
            tables: Tables::default(),
            ring_blocks: 0,
            completed: Sequence::NONE,
            has_segments: script.has_segments(),
            draws: 0,
            submissions: 0,
            limit,
            answer: CallAnswer::default(),
        })
    }

    /// Executes a call. Its error is returned too if the library refuses it.
    fn answer(
        &mut self,
        call: &Call,
        index: usize,
        line: usize,
        root: &Node,
        at: &Location,
    ) -> Result<(CallAnswer, Option<Fault>), Fault> {
        // A draw may promote a buffer, and an update may end its copies: both are told as a change of policy.
        let before = self.application.copy_policies();
        let result = self.call(call, at);
        let title = format!("call {}, {}", index + 1, self.answer.action);
        // The title names the call, so the fault has its place in the text, and no location in words.
        let fault = |reason: &str, at: &Location| {
            let reason = Reason::Wrong(format!("{title}: {reason}"));
            let mut fault = Fault::new(Location::default(), reason);
            fault.offset = Some(root.find(at));
            fault
        };
        let mut error = None;
        match result {
            Ok(()) => {}
            Err(Problem::Key(fault)) => return Err(fault),
            Err(Problem::Fatal(reason)) => return Err(fault(&reason, at)),
            Err(Problem::Refused(refused)) => {
                let reason = call.reason(&refused);
                error = Some(fault(&reason, &call.part(&refused, at)));
                self.answer.error = Some(reason);
            }
        }
        self.answer.retired = self.memory.take_retired();
        // Memory that no work reads is freed by the call that retires it.
        self.free();
        let answer = CallAnswer {
            call: index + 1,
            line,
            changes: self.changes(&before),
            ..mem::take(&mut self.answer)
        };
        Ok((answer, error))
    }

    fn call(&mut self, call: &Call, at: &Location) -> Result<(), Problem> {
        match call {
            Call::BufferData {
                buffer,
                size,
                usage,
                address,
                volatile,
                data,
                index_type,
            } => {
                let data = Data::new(*size, data.as_deref(), *index_type, at)?;
                let address = address.map(|Number(address)| address);
                self.answer.action = Action::BufferData {
                    buffer: buffer.clone(),
                    size: data.size,
                    usage: *usage,
                    address: address.map(|address| format!("{address:#x}")),
                };
                self.buffer_data(buffer, &data, usage.0, address, *volatile)
            }
            Call::BufferSubData {
                buffer,
                offset,
                size,
                data,
                index_type,
                address,
            } => {
                let id = self.application.live_buffer(buffer, at)?;
                let data = Data::new(*size, data.as_deref(), *index_type, at)?;
                let offset = offset.map_or(0, |Number(offset)| offset);
                self.answer.action = Action::BufferSubData {
                    buffer: buffer.clone(),
                    offset,
                    size: data.size,
                };
                self.buffer_sub_data(id, offset, &data, address.map(|Number(address)| address))
            }
            Call::Draw(draw) => self.draw(draw, at),
            Call::Discard {} => {
                self.planner.discard();
                Ok(())
            }
            Call::Complete { through } => {
                let last = self.submissions;
                let through = through.map_or(last, |Number(through)| through);
                // 0 is allowed only as long as nothing is drawn: it is then all work.
                if through > last || (through == 0 && last > 0) {
                    let reason = match last {
                        0 => format!(
                            "there is no submission {through}: no call before this one draws"
                        ),
                        _ => {
                            format!("{through} is not a submission so far: 1 to {last} are allowed")
                        }
                    };
                    return Err(wrong(at, "through", reason).into());
                }
                self.answer.action = Action::Complete { through };
                self.complete(Sequence::new(through));
                Ok(())
            }
            Call::Delete { buffer } => {
                let id = self.application.live_buffer(buffer, at)?;
                self.answer.action = Action::Delete {
                    buffer: buffer.clone(),
                };
                self.delete(id);
                Ok(())
            }
        }
    }

    /// Checks that `size` bytes more fit the limit, together with all memory.
    fn check_room(&self, size: u64) -> Result<(), Problem> {
        // This is checked before the allocation: a refused script takes no more memory than an allowed one.
        let total = self.total_with(size);
        if total > self.limit {
            return Err(self.too_many(total));
        }
        Ok(())
    }

    fn total_with(&self, size: u64) -> u64 {
        let used = self.application.used() + self.memory.used();
        used.saturating_add(size)
    }

    fn too_many(&self, total: u64) -> Problem {
        let limit = self.limit;
        Problem::Fatal(format!(
            "{total} bytes of memory are too many at a time: at most {limit} are allowed"
        ))
    }

    /// Records that the GPU has finished everything up to the submission `through`.
    fn complete(&mut self, through: Sequence) {
        self.completed = self.completed.max(through);
        self.planner.complete(self.completed);
        self.free();
    }

    /// Waits for the GPU.
    fn wait(&mut self, until: Sequence) {
        self.answer.waits_for = Some(until.get());
        self.complete(until);
    }

    /// Frees retired memory that the GPU does not read.
    fn free(&mut self) {
        self.answer.freed.extend(self.memory.free(self.completed));
    }

    /// The buffers whose policy differs from `before`. New buffers are not among them.
    fn changes(&self, before: &[(BufferId, CopyPolicy)]) -> Vec<BufferChange> {
        let changes = before.iter().filter_map(|(id, old)| {
            let stored = self.application.buffers.get(id)?;
            let policy = stored.buffer.copy_policy();
            (policy != *old).then(|| BufferChange {
                buffer: stored.name.clone(),
                keeps_copies: policy.is_static(),
                reason: copy_policy(policy),
            })
        });
        changes.collect()
    }
}
