//! Explanations of a descriptor's words, one by one.

use std::fmt::{self, Write};

use mali_instancing::decode::Descriptor;
use mali_instancing::descriptor::{
    Field, FieldKind, Invocation, InvocationFields, ValhallFetchMode,
};
use mali_instancing::{Arch, AttributeBuffer, FetchMode, Format, PaddedCount};
use mali_instancing_codegen::pack::word;

/// The formula of an element's index, with the fields' letters.
pub(crate) const fn element(mode: FetchMode) -> &'static str {
    match mode {
        FetchMode::Linear => "id",
        FetchMode::Constant => "the same for every thread",
        FetchMode::Modulus(_) => "id mod ((2·P + 1)·2^R)",
        FetchMode::PotDivisor(_) => "id >> R",
        FetchMode::NpotDivisor { .. } => "((id + E) · (2^31 + D)) >> (32 + R)",
    }
}

/// The formula of an element's index from V9 on.
pub(crate) const fn valhall_element(mode: ValhallFetchMode) -> &'static str {
    match mode {
        ValhallFetchMode::Vertex => "vertex",
        ValhallFetchMode::Instance => "instance",
        ValhallFetchMode::Constant => "the same for every instance",
        ValhallFetchMode::PotDivisor(_) => "instance >> R",
        ValhallFetchMode::NpotDivisor(_) => "((instance + E) · (2^31 + D)) >> (32 + R)",
        ValhallFetchMode::VertexPacket { .. } => "vertex of the packet",
    }
}

/// The names of the formats with a format field. An integer and a scaled integer format share one field.
pub(crate) fn format_names(arch: Arch, field: u32) -> Vec<&'static str> {
    let has_field = |format: &Format| format.hardware(arch) == Some(field);
    let formats = Format::ALL.iter().copied().filter(has_field);
    formats.map(Format::name).collect()
}

/// Prints a line for each word: its position, its value and its fields. `first` is the first word's position.
pub(crate) fn print_words(
    output: &mut dyn Write,
    arch: Arch,
    descriptor: &Descriptor,
    words: &[u32],
    first: usize,
) -> fmt::Result {
    for (index, value) in words.iter().enumerate() {
        let (position, value) = (first + index, word(*value));
        let explanation = explain(arch, descriptor, words, index);
        writeln!(output, "{position:<5} {value}  {explanation}")?;
    }
    Ok(())
}

/// The bits of a field in one word, and their meaning.
pub(crate) struct WordField {
    /// The mask of its bits in the word; 0 for a text about the whole word.
    pub(crate) mask: u32,
    pub(crate) text: String,
}

/// The fields of the word `index` of a descriptor, or a single text if the fields alone do not explain the word.
pub(crate) fn explain_word(
    arch: Arch,
    descriptor: &Descriptor,
    words: &[u32],
    index: usize,
) -> Vec<WordField> {
    let fields = fields_of_word(arch, descriptor, words, index);
    let text = explain(arch, descriptor, words, index);
    if join(&fields) == text {
        return fields;
    }
    // The text is about the bits of the word's only field. If there are several fields or none, it is about the whole
    // word.
    let mask = match &fields[..] {
        [field] => field.mask,
        _ => 0,
    };
    vec![WordField { mask, text }]
}

fn fields_of_word(
    arch: Arch,
    descriptor: &Descriptor,
    words: &[u32],
    index: usize,
) -> Vec<WordField> {
    let fields = descriptor.fields(arch).iter();
    let fields = fields.filter(|field| field.mask(index) != 0 && field.is_in(words));
    let fields = fields.filter_map(|field| {
        let text = explain_field(arch, field, words, index)?;
        let mask = field.mask(index);
        Some(WordField { mask, text })
    });
    fields.collect()
}

fn join(fields: &[WordField]) -> String {
    let texts = fields.iter().map(|field| field.text.as_str());
    texts.collect::<Vec<_>>().join("; ")
}

/// The explanation of the word `index` of a descriptor.
fn explain(arch: Arch, descriptor: &Descriptor, words: &[u32], index: usize) -> String {
    let fields = join(&fields_of_word(arch, descriptor, words, index));
    match (descriptor, index) {
        (Descriptor::Empty, _) => "empty".to_owned(),
        // A packed buffer has eight words, also where its mode needs four.
        (Descriptor::AttributeBuffer(_), 4..) if !has_continuation(words) => {
            "no continuation".to_owned()
        }
        (Descriptor::AttributeBuffer(_), 7) => format!("{fields}, the application's"),
        (Descriptor::VertexId(Some(padded)), 1) => format!("vertices padded to {padded}; {fields}"),
        (Descriptor::VertexId(None), 1) => format!("not instanced; {fields}"),
        (Descriptor::Invocation(invocation), 0) => explain_dimensions(invocation),
        (Descriptor::Invocation(_), 1) => explain_shifts(words).unwrap_or(fields),
        (Descriptor::Draw(draw), 0) => format!("{fields}; flags {}", word(draw.flags.into())),
        // From V11 on, word 5 is the upper half of the size.
        (Descriptor::Buffer(buffer), 5) if words[5] != 0 => {
            format!("{fields}; {} bytes in all", buffer.size)
        }
        _ if fields.is_empty() => "reserved".to_owned(),
        _ => fields,
    }
}

/// Whether words of an attribute buffer have a continuation.
pub(crate) fn has_continuation(words: &[u32]) -> bool {
    // `is_in` looks at the type in word 0: only npot-divisor has these fields.
    let in_continuation = |field: &&Field| field.word() >= 4;
    let mut fields = AttributeBuffer::FIELDS.iter().filter(in_continuation);
    fields.any(|field| field.is_in(words))
}

/// The explanation of a field in the word `index`, which has bits of it.
fn explain_field(arch: Arch, field: &Field, words: &[u32], index: usize) -> Option<String> {
    let name = field.name;
    if field.kind == FieldKind::Address {
        // An address lies in two words. A line shows the bits that its word has, and which of the address they are.
        let mask = field.mask(index);
        let first = 32 * (index - field.word()) as u32;
        let (low, high) = (first + mask.trailing_zeros(), first + mask.ilog2());
        let bits = words.get(index)? & mask;
        return Some(format!("{name}, bits {low}..{high}: {bits:#x}"));
    }
    Some(format!("{name} {}", field_value(arch, field, words)?))
}

/// The value of a field in a descriptor's words, as text. `None` for words that do not have the
/// field, and for a value without a meaning.
///
/// ```
/// use mali_instancing::{Arch, AttributeBuffer};
/// use mali_instancing_inspect::decode::field_value;
///
/// let words = [3, 0x8300_0000, 20, 1400, 0, 0, 0, 0];
/// let values = AttributeBuffer::FIELDS.iter().filter(|field| field.is_in(&words));
/// let values: Vec<_> = values.filter_map(|field| field_value(Arch::V7, field, &words)).collect();
/// assert_eq!(values, ["3 (modulus)", "0x0", "3", "4", "20 bytes", "1400 bytes"]);
/// ```
#[must_use]
pub fn field_value(arch: Arch, field: &Field, words: &[u32]) -> Option<String> {
    text_of_value(arch, field.kind, field.get(words)?)
}

/// A field's value, as text. `None` for a value without a meaning.
pub(crate) fn text_of_value(arch: Arch, kind: FieldKind, value: u64) -> Option<String> {
    Some(match kind {
        FieldKind::Bytes => format!("{value} bytes"),
        // The lower 32 bits are the whole number: the others repeat its sign.
        FieldKind::SignedBytes => format!("{} bytes", value as i32),
        FieldKind::Hexadecimal => word(value as u32),
        FieldKind::Address => format!("{value:#x}"),
        FieldKind::Format => match format_names(arch, value as u32).as_slice() {
            [] => format!("{value:#08x}"),
            names => format!("{value:#08x} ({})", names.join(", ")),
        },
        FieldKind::PaddedCount => PaddedCount::from_bits(value as u8)?.to_string(),
        FieldKind::Named(values) => {
            let value = values.iter().find(|one| u64::from(one.number) == value)?;
            value.to_string()
        }
        _ => value.to_string(),
    })
}

/// The dimensions of an invocation, whose bits are not fields.
fn explain_dimensions(invocation: &InvocationFields) -> String {
    match invocation {
        InvocationFields::Draw {
            vertices,
            instances,
        } => format!(
            "workgroups y {vertices}, the vertices; workgroups z {instances}, the instances; each minus one"
        ),
        InvocationFields::Compute {
            size: [size_x, size_y, size_z],
            workgroups: [x, y, z],
        } => format!(
            "size x {size_x}, y {size_y}, z {size_z}; workgroups x {x}, y {y}, z {z}; each minus one"
        ),
    }
}

/// The first bits of an invocation's dimensions.
fn explain_shifts(words: &[u32]) -> Option<String> {
    // The first field is the whole of word 0, which `explain_dimensions` has.
    let fields = Invocation::FIELDS.get(1..)?;
    let values: Option<Vec<u64>> = fields.iter().map(|field| field.get(words)).collect();
    let [size_y, size_z, x, y, z, split] = values?.try_into().ok()?;
    Some(format!(
        "begin at bits: size y {size_y}, z {size_z}; workgroups x {x}, y {y}, z {z}; thread group split {split}"
    ))
}
