//! A check that the words of draws belong together: draws of a dump, of a manifest, or given as words.

// `source` makes a text of a file's bytes (`encoding`). `add` asks the crate's `dump` for draws, or else reads the
// text as a manifest. Both ways, and `add_words`, end in `CheckedDraw::new`, which runs the core's check over the
// words. The core's findings have positions of words: the closure `show` turns them into lines of the text, `value`
// writes the value and the expected one, `advice` has the reason and the help of each rule, and `effect` says whether
// a thread reads something wrong or only descriptors contradict each other. `checked_draw` shows all of it as a
// compiler does. With each draw it keeps the rules and the parts that were not checked, since "nothing found" alone
// would say too much.
mod advice;
mod checked_draw;
mod effect;
mod encoding;
mod value;

use std::borrow::Cow;
use std::fmt;

use mali_instancing::Arch;
use mali_instancing::check::{DrawState, Rule};
use mali_instancing_codegen::{Source, TextError};
use serde::Serialize;

use crate::draw_words::DrawWords;
use crate::dump::{self, Dump};
use crate::output::count;
use crate::rejected::Rejected;
pub use advice::Advice;
use checked_draw::{CheckedDraw, FileLine, found_in_words};

/// Draws and the errors in them.
///
/// ```
/// use mali_instancing_codegen::Source;
/// use mali_instancing_inspect::check::CheckedDraws;
///
/// let toml = r#"
///     [[vertex_input]]
///     name = "cube"
///     arch = "v7"
///     vertices = 36
///     instances = 1
///     buffers = [{ name = "mesh", stride = 12, size = 431, address = 0x1000_0000 }]
///     attributes = [{ name = "position", buffer = "mesh", format = "R32G32B32_SFLOAT" }]
/// "#;
/// let mut draws = CheckedDraws::default();
/// let errors = draws.add(&Source::new("cube.toml", toml.into())?, None);
/// assert!(errors.is_empty());
/// assert_eq!(draws.errors(), 1);
/// assert!(draws.to_string().contains("error[out-of-bounds]"));
/// # Ok::<(), mali_instancing_codegen::TextError>(())
/// ```
#[derive(Debug, Default, Serialize)]
pub struct CheckedDraws {
    draws: Vec<CheckedDraw>,
    totals: Totals,
    #[serde(skip)]
    files: usize,
}

/// The numbers of findings in draws.
#[derive(Debug, Default, Serialize)]
struct Totals {
    draws: usize,
    draws_with_errors: usize,
    errors: usize,
    notes: usize,
    /// The parts of draws, and the draws, that could not be read.
    unread: usize,
}

impl CheckedDraws {
    /// A source with the bytes of the dump or the manifest `name`, in UTF-8, or in UTF-16 with a byte order mark. A dump in
    /// a log can contain bytes that are not UTF-8: they become U+FFFD, and the parts of draws with them are not checked.
    ///
    /// # Errors
    ///
    /// Bytes that are not UTF-8 in a file that is not a dump.
    ///
    /// ```
    /// use mali_instancing_inspect::check::CheckedDraws;
    ///
    /// let log = b"I/MESA    ( 4242): Job Header (dc2af140):\nI/other   ( 17): \xff\n".to_vec();
    /// assert!(CheckedDraws::source("log.txt", log)?.text().ends_with("\u{fffd}\n"));
    /// let manifest = CheckedDraws::source("cube.toml", vec![0xff]);
    /// assert_eq!(manifest.unwrap_err().to_string(), "cube.toml:1: this is not UTF-8");
    /// # Ok::<(), mali_instancing_codegen::TextError>(())
    /// ```
    pub fn source(name: impl Into<String>, bytes: Vec<u8>) -> Result<Source, TextError> {
        let name = name.into();
        if let Some(text) = encoding::utf16(&bytes) {
            return Source::new(name, text.into_bytes());
        }
        match String::from_utf8_lossy(&bytes) {
            // Owned means that a byte was replaced. The bytes of a manifest stay as they are, so that `Source::new`
            // names the line of the mistake.
            Cow::Owned(text) if dump::is_likely(&text) => Source::new(name, text.into_bytes()),
            _ => Source::new(name, bytes),
        }
    }

    /// Checks every draw of a text: of a dump by Mesa's pandecode, or of a manifest. Returns the errors in the
    /// text itself.
    ///
    /// `arch` is the architecture of a dump that does not show it. A manifest has it.
    pub fn add(&mut self, source: &Source, arch: Option<Arch>) -> Vec<TextError> {
        let added = match dump::read_dump(source, arch) {
            Ok(Some(dump)) => Ok(self.add_dump(source, dump)),
            Ok(None) => self.add_manifest(source).map(|()| Vec::new()),
            Err(error) => Err(error),
        };
        self.files += 1;
        added.unwrap_or_else(|error| vec![error])
    }

    /// Checks a draw whose words are given. A draw without attributes and without buffers has no words but the null
    /// terminator.
    ///
    /// # Errors
    ///
    /// A table in which every word is 0, except a null terminator alone.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing::check::DrawState;
    /// use mali_instancing_inspect::check::CheckedDraws;
    ///
    /// let mut draws = CheckedDraws::default();
    /// assert!(draws.add_words(&DrawState::new(Arch::V7, &[0; 4], &[])).is_ok());
    /// let error = draws.add_words(&DrawState::new(Arch::V7, &[0; 8], &[])).unwrap_err();
    /// assert_eq!(error.key, "buffers");
    /// ```
    pub fn add_words(&mut self, state: &DrawState) -> Result<(), Rejected> {
        let terminator = if state.arch.needs_null_terminator() {
            4
        } else {
            0
        };
        let tables = [
            (
                "buffers",
                state.buffers,
                terminator,
                "a draw without buffers has only the null terminator on V6 and V7, and no words on other architectures",
            ),
            (
                "attributes",
                state.attributes,
                0,
                "a draw without attributes has no words",
            ),
        ];
        // In a table of zeros there is nothing to check, and "nothing found" would look like a right draw.
        for (key, words, empty, allowed) in tables {
            if words.len() > empty && words.iter().all(|word| *word == 0) {
                let reason =
                    format!("there is no descriptor in these words, which are all 0: {allowed}");
                return Err(Rejected::new(key, reason));
            }
        }
        self.push(CheckedDraw::new(None, state, |_, _, _| None));
        Ok(())
    }

    fn add_dump(&mut self, source: &Source, dump: Dump) -> Vec<TextError> {
        // Findings show the lines as they were given, with the prefix of a log. The reader has kept their numbers.
        let lines: Vec<&str> = source.text().lines().collect();
        for draw in &dump.draws {
            let show = |table, word, mask| numbered(&lines, draw.line_of(table, word, mask));
            let place = FileLine::new(source, draw.line);
            let checked = CheckedDraw::new(Some(place), &draw.state(dump.arch), show);
            let mut checked = checked.of_dump(&draw.shaders, &draw.unchecked);
            // The printer does not print the null terminator of a table. The one that the check sees was added by the
            // reader.
            let rule = Rule::NullTerminator;
            if dump.arch.needs_null_terminator() && !checked.not_checked.contains(&rule) {
                checked.not_checked.push(rule);
            }
            self.push(checked);
        }
        self.totals.unread += dump.lost;
        dump.errors
    }

    fn add_manifest(&mut self, source: &Source) -> Result<(), TextError> {
        let text = source.text();
        let has_extension = source.has_extension("toml") || source.has_extension("json");
        let has_table = text.lines().any(|line| line.trim_start().starts_with("[["));
        // Without this, a log without a dump would get an error about the grammar of TOML.
        if !has_extension && !has_table && !text.trim_start().starts_with('{') {
            let message = "this is neither a dump nor a manifest: a dump by pandecode has a line \
                           `Job Header` for each job or `RUN_IDVS` for each draw, a manifest has \
                           [[vertex_input]]";
            return Err(source.error_at_line(1, message));
        }
        let draws = DrawWords::of_manifest(source)?;
        let lines: Vec<&str> = text.lines().collect();
        for draw in &draws {
            let show = |_, _, _| numbered(&lines, draw.line);
            let place = FileLine::new(source, draw.line);
            self.push(CheckedDraw::new(Some(place), &draw.state(), show));
        }
        if !draws.is_empty() {
            return Ok(());
        }
        let message = "this manifest has no [[vertex_input]] with vertices: single descriptors and pipelines are not enough \
                       for a check";
        Err(source.error_at_line(1, message))
    }

    /// The number of errors, without notes.
    #[must_use]
    pub fn errors(&self) -> usize {
        self.totals.errors
    }

    /// The number of draws that were checked.
    #[must_use]
    pub fn draws(&self) -> usize {
        self.totals.draws
    }

    fn push(&mut self, draw: CheckedDraw) {
        let [errors, notes] = draw.found();
        self.totals.draws += 1;
        self.totals.draws_with_errors += usize::from(errors > 0);
        self.totals.errors += errors;
        self.totals.notes += notes;
        self.totals.unread += draw.unread.len();
        self.draws.push(draw);
    }
}

/// A line by its number, from 1.
fn numbered<'a>(lines: &[&'a str], number: usize) -> Option<(usize, &'a str)> {
    Some((number, lines.get(number.checked_sub(1)?)?))
}

/// Writes each draw, and the findings in all of them.
impl fmt::Display for CheckedDraws {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for draw in &self.draws {
            write!(formatter, "{draw}")?;
        }
        let draws = self.totals.draws;
        write!(formatter, "{}", count(draws, "draw", "draws"))?;
        if self.files > 0 {
            write!(formatter, " in {}", count(self.files, "file", "files"))?;
        }
        if draws == 0 {
            return writeln!(formatter, ": no draw could be checked");
        }
        let found = [self.totals.errors, self.totals.notes];
        let mut rules: Vec<Rule> = Vec::new();
        for rule in self.draws.iter().flat_map(|draw| &draw.not_checked) {
            if !rules.contains(rule) {
                rules.push(*rule);
            }
        }
        let unread = self.totals.unread;
        writeln!(
            formatter,
            ": {}",
            found_in_words(found, unread, rules.len())
        )
    }
}
