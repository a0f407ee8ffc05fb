use super::finding::{Expected, Location};
use super::reporter::Reporter;
use super::rule::Rule;
use crate::arch::Arch;
use crate::descriptor::Field;
use crate::format::{Format, FormatFields};

/// The first bit of the format's number in a format field. The bits below are its components.
const NUMBER_SHIFT: u32 = 12;

/// A format as the hardware knows it: several of Vulkan's can have its field.
#[derive(Clone, Copy)]
pub(super) struct FetchedFormat {
    /// The size of an element, in bytes.
    pub(super) size: u32,
    /// The alignment that a conversion needs, in bytes: the smallest of the formats that have the field.
    pub(super) alignment: u32,
    pub(super) is_read_unconverted: bool,
}

/// Checks a format field. Returns the format, if it is known.
pub(super) fn check_format(
    arch: Arch,
    location: Location<'_>,
    field: Field,
    found: u32,
    reporter: &mut Reporter<'_>,
) -> Option<FetchedFormat> {
    let known = fetched_format(arch, found);
    if known.is_some() {
        return known;
    }
    let fields = FormatFields::of(arch);
    let mut formats = Format::ALL
        .iter()
        .filter_map(|format| Some((*format, fields.get(*format)?)));
    let same_number = formats.find(|(_, known)| known >> NUMBER_SHIFT == found >> NUMBER_SHIFT);
    let expected = match same_number {
        Some((_, known)) => Expected::Value(known.into()),
        None => Expected::Other,
    };
    reporter.found(location.field(Rule::Format, field, expected));
    same_number.map(|(format, _)| FetchedFormat {
        size: format.size(),
        alignment: format.alignment(),
        is_read_unconverted: format.is_read_unconverted(),
    })
}

/// The format of a format field; `None` if the architecture has no such format.
pub(super) fn fetched_format(arch: Arch, found: u32) -> Option<FetchedFormat> {
    let fields = FormatFields::of(arch);
    let mut fetched: Option<FetchedFormat> = None;
    for format in Format::ALL {
        if fields.get(*format) != Some(found) {
            continue;
        }
        let before = fetched.unwrap_or(FetchedFormat {
            size: format.size(),
            alignment: u32::MAX,
            is_read_unconverted: false,
        });
        fetched = Some(FetchedFormat {
            // A8B8G8R8 in one number is R8G8B8A8.
            alignment: before.alignment.min(format.alignment()),
            // Whether an integer is converted is the shader's choice.
            is_read_unconverted: before.is_read_unconverted || format.is_read_unconverted(),
            ..before
        });
    }
    fetched
}

/// The size of an element of the hardware's format, in bytes; `None` if the architecture has no such format.
pub(super) fn format_size(arch: Arch, found: u32) -> Option<u32> {
    let fields = FormatFields::of(arch);
    let mut formats = Format::ALL.iter();
    let same = formats.find(|format| fields.get(**format) == Some(found))?;
    Some(same.size())
}
