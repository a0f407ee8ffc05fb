//! Reads dumps of Mesa's pandecode back to words.
//!
//! pandecode prints fields. They are packed again, each with its line. Everything except vertex input
//! is skipped.
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
pub(crate) use draw::{Unchecked, UncheckedPart};
use job::Job;
use mali_instancing_codegen::{Source, TextError};
use run::Run;
use text::{Line, LineReader, Prefix, clean};

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

/// Whether a text has lines of a dump.
pub(crate) fn is_dump(text: &str) -> bool {
    let text = clean(text);
    let mut lines = LineReader::new(&text, Prefix::of(&text));
    lines.any(|line| architecture::is_of_a_dump(&line))
}

/// Reads a dump.
///
/// # Errors
///
/// A text that is not a dump, a text with dumps of two architectures, and an architecture that the text does not show
/// or contradicts.
pub(crate) fn read(source: &Source, arch: Option<Arch>) -> Result<Dump, TextError> {
    let text = clean(source.text());
    let lines = LineReader::new(&text, Prefix::of(&text));
    let evidence = Evidence::of(lines.clone());
    if evidence.is_empty() {
        let message = "this is not a dump: a dump by pandecode has a line `Job Header` for each job, or \
                       `RUN_IDVS` for each draw";
        return Err(source.error_at_line(1, message));
    }
    let reader = DumpReader::read(lines);
    Ok(Dump {
        arch: evidence.arch(source, arch)?,
        errors: reader.errors(source),
        lost: reader.wrong.len(),
        draws: reader.draws,
    })
}

const LOST: &str =
    "the dump does not have all lines of this draw, which is not checked: give the whole dump";
const UNTYPED: &str = "the type of this job is missing, or the printer does not write it: if the job has a draw, that \
                       is not checked";
const CUT: &str = "the dump has only the beginning of this draw: give the whole dump";

/// The part of a dump with the current line.
enum Place {
    Elsewhere,
    Job(Box<Job>),
    Run(Box<Run>),
}

/// The draws so far.
#[derive(Default)]
struct DumpReader {
    /// The draws, in the order of their first lines.
    draws: Vec<DumpedDraw>,
    /// The lines of draws that cannot be checked, with the reason.
    wrong: Vec<(usize, String)>,
    /// The number of draws before the current chain of jobs that depend on each other.
    chain: usize,
}

impl DumpReader {
    fn read(mut lines: LineReader) -> Self {
        let lines = &mut lines;
        let mut reader = Self::default();
        let mut place = Place::Elsewhere;
        while let Some(line) = lines.next() {
            // After the heading of a job, this is not the first line that is read.
            let is_without_heading = line.text.starts_with("Exception Status: ");
            if line.text.starts_with("Job Header ") || is_without_heading {
                reader.finish(place, false);
                let indent = line
                    .indent
                    .saturating_sub(if is_without_heading { 2 } else { 0 });
                place = Place::Job(Box::new(Job::new(&Line { indent, ..line }, lines)));
            } else if let Some(instruction) = line.command_stream_instruction() {
                reader.finish(place, false);
                place = if instruction.starts_with("RUN_IDVS") {
                    Place::Run(Box::new(Run::new(&line)))
                } else {
                    Place::Elsewhere
                };
            } else {
                match &mut place {
                    Place::Job(job) => job.read(&line, lines),
                    Place::Run(run) => run.read(&line, lines),
                    Place::Elsewhere => {}
                }
            }
        }
        reader.finish(place, true);
        let draws = reader.draws.iter_mut();
        draws.for_each(DumpedDraw::leave_unread_out);
        reader
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
        wrong.dedup();
        let error = |(line, message)| source.error_at_line(line, message);
        wrong.into_iter().map(error).collect()
    }

    /// Finishes a part of the dump. `is_at_end` is whether there are no more lines.
    fn finish(&mut self, place: Place, is_at_end: bool) {
        let (finished, is_last) = match place {
            Place::Elsewhere => return,
            Place::Run(run) => (run.finish(is_at_end), false),
            Place::Job(job) => {
                let is_last = job.next == 0;
                (job.finish(is_at_end), is_last)
            }
        };
        match finished {
            Finished::Draws(draws) => self.draws.extend(draws),
            Finished::Cut(line, true) => self.wrong.push((line, CUT.to_owned())),
            Finished::Cut(line, false) => self.wrong.push((line, LOST.to_owned())),
            Finished::Untyped(line) => self.wrong.push((line, UNTYPED.to_owned())),
            Finished::Unread(unread) => {
                let message = format!("{}: the draw is not checked", unread.reason);
                self.wrong.push((unread.line, message));
            }
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
                    draw.tiler_draw = tiler.draw;
                    draw.tiler_invocation = tiler.invocation;
                    draw.is_indexed = tiler.is_indexed;
                }
            }
        }
        if is_last {
            self.chain = self.draws.len();
        }
    }
}
