//! Reads dumps of Mesa's pandecode back to words.
//!
//! pandecode prints fields. They are packed again, each with its line. Everything except vertex input
//! is skipped. A text comes in, and draws with their words go out:
//!
//! 1. `text` takes off what terminals and logs have added, and tells the processes of a log apart.
//! 2. `architecture` finds which Mali it is, in the lines that only some dumps have. A text without such a line is not
//!    a dump.
//! 3. `text::sections` groups the lines of each process: a heading, and the lines up to the next one.
//! 4. `DumpReader` groups the sections: a job of V4 to V9 begins with its header, a draw of V10 and later with the
//!    instruction `RUN_IDVS`. `job` reads the first, `run` the second.
//! 5. Both find the tables: `attribute_tables` those of V4 to V7, `resources` those of V9 and later. `shader` finds in
//!    the disassembly which attributes are read.
//! 6. `fields` and `format` make a number of a printed value, and `words` puts it into its bits and keeps its line.
//! 7. `draw` has the result, and what is checked of it.
//!
//! A descriptor is read whole or not at all. One that is not read keeps its place, since attributes name descriptors by
//! their position, and is left out of the check, with the reason. So a lost line makes up no finding, which
//! `tests/checks/lost_lines.rs` tries with the lines of recorded dumps.
//!
//! Facts: what Mesa 22.3.6 and 25.0.7 printed; the printer's source up to 2026, `decode.c`, `decode_jm.c`
//! and `decode_csf.c` in `src/panfrost/genxml/`.

mod architecture;
mod attribute_tables;
mod draw;
mod fields;
mod format;
mod job;
mod resources;
mod run;
mod shader;
mod text;
mod words;

use mali_instancing::Arch;

use architecture::Evidence;
pub(crate) use draw::DumpedDraw;
use draw::Finished;
pub(crate) use draw::{Unchecked, UncheckedPart, is_read};
use job::Job;
use mali_instancing_codegen::{Source, TextError};
use text::{Line, Log, Section, clean, sections};

/// The draws of a dump.
#[derive(Debug)]
pub(crate) struct Dump {
    pub(crate) arch: Arch,
    pub(crate) draws: Vec<DumpedDraw>,
    /// The errors for draws of which the text has only the beginning, and for numbers that do not fit their fields.
    pub(crate) errors: Vec<TextError>,
    /// The number of draws and jobs that are not among the draws because needed lines of theirs are missing.
    pub(crate) lost: usize,
}

/// Whether a text with bytes that are not UTF-8 is a dump, and not a manifest that cannot be read.
pub(crate) fn is_likely(text: &str) -> bool {
    // The first is in dumps of V4 to V9, the second in those of V10 and later, the third beside each attribute of
    // both.
    ["Job Header (", "RUN_IDVS", "Format (v"]
        .iter()
        .any(|part| text.contains(part))
}

/// Reads a dump; `None` for a text that has no line of one.
///
/// # Errors
///
/// A text with dumps of two architectures, and an architecture that the text does not show or contradicts.
pub(crate) fn read_dump(source: &Source, arch: Option<Arch>) -> Result<Option<Dump>, TextError> {
    let text = clean(source.text());
    let log = Log::of(&text);
    let evidence = Evidence::of(log.lines());
    if evidence.is_empty() {
        return Ok(None);
    }
    let arch = evidence.arch(source, arch)?;
    // Printers of V4 and V5 have this line in every buffer. Where the text has one at all, a buffer without it has
    // lost it.
    let has_special = |line: &Line| matches!(line.field(), Some((_, "Special", _)));
    let has_specials = log.lines().any(has_special);
    let mut reader = DumpReader::default();
    for lines in log.processes() {
        reader.read_process(&sections(&lines), has_specials);
    }
    // One process was read after the other, and a report follows the text. The draws of one line, which are the
    // shaders of one draw, keep their order, since the sort is stable.
    reader.draws.sort_by_key(|draw| draw.line);
    Ok(Some(Dump {
        arch,
        errors: reader.errors(source),
        lost: reader.wrong.len(),
        draws: reader.draws,
    }))
}

/// The draws so far.
#[derive(Default)]
struct DumpReader {
    draws: Vec<DumpedDraw>,
    /// The lines of draws that cannot be checked, with the reason.
    wrong: Vec<(usize, String)>,
    /// The number of draws before the current chain of jobs that depend on each other.
    chain: usize,
}

impl DumpReader {
    /// Reads the sections of a process: its jobs, and the instructions that run draws.
    fn read_process(&mut self, sections: &[Section], has_specials: bool) {
        // Another process has chains of its own.
        self.chain = self.draws.len();
        let is_instruction = |section: &Section| {
            let instruction = section.heading.command_stream_instruction();
            instruction.map(|instruction| instruction.starts_with("RUN_IDVS"))
        };
        // Any instruction of a command stream ends a draw: what is printed of a draw is below its own `RUN_IDVS`.
        let begins =
            |section: &Section| section.is_job_header() || is_instruction(section).is_some();
        let mut rest = sections;
        while let Some((first, after)) = rest.split_first() {
            let end = after.iter().position(begins).unwrap_or(after.len());
            let (own, next) = rest.split_at(end + 1);
            let is_at_end = next.is_empty();
            if first.is_job_header() {
                self.read_job(first, own, is_at_end, has_specials);
            } else if is_instruction(first) == Some(true) {
                self.finish(run::read_run(first, own, is_at_end));
            }
            rest = next;
        }
    }

    fn read_job(
        &mut self,
        header: &Section,
        sections: &[Section],
        is_at_end: bool,
        has_specials: bool,
    ) {
        let is_last = match Job::new(header, sections, is_at_end) {
            Ok(job) => {
                self.finish(job.read_draws(has_specials));
                job.is_last
            }
            // A dump can end after the heading.
            Err(_) if is_at_end && header.lines.is_empty() => true,
            // The link to the next job may be lost, too. So no later tiler job is matched with a draw before this
            // one.
            Err(unread) => {
                let reason = unread.reason;
                let reason = format!("{reason}: if this job has a draw, it is not checked");
                self.wrong.push((unread.line, reason));
                true
            }
        };
        // Jobs depend on each other by numbers, which the next chain uses again.
        if is_last {
            self.chain = self.draws.len();
        }
    }

    /// The mistakes in the text itself, in the order of the lines.
    fn errors(&self, source: &Source) -> Vec<TextError> {
        let unchecked = self.draws.iter().flat_map(|draw| &draw.unchecked);
        let unread = unchecked.map(|unchecked| &unchecked.unread);
        let numbers = unread.filter(|unread| unread.is_error);
        let numbers = numbers.map(|unread| (unread.line, &*unread.reason));
        let own = self.wrong.iter().map(|(line, message)| (*line, &**message));
        let mut wrong: Vec<(usize, &str)> = own.chain(numbers).collect();
        wrong.sort_unstable();
        // Several attributes can name one buffer that was not read, each with the same reason.
        wrong.dedup();
        let error = |(line, message)| source.error_at_line(line, message);
        wrong.into_iter().map(error).collect()
    }

    fn finish(&mut self, finished: Finished) {
        match finished {
            Finished::Draws(draws) => self.draws.extend(draws),
            Finished::Unchecked(line, reason) => self.wrong.push((line, reason)),
            // The primitives are those of the draw whose vertices one of these jobs shades. The other may be the job that
            // tiled before.
            Finished::Tiler(tiler, jobs) => {
                let chain = self.draws.get_mut(self.chain..).unwrap_or_default();
                let is_its = |draw: &&mut DumpedDraw| {
                    !draw.is_tiled && draw.job.is_some_and(|job| jobs.contains(&job))
                };
                if let Some(draw) = chain.iter_mut().find(is_its) {
                    draw.is_tiled = true;
                    draw.unchecked.extend(tiler.unchecked);
                    draw.primitive = tiler.primitive;
                    draw.tiler_draw = tiler.tiler_draw;
                    draw.tiler_invocation = tiler.tiler_invocation;
                    draw.is_indexed = tiler.is_indexed;
                }
            }
        }
    }
}
