//! What stands in a field and what should, for a person.

use std::fmt::Write;

use mali_instancing::Arch;
use mali_instancing::PaddedCount;
use mali_instancing::check::{Detail, Expected, Finding};
use mali_instancing::descriptor::{DecodeError, Field, FieldKind};

use crate::notation::format;
use mali_instancing_codegen::pack::word;

/// A value of a field, as everything that the command prints has it.
fn value(arch: Arch, field: Option<Field>, value: u64) -> String {
    match field.map(|field| field.kind) {
        None => word(value as u32),
        Some(FieldKind::Hexadecimal) => format!("{value} ({})", word(value as u32)),
        Some(FieldKind::SignedBytes) => (value as i64).to_string(),
        Some(FieldKind::Address) => format!("{value:#x}"),
        Some(FieldKind::Format) => match format::names(arch, value as u32).as_slice() {
            [] => format!("{value:#08x}"),
            names => names.join(" or "),
        },
        Some(FieldKind::PaddedCount) => match PaddedCount::from_bits(value as u8) {
            Some(count) => count.to_string(),
            None => format!("{value:#04x}"),
        },
        Some(FieldKind::Named(values)) => {
            let known = values.iter().find(|known| u64::from(known.number) == value);
            known.map_or_else(|| format!("{value:#x}"), ToString::to_string)
        }
        Some(_) => value.to_string(),
    }
}

/// The value that is there, and the one that should be.
pub(super) fn message(arch: Arch, finding: &Finding) -> String {
    let found = found(arch, finding);
    match (finding.expected, expected(arch, finding)) {
        // What is wrong with a descriptor begins with what is there.
        (Expected::Descriptor(_), Some(wrong)) => wrong,
        (_, Some(expected)) => format!("{found}: {expected}"),
        (_, None) => found,
    }
}

/// The value that is there, with the name of the field.
fn found(arch: Arch, finding: &Finding) -> String {
    let found = value(arch, finding.field, finding.found);
    match finding.field {
        Some(field) => format!("{} {found}", field.name),
        None => found,
    }
}

/// The value that should be there.
fn expected(arch: Arch, finding: &Finding) -> Option<String> {
    let value = |expected| value(arch, finding.field, expected);
    Some(match finding.expected {
        Expected::Value(expected) => format!("should be {}", value(expected)),
        Expected::AtLeast(least) => format!("should be {} at least", value(least)),
        Expected::AtMost(most) => format!("should be {} at most", value(most)),
        Expected::Descriptor(kind) => {
            let error = DecodeError {
                word: finding.word,
                found: finding.found as u32,
                kind,
            };
            // The place of a finding is said beside it.
            let text = error.to_string();
            text.split_once(": ")
                .map_or_else(|| text.clone(), |(_, wrong)| wrong.to_owned())
        }
        _ => return None,
    })
}

/// What comes of it, as an example.
pub(super) fn detail(detail: &Detail) -> Option<String> {
    let mut text = String::new();
    let written = match *detail {
        Detail::FirstWrongId {
            id,
            element,
            expected,
        } => write!(
            text,
            "id {id} is the first that goes wrong: it gets element {element} and not {expected}"
        ),
        Detail::LastElement { index, end, size } => write!(
            text,
            "element {index} is read, and ends at byte {end} of a buffer of {size}"
        ),
        Detail::FirstElement { index, begin } => write!(
            text,
            "element {index} is read, and begins {} bytes before its buffer",
            begin.unsigned_abs()
        ),
        Detail::PaddedVertices { descriptor, draw } => write!(
            text,
            "the descriptor is made for {descriptor} threads an instance, the draw has {draw}"
        ),
        _ => return None,
    };
    written.ok().map(|()| text)
}
