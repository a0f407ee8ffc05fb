//! The value in a field and the expected value, as text.

use mali_instancing::Arch;
use mali_instancing::check::{Detail, Expected, Finding};
use mali_instancing::descriptor::{DecodeError, Field, FieldKind};
use mali_instancing_codegen::pack::word;

use crate::explain::{format_names, text_of_value};

/// A value of a field, in the notation of all output.
fn value(arch: Arch, field: Option<Field>, value: u64) -> String {
    match field.map(|field| field.kind) {
        None => word(value as u32),
        Some(FieldKind::Hexadecimal) => format!("{value} ({})", word(value as u32)),
        // A negative value has its sign in all 64 bits.
        Some(FieldKind::Bytes | FieldKind::SignedBytes) => (value as i64).to_string(),
        Some(FieldKind::Format) => match format_names(arch, value as u32).as_slice() {
            [] => format!("{value:#08x}"),
            names => names.join(" or "),
        },
        Some(kind) => text_of_value(arch, kind, value).unwrap_or_else(|| format!("{value:#x}")),
    }
}

/// The value, with the name of the field, and the expected value.
pub(super) fn message(arch: Arch, finding: &Finding) -> String {
    let value = |number: u64| match finding.count() {
        Some(_) => number.to_string(),
        None => value(arch, finding.field, number),
    };
    let found = match (finding.count(), finding.field) {
        (Some(count), _) => format!("{} {count}", finding.found),
        (None, Some(field)) => format!("{} {}", field.name, value(finding.found)),
        (None, None) => value(finding.found),
    };
    match finding.expected {
        Expected::Value(expected) => format!("{found}: should be {}", value(expected)),
        Expected::AtLeast(least) => format!("{found}: should be at least {}", value(least)),
        Expected::AtMost(most) => format!("{found}: should be at most {}", value(most)),
        // The text begins with the place, which is shown elsewhere, and the value.
        Expected::Descriptor(kind) => {
            let (word, found) = (finding.word, finding.found as u32);
            let text = DecodeError { word, found, kind }.to_string();
            let wrong = text.split_once(": ").map(|(_, wrong)| wrong.to_owned());
            wrong.unwrap_or(text)
        }
        _ => found,
    }
}

/// The consequence, as an example.
pub(super) fn detail(finding: &Finding) -> Option<String> {
    // The application counts its elements from another one than the unit where a draw has a first instance.
    let named = |index, element| {
        if element == index {
            format!("element {index}")
        } else {
            format!("element {index}, the application's {element},")
        }
    };
    Some(match finding.detail? {
        Detail::FirstWrongId {
            id,
            element,
            expected,
        } => format!(
            "id {id} is the first with a wrong element: it gets element {element}, not {expected}"
        ),
        Detail::LastElement {
            index,
            element,
            end,
        } => {
            let (element, size) = (named(index, element), finding.found);
            format!("{element} is read, and ends at byte {end} of a buffer of {size}")
        }
        Detail::FirstElement {
            index,
            element,
            begin,
        } => {
            let (element, bytes) = (named(index, element), begin.unsigned_abs());
            format!("{element} is read, and begins {bytes} bytes before its buffer")
        }
        Detail::NearestDraw(draw) => {
            let effect = if draw.is_read {
                ""
            } else {
                "; no thread reads another element in it"
            };
            format!("the words are then those of {draw}{effect}")
        }
        _ => return None,
    })
}
