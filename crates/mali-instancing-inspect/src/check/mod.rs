//! Whether the words of draws belong together: those of a dump, of a manifest, or given as words.

mod advice;
mod checked_draw;
mod totals;
mod value;

use std::fmt;

use mali_instancing::Arch;
use mali_instancing::check::{DrawState, Rule, Table};
use serde::Serialize;

use crate::dump::{self, DumpedDraw};
use crate::output::count::count;
pub use advice::Advice;
use checked_draw::{CheckedDraw, FileLine, Line};
use mali_instancing_codegen::Manifest;
use mali_instancing_codegen::Source;
use mali_instancing_codegen::TextError;
use mali_instancing_codegen::code::names::Named;
use mali_instancing_codegen::pack::Words as PackedWords;
use totals::Totals;

/// Draws and what is wrong with them.
///
/// ```
/// use mali_instancing_codegen::Source;
/// use mali_instancing_inspect::check::CheckedDraws;
///
/// let toml = r#"
/// [[vertex_input]]
/// name = "cube"
/// arch = "v7"
/// vertices = 36
/// instances = 1
/// buffers = [{ name = "mesh", stride = 12, size = 431, address = 0x1000_0000 }]
/// attributes = [{ name = "position", buffer = "mesh", format = "R32G32B32_SFLOAT" }]
/// "#;
/// let mut draws = CheckedDraws::default();
/// let errors = draws.add(&Source::new("cube.toml", toml.into())?, None);
/// assert!(errors.is_empty());
/// assert_eq!(draws.errors(), 1);
/// assert!(draws.to_string().contains("error[out-of-bounds]"));
/// # Ok::<(), mali_instancing_codegen::TextError>(())
/// ```
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct CheckedDraws {
    draws: Vec<CheckedDraw>,
    totals: Totals,
    #[serde(skip)]
    files: usize,
}

impl CheckedDraws {
    /// Checks every draw of a text: of what Mesa's pandecode prints, or of a manifest. Returns what is
    /// wrong with the text itself.
    ///
    /// `arch` is the architecture that a dump is of, where it does not tell. A manifest does.
    pub fn add(&mut self, source: &Source, arch: Option<Arch>) -> Vec<TextError> {
        let added = if dump::is_dump(source.text()) {
            self.add_dump(source, arch)
        } else {
            self.add_manifest(source).map(|()| Vec::new())
        };
        self.files += 1;
        added.unwrap_or_else(|error| vec![error])
    }

    /// Checks a draw whose words are given.
    pub fn add_words(&mut self, state: &DrawState) {
        self.push(CheckedDraw::new(None, state, |_, _, _| None));
    }

    fn add_dump(
        &mut self,
        source: &Source,
        arch: Option<Arch>,
    ) -> Result<Vec<TextError>, TextError> {
        let dump = dump::read(source, arch)?;
        let text = SourceLines::of(source);
        for draw in &dump.draws {
            self.push(check_dumped(&text, dump.arch, draw));
        }
        Ok(dump.cut)
    }

    fn add_manifest(&mut self, source: &Source) -> Result<(), TextError> {
        if !looks_like_a_manifest(source) {
            let message = "this is neither a dump nor a manifest: what pandecode prints has a line \
                           `Job Header` for each job or `RUN_IDVS` for each draw, a manifest has \
                           [[vertex_input]]";
            return Err(source.error_at_line(1, message));
        }
        let before = self.draws.len();
        let text = SourceLines::of(source);
        let manifest = Manifest::read(source.clone())?;
        for descriptor in manifest.pack()? {
            if let PackedWords::VertexInput(input) = &descriptor.words {
                let line = descriptor.name.line().unwrap_or(1);
                let show = |_, _, _| text.show(line);
                let draw = CheckedDraw::new(Some(text.place(line)), &input.packed.state(), show);
                self.push(draw);
            }
        }
        if self.draws.len() > before {
            return Ok(());
        }
        let message =
            "this manifest has no [[vertex_input]], and single descriptors say nothing of a draw";
        Err(source.error_at_line(1, message))
    }

    /// How many errors were found. Notes are none.
    #[must_use]
    pub fn errors(&self) -> usize {
        self.totals.errors
    }

    fn push(&mut self, draw: CheckedDraw) {
        self.totals.add(draw.totals());
        self.draws.push(draw);
    }
}

/// Whether a text that is no dump was written to be read by us.
fn looks_like_a_manifest(source: &Source) -> bool {
    let text = source.text();
    let has_extension = ["toml", "json"]
        .iter()
        .any(|extension| source.has_extension(extension));
    has_extension || text.contains("[[") || text.trim_start().starts_with('{')
}

/// Checks a draw of a dump. The printer does not print the null terminator of a table.
fn check_dumped(text: &SourceLines, arch: Arch, draw: &DumpedDraw) -> CheckedDraw {
    let show = |table: Table, word, mask| text.show(draw.line_of(table, word, mask));
    let checked = CheckedDraw::new(Some(text.place(draw.line)), &draw.state(arch), show)
        .with_unchecked_attributes(draw.lost.clone());
    if arch.needs_null_terminator() {
        checked.without(Rule::NullTerminator)
    } else {
        checked
    }
}

/// A text whose lines are to be shown: many of them, and in any order.
struct SourceLines<'a> {
    name: &'a str,
    lines: Vec<&'a str>,
}

impl<'a> SourceLines<'a> {
    fn of(source: &'a Source) -> Self {
        Self {
            name: source.name(),
            lines: source.text().lines().collect(),
        }
    }

    fn place(&self, line: usize) -> FileLine {
        let file = self.name.to_owned();
        FileLine { file, line }
    }

    /// A line, counted from 1.
    fn show(&self, number: usize) -> Option<Line> {
        let text = self.lines.get(number.checked_sub(1)?)?;
        Some(Line {
            number,
            text: (*text).to_owned(),
        })
    }
}

/// Writes each draw, and what was found in all of them.
impl fmt::Display for CheckedDraws {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for draw in &self.draws {
            write!(formatter, "{draw}")?;
        }
        let draws = count(self.totals.draws, "draw", "draws");
        write!(formatter, "{draws}")?;
        if self.files > 0 {
            write!(formatter, " in {}", count(self.files, "file", "files"))?;
        }
        writeln!(formatter, ": {}", self.totals)
    }
}
