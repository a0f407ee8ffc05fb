//! The findings of a check: of words by the library, of a dump in JSON.

use mali_instancing::check::{Detail, Expected, Finding, Rule, Severity, Table};
use mali_instancing::descriptor::{
    Attribute, AttributeBuffer, Buffer, Draw, Field, InstanceId, ValhallAttribute, VertexId,
};
use mali_instancing::{Arch, InputRate};
use serde_json::Value;

/// A finding, and the value that it names.
#[derive(Clone, Debug)]
pub(super) struct Said {
    pub(super) rule: Rule,
    pub(super) is_error: bool,
    pub(super) table: Table,
    pub(super) word: usize,
    pub(super) attribute: Option<usize>,
    pub(super) field: Option<Field>,
    /// The number of an invocation that is wrong: 0 for the vertices, 1 for the instances.
    pub(super) count: Option<usize>,
    pub(super) value: Option<Named>,
    pub(super) alternative: u32,
    pub(super) draw: Option<NearestDraw>,
}

/// A value that a finding names.
#[derive(Clone, Copy, Debug)]
pub(super) enum Named {
    Is(u64),
    AtLeast(u64),
}

/// The draw that an alternative describes, as far as it says.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearestDraw {
    pub(super) vertices: Option<u32>,
    pub(super) instances: Option<u32>,
    pub(super) rate: Option<InputRate>,
}

impl Said {
    pub(super) fn of_words(finding: &Finding) -> Self {
        Self {
            rule: finding.rule,
            is_error: finding.severity == Severity::Error,
            table: finding.table,
            word: finding.word,
            attribute: finding.attribute,
            field: finding.field,
            count: finding.count().map(|name| usize::from(name == "instances")),
            value: match finding.expected {
                Expected::Value(value) | Expected::AtMost(value) => Some(Named::Is(value)),
                Expected::AtLeast(value) => Some(Named::AtLeast(value)),
                _ => None,
            },
            alternative: finding.alternative,
            draw: match finding.detail {
                Some(Detail::NearestDraw(draw)) => Some(NearestDraw {
                    vertices: draw.vertices,
                    instances: draw.instances,
                    rate: draw.rate,
                }),
                _ => None,
            },
        }
    }

    pub(super) fn in_dump(arch: Arch, finding: &Value) -> Self {
        let table = Table::from_name(finding["table"].as_str().unwrap()).unwrap();
        let message = finding["message"].as_str().unwrap();
        let number = |value: &Value| {
            let signed = value.as_i64().map(|value| value as u64);
            signed.or(value.as_u64())
        };
        let count = |value: &Value| value.as_u64().map(|value| value as u32);
        let expected = &finding["expected"];
        let is = number(&expected["value"]).or_else(|| number(&expected["at_most"]));
        let at_least = number(&expected["at_least"]);
        let draw = finding["detail"].get("nearest_draw");
        Self {
            rule: Rule::from_name(finding["rule"].as_str().unwrap()).unwrap(),
            is_error: finding["severity"] == "error",
            table,
            word: finding["word"].as_u64().unwrap() as usize,
            attribute: finding["attribute"].as_u64().map(|number| number as usize),
            field: finding["field"]
                .as_str()
                .map(|name| field(arch, table, name)),
            count: match message.split([' ', ':']).nth(1) {
                Some("vertices") => Some(0),
                Some("instances") => Some(1),
                _ => None,
            },
            value: is.map(Named::Is).or(at_least.map(Named::AtLeast)),
            alternative: finding["alternative"].as_u64().unwrap() as u32,
            draw: draw.map(|draw| NearestDraw {
                vertices: count(&draw["vertices"]),
                instances: count(&draw["instances"]),
                rate: rate(&draw["rate"]),
            }),
        }
    }
}

/// The rate of a buffer, which not every finding is about.
fn rate(rate: &Value) -> Option<InputRate> {
    Some(match rate["rate"].as_str()? {
        "vertex" => InputRate::Vertex,
        "constant" => InputRate::Constant,
        "instance" => InputRate::from_gl_divisor(rate["divisor"].as_u64().unwrap() as u32),
        other => panic!("{other}"),
    })
}

/// The field with a name in the descriptors of a table.
fn field(arch: Arch, table: Table, name: &str) -> Field {
    let in_table: &[&[Field]] = match (table, arch.has_attribute_buffers()) {
        (Table::Buffers, true) => &[
            AttributeBuffer::FIELDS,
            VertexId::FIELDS,
            InstanceId::FIELDS,
        ],
        (Table::Buffers, false) => &[Buffer::FIELDS],
        (Table::Attributes, true) => &[Attribute::FIELDS],
        (Table::Attributes, false) => &[ValhallAttribute::FIELDS],
        _ => &[Draw::FIELDS],
    };
    let mut fields = in_table.iter().copied().flatten();
    let field = fields.find(|field| field.name == name);
    *field.unwrap_or_else(|| panic!("{table}: {name}"))
}
