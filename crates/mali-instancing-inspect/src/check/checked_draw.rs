//! A draw and what is wrong with it.

use std::fmt;

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use anstyle::Style;
use mali_instancing::Arch;
use mali_instancing::check::{DrawState, Expected, Finding, Rule, Severity, Table, check};
use mali_instancing::descriptor::{DecodeErrorKind, Invocation, InvocationFields};
use serde::{Serialize, Serializer};

use super::totals::Totals;
use super::{Advice, value};
use crate::output::count::count;

/// A draw that was checked.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub(super) struct CheckedDraw {
    /// The file and the line that it was read from; none for words of the command line.
    #[serde(flatten)]
    place: Option<FileLine>,
    #[cfg_attr(feature = "schemars", schemars(with = "String"))]
    arch: Arch,
    #[serde(flatten)]
    size: Size,
    findings: Vec<CheckedFinding>,
    /// The rules that could not be checked, for want of what the input does not say.
    #[cfg_attr(feature = "schemars", schemars(with = "Vec<String>"))]
    not_checked: Vec<Rule>,
    /// The attributes that could not be checked.
    #[serde(serialize_with = "numbers")]
    #[cfg_attr(feature = "schemars", schemars(with = "Vec<usize>"))]
    unchecked_attributes: Vec<UncheckedAttribute>,
}

/// A place in a file.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub(super) struct FileLine {
    pub(super) file: String,
    pub(super) line: usize,
}

/// How much is drawn, as far as that is known.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
struct Size {
    vertices: Option<u32>,
    instances: Option<u32>,
    attributes: usize,
}

/// An attribute that cannot be checked, and the line that says why.
pub(super) type UncheckedAttribute = (usize, usize);

/// A finding, the line that it is about, and what to do.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
struct CheckedFinding {
    #[serde(flatten)]
    #[cfg_attr(
        feature = "schemars",
        schemars(with = "std::collections::BTreeMap<String, serde_json::Value>")
    )]
    finding: Finding,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<usize>"))]
    line: Option<Line>,
    problem: &'static str,
    /// The value that is there, and the one that should be.
    message: String,
    help: &'static str,
}

/// A line of a text.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) number: usize,
    pub(super) text: String,
}

fn numbers<S: Serializer>(
    attributes: &[UncheckedAttribute],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(attributes.iter().map(|(attribute, _)| attribute))
}

/// Writes the number.
impl Serialize for Line {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.number.serialize(serializer)
    }
}

impl CheckedDraw {
    /// Checks a draw. `line` returns the line to show of a word's bits.
    pub(super) fn new(
        place: Option<FileLine>,
        state: &DrawState,
        line: impl Fn(Table, usize, u32) -> Option<Line>,
    ) -> Self {
        let mut findings = Vec::new();
        let not_checked = check(state, |finding| {
            let advice = Advice::of(finding.rule);
            findings.push(CheckedFinding {
                line: line(finding.table, finding.word, mask(&finding)),
                problem: advice.problem,
                message: value::message(state.arch, &finding),
                help: advice.help,
                finding,
            });
        });
        Self {
            place,
            arch: state.arch,
            size: Size::of(state),
            findings,
            not_checked: not_checked.iter().collect(),
            unchecked_attributes: Vec::new(),
        }
    }

    /// The same, of a text that does not say what a rule needs.
    pub(super) fn without(mut self, rule: Rule) -> Self {
        if !self.not_checked.contains(&rule) {
            self.not_checked.push(rule);
        }
        self
    }

    /// The same, without attributes whose buffers the text does not show.
    pub(super) fn with_unchecked_attributes(
        self,
        unchecked_attributes: Vec<UncheckedAttribute>,
    ) -> Self {
        Self {
            unchecked_attributes,
            ..self
        }
    }

    pub(super) fn totals(&self) -> Totals {
        let of_severity = |severity| {
            let findings = self.findings.iter();
            findings
                .filter(|one| one.finding.rule.severity() == severity)
                .count()
        };
        let errors = of_severity(Severity::Error);
        Totals {
            draws: 1,
            draws_with_errors: usize::from(errors > 0),
            errors,
            notes: of_severity(Severity::Note),
        }
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

const BOLD: Style = Style::new().bold();

/// Writes a line of what the draw is, and its findings as a compiler would.
impl fmt::Display for CheckedDraw {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(FileLine { file, line }) = &self.place {
            write!(formatter, "{file}:{line}: ")?;
        }
        let Self { arch, size, .. } = self;
        write!(formatter, "{BOLD}Mali V{}, {size}{BOLD:#}: ", arch.number())?;
        writeln!(formatter, "{}", self.totals())?;
        for (attribute, line) in &self.unchecked_attributes {
            writeln!(
                formatter,
                "  attribute {attribute} is not checked: on line {line} the printer lost its place, \
                 and did not print its buffer"
            )?;
        }
        let file = self.place.as_ref().map(|place| place.file.as_str());
        for finding in &self.findings {
            writeln!(formatter, "\n{}", finding.report(file))?;
        }
        if !self.findings.is_empty() {
            writeln!(formatter)?;
        }
        Ok(())
    }
}

impl CheckedFinding {
    /// The finding as a compiler would show it: its line, or else its word.
    fn report(&self, file: Option<&str>) -> String {
        let finding = &self.finding;
        let level = match finding.rule.severity() {
            Severity::Error => Level::ERROR,
            Severity::Note => Level::NOTE,
        };
        let title = match finding.attribute {
            Some(attribute) => format!("attribute {attribute}: {}", self.problem),
            None => self.problem.to_owned(),
        };
        let title = level.primary_title(title).id(finding.rule.name());
        let mut group = match (file, &self.line) {
            (Some(file), Some(Line { number, text })) => {
                let start = text.len() - text.trim_start().len();
                let annotation = AnnotationKind::Primary
                    .span(start..text.trim_end().len())
                    .label(&self.message);
                let snippet = Snippet::source(text).path(file).line_start(*number);
                title.element(snippet.annotation(annotation))
            }
            _ => {
                let word = format!("{}, word {}: {}", finding.table, finding.word, self.message);
                title.element(Origin::path(word))
            }
        };
        if let Some(detail) = finding.detail.as_ref().and_then(value::detail) {
            group = group.element(Level::NOTE.message(detail));
        }
        let group = group
            .element(Level::NOTE.message(Advice::of(finding.rule).reason))
            .element(Level::HELP.message(self.help));
        Renderer::styled().render(&[group])
    }
}
