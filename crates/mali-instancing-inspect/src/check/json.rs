//! Checked draws for a machine.

use mali_instancing::check::{Detail, Expected, Rule};
use mali_instancing::descriptor::{Field, FieldKind};
use serde::Serialize;

use super::checked_draw::{CheckedDraw, Found};
use super::{Advice, severity_name, value};

/// A draw.
#[derive(Serialize)]
pub(super) struct DrawJson<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    arch: &'static str,
    vertices: Option<u32>,
    instances: Option<u32>,
    attributes: usize,
    findings: Vec<FindingJson<'a>>,
    not_checked: Vec<&'static str>,
    unchecked_attributes: Vec<usize>,
}

#[derive(Serialize)]
struct FindingJson<'a> {
    rule: &'static str,
    severity: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    table: &'static str,
    word: usize,
    attribute: Option<usize>,
    field: Option<&'static str>,
    found: Number,
    expected: ExpectedJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<EvidenceJson>,
    problem: &'a str,
    help: &'a str,
}

/// A field's value, which may be signed.
#[derive(Serialize)]
#[serde(untagged)]
enum Number {
    Signed(i64),
    Unsigned(u64),
}

impl Number {
    fn of(field: Option<Field>, value: u64) -> Self {
        match field {
            Some(field) if field.kind == FieldKind::SignedBytes => Self::Signed(value as i64),
            _ => Self::Unsigned(value),
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum ExpectedJson {
    Value(Number),
    AtLeast(Number),
    AtMost(Number),
    Descriptor(String),
    Other,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum EvidenceJson {
    FirstWrongId {
        id: u32,
        element: u32,
        expected: u32,
    },
    PaddedVertices {
        descriptor: u32,
        draw: u32,
    },
    LastElement {
        index: i64,
        end: i64,
        size: u64,
    },
    FirstElement {
        index: i64,
        begin: i64,
    },
}

impl<'a> From<&'a CheckedDraw> for DrawJson<'a> {
    fn from(draw: &'a CheckedDraw) -> Self {
        let place = draw.place.as_ref();
        Self {
            file: place.map(|(file, _)| &**file),
            line: place.map(|(_, line)| *line),
            arch: draw.arch.name(),
            vertices: draw.size.vertices,
            instances: draw.size.instances,
            attributes: draw.size.attributes,
            findings: draw
                .findings
                .iter()
                .map(|found| finding(draw, found))
                .collect(),
            not_checked: draw.not_checked.iter().map(Rule::name).collect(),
            unchecked_attributes: draw.lost.iter().map(|(attribute, _)| *attribute).collect(),
        }
    }
}

fn finding(draw: &CheckedDraw, Found { finding, line }: &Found) -> FindingJson<'static> {
    let number = |value| Number::of(finding.field, value);
    let advice = Advice::of(finding.rule);
    FindingJson {
        rule: finding.rule.name(),
        severity: severity_name(finding.rule.severity()),
        line: line.as_ref().map(|line| line.number),
        table: finding.table.name(),
        word: finding.word,
        attribute: finding.attribute,
        field: finding.field.map(|field| field.name),
        found: number(finding.found),
        expected: match finding.expected {
            Expected::Value(value) => ExpectedJson::Value(number(value)),
            Expected::AtLeast(least) => ExpectedJson::AtLeast(number(least)),
            Expected::AtMost(most) => ExpectedJson::AtMost(number(most)),
            Expected::Descriptor(_) => {
                ExpectedJson::Descriptor(value::expected(draw.arch, finding).unwrap_or_default())
            }
            _ => ExpectedJson::Other,
        },
        detail: finding.detail.and_then(|detail| evidence_json(&detail)),
        problem: advice.problem,
        help: advice.help,
    }
}

fn evidence_json(detail: &Detail) -> Option<EvidenceJson> {
    Some(match *detail {
        Detail::FirstWrongId {
            id,
            element,
            expected,
        } => EvidenceJson::FirstWrongId {
            id,
            element,
            expected,
        },
        Detail::LastElement { index, end, size } => EvidenceJson::LastElement { index, end, size },
        Detail::FirstElement { index, begin } => EvidenceJson::FirstElement { index, begin },
        Detail::PaddedVertices { descriptor, draw } => EvidenceJson::PaddedVertices {
            descriptor: descriptor.get(),
            draw: draw.get(),
        },
        _ => return None,
    })
}
