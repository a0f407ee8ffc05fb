//! A draw and what is wrong with it.

use std::fmt;

use anstyle::{AnsiColor, Style};
use mali_instancing::Arch;
use mali_instancing::check::{DrawState, Expected, Finding, Rules, Severity, Table, check};
use mali_instancing::descriptor::{DecodeErrorKind, Invocation, InvocationFields};

use super::{Advice, severity_name, value};
use mali_instancing_codegen::output::count::count;

/// A draw that was checked.
#[derive(Debug)]
pub(super) struct CheckedDraw {
    /// What it was read from, and the line; none for words of the command line.
    pub(super) place: Option<(String, usize)>,
    pub(super) arch: Arch,
    pub(super) size: Size,
    pub(super) findings: Vec<Found>,
    pub(super) not_checked: Rules,
    /// Attributes that cannot be checked, and the line that says why.
    pub(super) lost: Vec<(usize, usize)>,
}

/// How much is drawn, as far as that is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    pub(super) vertices: Option<u32>,
    pub(super) instances: Option<u32>,
    pub(super) attributes: usize,
}

/// A finding, and the line that it is about.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) finding: Finding,
    pub(super) line: Option<Shown>,
}

/// A line of a text.
#[derive(Debug)]
pub(super) struct Shown {
    pub(super) number: usize,
    pub(super) text: String,
}

impl CheckedDraw {
    /// Checks a draw. `line` returns the text to show of a word's bits.
    pub(super) fn new(
        place: Option<(String, usize)>,
        state: &DrawState,
        line: impl Fn(Table, usize, u32) -> Option<Shown>,
    ) -> Self {
        let mut findings = Vec::new();
        let not_checked = check(state, |finding| {
            findings.push(Found {
                line: line(finding.table, finding.word, mask(&finding)),
                finding,
            });
        });
        Self {
            place,
            arch: state.arch,
            size: Size::of(state),
            findings,
            not_checked,
            lost: Vec::new(),
        }
    }

    /// How many findings are of a severity.
    pub(super) fn count(&self, severity: Severity) -> usize {
        let of_severity = |found: &&Found| found.finding.rule.severity() == severity;
        self.findings.iter().filter(of_severity).count()
    }
}

/// The bits of its word that the finding is about.
fn mask(finding: &Finding) -> u32 {
    match (finding.field, finding.expected) {
        (Some(field), _) => field.mask(field.word()),
        (None, Expected::Descriptor(DecodeErrorKind::ReservedBits { reserved })) => {
            finding.found as u32 & reserved
        }
        (
            None,
            Expected::Descriptor(
                DecodeErrorKind::Value { field, .. } | DecodeErrorKind::InstanceSize { field },
            ),
        ) => field.mask(field.word()),
        _ => u32::MAX,
    }
}

impl Size {
    fn of(state: &DrawState) -> Self {
        let words = state.arch.attribute_words();
        let attributes = state.attributes.chunks(words).enumerate();
        let read = attributes.filter(|(number, words)| {
            let is_read = match state.read_attributes {
                Some(mask) => *number < 64 && mask >> number & 1 != 0,
                None => true,
            };
            is_read && words.iter().any(|word| *word != 0)
        });
        let mut size = Self {
            vertices: None,
            instances: None,
            attributes: read.count(),
        };
        if let Some(counts) = state.counts {
            size.vertices = counts.vertices;
            size.instances = Some(counts.instances);
        } else if let Some(Ok(InvocationFields::Draw {
            vertices,
            instances,
        })) = state.invocation.map(Invocation::decode)
        {
            size.vertices = Some(vertices);
            size.instances = Some(instances);
        }
        size
    }
}

/// Writes `65 vertices, 2 instances, 3 attributes`.
impl fmt::Display for Size {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.vertices {
            Some(vertices) => write!(
                formatter,
                "{}, ",
                count(vertices as usize, "vertex", "vertices")
            )?,
            None if self.instances.is_some() => write!(formatter, "indexed, ")?,
            None => {}
        }
        if let Some(instances) = self.instances {
            write!(
                formatter,
                "{}, ",
                count(instances as usize, "instance", "instances")
            )?;
        }
        write!(
            formatter,
            "{}",
            count(self.attributes, "attribute", "attributes")
        )
    }
}

const ERROR: Style = AnsiColor::BrightRed.on_default().bold();
const NOTE: Style = AnsiColor::BrightGreen.on_default().bold();
const MARGIN: Style = AnsiColor::BrightBlue.on_default().bold();
const BOLD: Style = Style::new().bold();

fn severity_style(severity: Severity) -> Style {
    match severity {
        Severity::Error => ERROR,
        Severity::Note => NOTE,
    }
}

/// Writes a line of what the draw is, and its findings as a compiler would.
impl fmt::Display for CheckedDraw {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, line)) = &self.place {
            write!(formatter, "{name}:{line}: ")?;
        }
        let Self { arch, size, .. } = self;
        write!(formatter, "{BOLD}Mali V{}, {size}{BOLD:#}: ", arch.number())?;
        writeln!(formatter, "{}", Totals::of([self]))?;
        for (attribute, line) in &self.lost {
            writeln!(
                formatter,
                "  attribute {attribute} is not checked: on line {line} the printer lost its place, \
                 and did not print its buffer"
            )?;
        }
        for found in &self.findings {
            writeln!(formatter)?;
            self.write_finding(formatter, found)?;
        }
        if !self.findings.is_empty() {
            writeln!(formatter)?;
        }
        Ok(())
    }
}

impl CheckedDraw {
    fn write_finding(&self, output: &mut fmt::Formatter, found: &Found) -> fmt::Result {
        let Found { finding, line } = found;
        let advice = Advice::of(finding.rule);
        let severity = finding.rule.severity();
        let (name, style) = (severity_name(severity), severity_style(severity));
        write!(output, "{style}{name}[{}]{style:#}{BOLD}: ", finding.rule)?;
        if let Some(attribute) = finding.attribute {
            write!(output, "attribute {attribute}: ")?;
        }
        writeln!(output, "{}{BOLD:#}", advice.problem)?;
        let stands = value::found(self.arch, finding);
        let stands = match (finding.expected, value::expected(self.arch, finding)) {
            // What is wrong with a descriptor begins with what stands there.
            (Expected::Descriptor(_), Some(wrong)) => wrong,
            (_, Some(expected)) => format!("{stands}: {expected}"),
            (_, None) => stands,
        };
        let width = line
            .as_ref()
            .map_or(1, |line| line.number.to_string().len());
        let margin = " ".repeat(width);
        match (&self.place, line) {
            (Some((file, _)), Some(Shown { number, text })) => {
                let indent = text.len() - text.trim_start().len();
                let carets = "^".repeat(text.trim().chars().count());
                writeln!(output, "{margin}{MARGIN}--> {MARGIN:#}{file}:{number}")?;
                writeln!(output, "{MARGIN}{margin} |{MARGIN:#}")?;
                writeln!(output, "{MARGIN}{number} |{MARGIN:#} {text}")?;
                writeln!(
                    output,
                    "{MARGIN}{margin} |{MARGIN:#} {:indent$}{style}{carets} {stands}{style:#}",
                    ""
                )?;
            }
            _ => writeln!(
                output,
                "{margin}{MARGIN}--> {MARGIN:#}{}, word {}: {stands}",
                finding.table, finding.word
            )?,
        }
        let detail = finding.detail.as_ref().and_then(value::detail);
        let lines = detail
            .into_iter()
            .chain([advice.reason.to_owned(), format!("help: {}", advice.help)]);
        for line in lines {
            writeln!(output, "{margin} {MARGIN}={MARGIN:#} {line}")?;
        }
        Ok(())
    }
}

/// How much was found in draws.
#[derive(Clone, Copy, Debug, Default, serde::Serialize)]
pub(super) struct Totals {
    pub(super) draws: usize,
    pub(super) draws_with_errors: usize,
    pub(super) errors: usize,
    pub(super) notes: usize,
}

impl Totals {
    pub(super) fn of<'a>(draws: impl IntoIterator<Item = &'a CheckedDraw>) -> Self {
        let mut totals = Self::default();
        for draw in draws {
            let errors = draw.count(Severity::Error);
            totals.draws += 1;
            totals.draws_with_errors += usize::from(errors > 0);
            totals.errors += errors;
            totals.notes += draw.count(Severity::Note);
        }
        totals
    }
}

/// Writes `2 errors, 1 note`, or that nothing was found.
impl fmt::Display for Totals {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let errors = count(self.errors, "error", "errors");
        let notes = count(self.notes, "note", "notes");
        match (self.errors, self.notes) {
            (0, 0) => formatter.write_str("nothing found"),
            (_, 0) => formatter.write_str(&errors),
            (0, _) => formatter.write_str(&notes),
            _ => write!(formatter, "{errors}, {notes}"),
        }
    }
}
