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

impl FetchedFormat {
    fn of(format: Format) -> Self {
        Self {
            size: format.size(),
            alignment: format.alignment(),
            is_read_unconverted: format.is_read_unconverted(),
        }
    }
}

/// The formats as lists, one for each lower byte of the hardware's number: a field is compared with a few formats, and not
/// with all of them for each attribute.
struct Lists {
    first: [u8; 1 << u8::BITS],
    /// The next format of the list, by the position of a format in [`Format::ALL`].
    next: [u8; Format::ALL.len()],
}

/// The end of a list, which is no position.
const END: u8 = u8::MAX;
const _: () = assert!(
    Format::ALL.len() <= END as usize,
    "each format has a position"
);

static LISTS: Lists = {
    // All architectures have the same numbers. Only the order of components, in the bits below, differs.
    let fields = FormatFields::of(Arch::V7);
    let mut lists = Lists {
        first: [END; 1 << u8::BITS],
        next: [END; Format::ALL.len()],
    };
    // From the last to the first, so that lists have the order of all formats.
    let mut position = Format::ALL.len();
    while position > 0 {
        position -= 1;
        if let Some(field) = fields.get(Format::ALL[position]) {
            let list = (field >> NUMBER_SHIFT) as u8 as usize;
            lists.next[position] = lists.first[list];
            lists.first[list] = position as u8;
        }
    }
    lists
};

/// The formats that may have a field, each with its own.
fn candidates(arch: Arch, found: u32) -> impl Iterator<Item = (Format, u32)> {
    let fields = FormatFields::of(arch);
    let mut position = LISTS.first[(found >> NUMBER_SHIFT) as u8 as usize];
    let formats = core::iter::from_fn(move || {
        // `END` is no position of a format, so that `get` ends the list.
        let format = *Format::ALL.get(usize::from(position))?;
        position = LISTS.next[usize::from(position)];
        Some(format)
    });
    formats.filter_map(move |format| Some((format, fields.get(format)?)))
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
    let mut formats = candidates(arch, found);
    // A known number with other components is a wrong order, and the number alone has the size.
    let same_number = formats.find(|(_, known)| known >> NUMBER_SHIFT == found >> NUMBER_SHIFT);
    let expected = match same_number {
        Some((_, known)) => Expected::Value(known.into()),
        None => Expected::Other,
    };
    reporter.found(location.field(Rule::Format, field, expected));
    // The first format of a number has the smallest alignment, and is unconverted if any is: in the list, formats of
    // bytes are before packed ones, and 32-bit integers before scaled ones.
    same_number.map(|(format, _)| FetchedFormat::of(format))
}

/// The format of a format field; `None` if the architecture has no such format.
pub(super) fn fetched_format(arch: Arch, found: u32) -> Option<FetchedFormat> {
    let same = candidates(arch, found).filter(|(_, field)| *field == found);
    let same = same.map(|(format, _)| FetchedFormat::of(format));
    same.reduce(|one, other| FetchedFormat {
        size: one.size,
        // A8B8G8R8 in one number is R8G8B8A8.
        alignment: one.alignment.min(other.alignment),
        // Whether an integer is converted is the shader's choice.
        is_read_unconverted: one.is_read_unconverted || other.is_read_unconverted,
    })
}

/// The size of an element of the hardware's format, in bytes; `None` if the architecture has no such format.
pub(super) fn format_size(arch: Arch, found: u32) -> Option<u32> {
    let (format, _) = candidates(arch, found).find(|(_, field)| *field == found)?;
    Some(format.size())
}
