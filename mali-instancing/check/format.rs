use super::finding::{Expected, Location};
use super::reporter::Reporter;
use super::rule::Rule;
use crate::arch::Arch;
use crate::descriptor::Field;
use crate::format::{Format, FormatFields};

/// The first bit of the format's number in a format field. The bits below are its components.
const NUMBER_SHIFT: u32 = 12;

/// Checks a format field. Returns the size of the format in bytes, if it is known.
pub(super) fn check_format(
    arch: Arch,
    location: Location<'_>,
    field: Field,
    found: u32,
    reporter: &mut Reporter<'_>,
) -> Option<u32> {
    let fields = FormatFields::of(arch);
    let formats = || {
        Format::ALL
            .iter()
            .filter_map(|format| Some((*format, fields.get(*format)?)))
    };
    if let Some((format, _)) = formats().find(|(_, known)| *known == found) {
        return Some(format.size());
    }
    let same_number = formats().find(|(_, known)| known >> NUMBER_SHIFT == found >> NUMBER_SHIFT);
    let expected = match same_number {
        Some((_, known)) => Expected::Value(known.into()),
        None => Expected::Other,
    };
    reporter.found(location.field(Rule::Format, field, expected));
    same_number.map(|(format, _)| format.size())
}
