//! The words of a draw as descriptors and fields.

use mali_instancing::Arch;
use mali_instancing::check::Table;
use mali_instancing::decode::{Descriptor, Kind, descriptors};
use mali_instancing::descriptor::Field;
use mali_instancing_inspect::DrawWords;
use mali_instancing_inspect::decode::{descriptor_title, field_value};
use serde::Serialize;

/// A descriptor as it is shown.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ShownDescriptor {
    /// `draw`, `invocation`, `buffers` or `attributes`.
    table: &'static str,
    title: String,
    /// The position of its first word in the table.
    first: usize,
    words: Vec<u32>,
    fields: Vec<ShownField>,
    /// The mistake in words that are not a descriptor.
    error: Option<String>,
}

/// A field of a descriptor.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ShownField {
    name: &'static str,
    value: String,
    /// Its bits in each of the descriptor's words.
    masks: Vec<u32>,
    /// The place of the field: `word 1, bits 24 to 28`.
    place: String,
}

/// The buffers' and attributes' names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    pub(crate) buffers: Vec<String>,
    pub(crate) attributes: Vec<String>,
}

/// The descriptors of a draw, in the order of its words. Empty ones are left out.
pub(crate) fn shown_descriptors(draw: &DrawWords, names: &Names) -> Vec<ShownDescriptor> {
    let pair = |words: &Option<[u32; 2]>| words.map(|words| words.to_vec()).unwrap_or_default();
    let tables = [
        (Table::Draw, Kind::Draw, pair(&draw.draw)),
        (Table::Invocation, Kind::Invocation, pair(&draw.invocation)),
        (Table::Buffers, Kind::Buffers, draw.buffers.clone()),
        (Table::Attributes, Kind::Attributes, draw.attributes.clone()),
    ];
    let mut shown = Vec::new();
    for (table, kind, words) in tables {
        for decoded in descriptors(draw.arch, kind, &words) {
            let descriptor = match decoded {
                Ok(decoded) if decoded.descriptor == Descriptor::Empty => continue,
                Ok(decoded) => {
                    let own = &words[decoded.word..decoded.word + decoded.length];
                    let fields = decoded.descriptor.fields(draw.arch).iter();
                    ShownDescriptor {
                        table: table.name(),
                        title: names.title(draw, table, decoded.word, &decoded.descriptor),
                        first: decoded.word,
                        words: own.to_vec(),
                        fields: fields
                            .filter(|field| is_in(field, own))
                            .filter_map(|field| shown_field(draw.arch, field, decoded.word, own))
                            .collect(),
                        error: None,
                    }
                }
                Err(error) => {
                    // A descriptor in the table of buffers has four words up to V7, and eight from V9 on, as an
                    // attribute has then. `Draw`, `Invocation` and an attribute up to V7 have two.
                    let length = match (kind, draw.arch.attribute_words()) {
                        (Kind::Buffers, 2) => 4,
                        (_, words) => words,
                    };
                    // The error is at a word. The descriptor begins at the multiple of its length in front of that.
                    let first = error.word.min(words.len()) / length * length;
                    let end = (first + length).min(words.len());
                    let place = match end.saturating_sub(1) {
                        last if last > first => format!("words {first} to {last}"),
                        _ => format!("word {first}"),
                    };
                    ShownDescriptor {
                        table: table.name(),
                        title: format!("{}, {place}: no descriptor", table.name()),
                        first,
                        words: words[first..end].to_vec(),
                        fields: Vec::new(),
                        error: Some(error.to_string()),
                    }
                }
            };
            shown.push(descriptor);
        }
    }
    shown
}

fn shown_field(arch: Arch, field: &Field, first: usize, words: &[u32]) -> Option<ShownField> {
    Some(ShownField {
        name: field.name,
        value: field_value(arch, field, words)?,
        masks: (0..words.len()).map(|word| field.mask(word)).collect(),
        place: place(field, first),
    })
}

/// Whether a descriptor has a field, by its type; a descriptor without its continuation has fewer words.
fn is_in(field: &Field, words: &[u32]) -> bool {
    let mut padded = words.to_vec();
    padded.resize(words.len().max(8), 0);
    field.is_in(&padded) && field.word() < words.len()
}

/// The place of a field's bits.
fn place(field: &Field, first: usize) -> String {
    let (word, bit) = (first + field.word(), field.shift());
    let last = bit + field.width - 1;
    if field.width == 1 {
        format!("word {word}, bit {bit}")
    } else if last < u32::BITS {
        format!("word {word}, bits {bit} to {last}")
    } else {
        let (words, bit_of_last) = (last / u32::BITS, last % u32::BITS);
        format!(
            "word {word}, bit {bit} to word {}, bit {bit_of_last}",
            word + words as usize
        )
    }
}

impl Names {
    fn title(
        &self,
        draw: &DrawWords,
        table: Table,
        word: usize,
        descriptor: &Descriptor,
    ) -> String {
        let title = descriptor_title(descriptor);
        let (names, number) = match table {
            Table::Buffers => (&self.buffers, buffer_at(draw, word)),
            Table::Attributes => {
                let number = word / draw.arch.attribute_words();
                (&self.attributes, Some(number))
            }
            _ => return title.to_owned(),
        };
        let is_id = matches!(
            descriptor,
            Descriptor::VertexId(_) | Descriptor::InstanceId(_)
        );
        match number.map(|number| (number, names.get(number))) {
            Some((_, Some(name))) if !is_id => format!("{title} {name}"),
            Some((number, _)) if table == Table::Attributes => format!("{title} {number}"),
            _ => title.to_owned(),
        }
    }
}

/// The buffer that a word of the table of buffers belongs to.
pub(crate) fn buffer_at(draw: &DrawWords, word: usize) -> Option<usize> {
    let mut buffers = draw.words_of_buffers.iter();
    buffers.position(|words| words.contains(&word))
}
