//! A draw and the errors in it.

use std::fmt;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use anstyle::Style;
use mali_instancing::Arch;
use mali_instancing::check::{DrawState, Expected, Finding, Rule, Severity, Table, check};
use mali_instancing::descriptor::{DecodeErrorKind, Invocation, InvocationFields};
use mali_instancing_codegen::Source;
use serde::Serialize;

use super::{Advice, effect, value};
use crate::dump::{Unchecked, UncheckedPart, is_read};
use crate::output::count;

/// A draw that was checked.
#[derive(Debug, Serialize)]
pub(super) struct CheckedDraw {
    /// The file and the line that it was read from; `None` for words of the command line.
    #[serde(flatten)]
    place: Option<FileLine>,
    arch: Arch,
    vertices: Option<u32>,
    instances: Option<u32>,
    attributes: usize,
    /// The shaders that read the attributes, if several could: `position shader`.
    #[serde(skip_serializing_if = "Option::is_none")]
    shaders: Option<String>,
    findings: Vec<CheckedFinding>,
    /// Another architecture, for which the words of the draw have no error.
    #[serde(skip_serializing_if = "Option::is_none")]
    fits: Option<Arch>,
    /// The rules that could not be checked, because the input does not have a value that they need.
    pub(super) not_checked: Vec<Rule>,
    /// The attributes that could not be checked.
    pub(super) unchecked_attributes: Vec<usize>,
    /// The parts of the draw that could not be read, with the reason: those attributes, and descriptors.
    pub(super) unread: Vec<Unread>,
}

/// A place in a file.
#[derive(Debug, Serialize)]
pub(super) struct FileLine {
    file: String,
    line: usize,
}

impl FileLine {
    pub(super) fn new(source: &Source, line: usize) -> Self {
        let file = source.name().to_owned();
        Self { file, line }
    }
}

/// A part of a draw that could not be read.
#[derive(Debug, Serialize)]
pub(super) struct Unread {
    /// Its name: `attribute 3`, `draw`.
    part: String,
    line: usize,
    reason: String,
}

/// A finding, its line, and advice.
#[derive(Debug, Serialize)]
struct CheckedFinding {
    #[serde(flatten)]
    finding: Finding,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// The text of the line.
    #[serde(skip)]
    text: String,
    /// The line of the vertex job that the tiler job contradicts, and its text.
    #[serde(skip)]
    vertex_job: Option<(usize, String)>,
    problem: &'static str,
    /// The value and the expected value.
    message: String,
    /// The reason why it is a problem.
    #[serde(skip)]
    reason: &'static str,
    help: &'static str,
    /// The effect of an error: a thread does not read what the API defines, or the descriptors contradict each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    effect: Option<&'static str>,
}

impl CheckedDraw {
    /// Checks a draw. `show` returns the number and the text of the line to show for bits of a word.
    pub(super) fn new<'a>(
        place: Option<FileLine>,
        state: &DrawState,
        show: impl Fn(Table, usize, u32) -> Option<(usize, &'a str)>,
    ) -> Self {
        let mut findings = Vec::new();
        let not_checked = check(state, |finding| {
            let Advice {
                problem,
                reason,
                help,
            } = Advice::of_finding(&finding);
            let (line, text) = show(finding.table, finding.word, mask(&finding)).unzip();
            let other = match finding.table {
                Table::TilerDraw => Some(Table::Draw),
                Table::TilerInvocation => Some(Table::Invocation),
                _ => None,
            };
            // Both tables have a descriptor of one kind, so the same word of each has the field.
            let vertex_job = other.and_then(|table| show(table, finding.word, mask(&finding)));
            findings.push(CheckedFinding {
                line,
                text: text.unwrap_or_default().to_owned(),
                vertex_job: vertex_job.map(|(line, text)| (line, text.to_owned())),
                problem,
                message: value::message(state.arch, &finding),
                reason,
                help,
                effect: effect::of(&finding),
                finding,
            });
        });
        let attributes = state.attributes.chunks(state.arch.attribute_words());
        let attributes = attributes.enumerate().filter(|(number, words)| {
            is_read(state.read_attributes, *number) && words.iter().any(|word| *word != 0)
        });
        // Up to V7 the invocation has the counts. From V9 on no descriptor of vertex input has them.
        let (vertices, instances) = match (state.counts, state.invocation.map(Invocation::decode)) {
            (Some(counts), _) => (counts.vertices, Some(counts.instances)),
            (
                None,
                Some(Ok(InvocationFields::Draw {
                    vertices,
                    instances,
                })),
            ) => (Some(vertices), Some(instances)),
            _ => (None, None),
        };
        let rules = findings.iter().map(|found| found.finding.rule);
        let fits = other_arch(state, rules);
        Self {
            place,
            arch: state.arch,
            vertices,
            instances,
            attributes: attributes.count(),
            shaders: None,
            findings,
            fits,
            not_checked: not_checked.iter().collect(),
            unchecked_attributes: Vec::new(),
            unread: Vec::new(),
        }
    }

    /// Adds the shaders that read the attributes, and the parts that could not be read.
    pub(super) fn of_dump(mut self, shaders: &[&str], unchecked: &[Unchecked]) -> Self {
        self.shaders = match shaders {
            [] => None,
            [one] => Some(format!("{one} shader")),
            several => Some(format!("{} shaders", several.join(" and "))),
        };
        for Unchecked { part, unread } in unchecked {
            let part = match part {
                UncheckedPart::Attribute(attribute) => {
                    self.unchecked_attributes.push(*attribute);
                    format!("attribute {attribute}")
                }
                // One reason holds for all of them, so they count as one part.
                UncheckedPart::Attributes(mask) => {
                    let numbers = (0..64).filter(|number| mask >> number & 1 != 0);
                    self.unchecked_attributes.extend(numbers);
                    "attributes".to_owned()
                }
                UncheckedPart::Descriptor(name) => (*name).to_owned(),
            };
            let (line, reason) = (unread.line, unread.reason.clone());
            self.unread.push(Unread { part, line, reason });
        }
        self
    }

    /// Whether an alternative's finding is that of the nearest draw, too.
    fn is_repeated(&self, found: &CheckedFinding) -> bool {
        let place = |finding: &Finding| (finding.table, finding.word, finding.field);
        found.finding.alternative > 0
            && self.findings.iter().any(|other| {
                let [one, other] = [&found.finding, &other.finding];
                other.alternative == 0
                    && place(one) == place(other)
                    && one.expected == other.expected
            })
    }

    /// The number of errors and of notes, without the alternatives to the nearest draw.
    pub(super) fn found(&self) -> [usize; 2] {
        let findings = self.findings.iter().map(|found| found.finding);
        let findings = findings.filter(|finding| finding.alternative == 0);
        let all = findings.clone().count();
        let errors = findings.filter(|finding| finding.severity == Severity::Error);
        let errors = errors.count();
        [errors, all - errors]
    }
}

/// `2 errors, 1 note`, or a text for no findings, and the number of parts that were not checked. A draw in which nothing
/// is found may have errors by the rules that were not checked.
pub(super) fn found_in_words([errors, notes]: [usize; 2], unread: usize, rules: usize) -> String {
    let is_nothing = errors + notes == 0;
    let in_words = [
        (errors, count(errors, "error", "errors")),
        (notes, count(notes, "note", "notes")),
        (usize::from(is_nothing), "nothing found".to_owned()),
        (unread, count(unread, "part", "parts") + " not checked"),
        (
            if is_nothing { rules } else { 0 },
            count(rules, "rule", "rules") + " not checked",
        ),
    ];
    let in_words = in_words.into_iter().filter(|(number, _)| *number > 0);
    in_words
        .map(|(_, words)| words)
        .collect::<Vec<_>>()
        .join(", ")
}

/// The oldest other architecture for which the words have no error, if some of them are not descriptors or formats of
/// the draw's.
fn other_arch(state: &DrawState, mut rules: impl Iterator<Item = Rule>) -> Option<Arch> {
    if !rules.any(|rule| matches!(rule, Rule::Descriptor | Rule::Format)) {
        return None;
    }
    let others = Arch::ALL.iter().copied().filter(|arch| {
        // Descriptors of the other family have other lengths: the words would be cut in the wrong places.
        *arch != state.arch && arch.has_attribute_buffers() == state.arch.has_attribute_buffers()
    });
    let mut others = others.filter(|arch| {
        let (arch, mut has_error) = (*arch, false);
        check(&DrawState { arch, ..*state }, |finding| {
            has_error |= finding.severity == Severity::Error;
        });
        !has_error
    });
    others.next()
}

/// The mask of the bits in its word that the finding is about.
fn mask(finding: &Finding) -> u32 {
    use DecodeErrorKind::{InstanceSize, ReservedBits, Value};
    match (finding.field, finding.expected) {
        // A finding names the first word of its field.
        (Some(field), _) => field.mask(field.word()),
        (None, Expected::Descriptor(ReservedBits { reserved })) => finding.found as u32 & reserved,
        (None, Expected::Descriptor(Value { field, .. } | InstanceSize { field })) => {
            field.mask(field.word())
        }
        _ => u32::MAX,
    }
}

const BOLD: Style = Style::new().bold();

/// Writes a line that describes the draw, and its findings in the form of a compiler's messages.
impl fmt::Display for CheckedDraw {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(FileLine { file, line }) = &self.place {
            write!(formatter, "{file}:{line}: ")?;
        }
        write!(formatter, "{BOLD}Mali V{}, ", self.arch.number())?;
        let in_words =
            |number: Option<u32>, one, several| Some(count(number? as usize, one, several));
        let vertices = in_words(self.vertices, "vertex", "vertices");
        let instances = in_words(self.instances, "instance", "instances");
        // Instances without vertices are those of an indexed draw, whose vertices follow from its indices.
        let indexed = instances.as_ref().map(|_| "indexed".to_owned());
        for part in [vertices.or(indexed), instances].into_iter().flatten() {
            write!(formatter, "{part}, ")?;
        }
        let attributes = count(self.attributes, "attribute", "attributes");
        write!(formatter, "{attributes}")?;
        if let Some(shaders) = &self.shaders {
            write!(formatter, " of the {shaders}")?;
        }
        writeln!(
            formatter,
            "{BOLD:#}: {}",
            found_in_words(self.found(), self.unread.len(), self.not_checked.len())
        )?;
        for Unread { part, line, reason } in &self.unread {
            writeln!(formatter, "  {part} is not checked: line {line}: {reason}")?;
        }
        if !self.not_checked.is_empty() {
            // Without the draw's counts a rule can still find what contradicts itself.
            let is_found = |rule: &&Rule| {
                self.findings
                    .iter()
                    .any(|found| found.finding.rule == **rule)
            };
            let (in_part, not): (Vec<&Rule>, Vec<&Rule>) =
                self.not_checked.iter().partition(is_found);
            for (label, rules) in [("checked in part", in_part), ("not checked", not)] {
                let names: Vec<&str> = rules.iter().map(|rule| rule.name()).collect();
                if !names.is_empty() {
                    writeln!(formatter, "  {label}: {}", names.join(", "))?;
                }
            }
        }
        let file = self.place.as_ref().map(|place| place.file.as_str());
        for finding in self
            .findings
            .iter()
            .filter(|found| !self.is_repeated(found))
        {
            writeln!(formatter, "\n{}", finding.report(file))?;
        }
        if let Some(arch) = self.fits {
            let (number, name) = (arch.number(), arch.name());
            write!(
                formatter,
                "\nhelp: the words of this draw are right for Mali V{number}: "
            )?;
            writeln!(formatter, "if that is the GPU, give --arch {name}")?;
        }
        if !self.findings.is_empty() {
            writeln!(formatter)?;
        }
        Ok(())
    }
}

impl CheckedFinding {
    /// The finding in the form of a compiler's message, with its line, or else its word.
    fn report(&self, file: Option<&str>) -> String {
        let finding = &self.finding;
        let level = match finding.severity {
            Severity::Error => Level::ERROR,
            Severity::Note => Level::NOTE,
        };
        let title = Advice::title(finding);
        let title = level.primary_title(title).id(finding.rule.name());
        let mut group = match (file, self.line) {
            (Some(file), Some(line)) => {
                let snippet = |line, text, kind: AnnotationKind, label| {
                    let annotation = kind.span(trimmed(text)).label(label);
                    let snippet = Snippet::source(text).path(file).line_start(line);
                    snippet.annotation(annotation)
                };
                let primary = AnnotationKind::Primary;
                let group = title.element(snippet(line, &*self.text, primary, &*self.message));
                let other = self.vertex_job.as_ref().map(|(line, text)| {
                    let label = "the vertex job has this: one of these is wrong";
                    snippet(*line, text, AnnotationKind::Context, label)
                });
                group.elements(other)
            }
            _ => {
                let word = format!("{}, word {}: {}", finding.table, finding.word, self.message);
                title.element(Origin::path(word))
            }
        };
        if let Some(detail) = value::detail(finding) {
            group = group.element(Level::NOTE.message(detail));
        }
        let group = group
            .element(Level::NOTE.message(self.reason))
            .elements(self.effect.map(|effect| Level::NOTE.message(effect)))
            .element(Level::HELP.message(self.help));
        // The text always has colours: the command takes them off if it does not write to a terminal.
        Renderer::styled().render(&[group])
    }
}

/// The bytes of a line without the blanks at its ends.
fn trimmed(text: &str) -> Range<usize> {
    text.len() - text.trim_start().len()..text.trim_end().len()
}
