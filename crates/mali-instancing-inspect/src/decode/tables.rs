//! Both tables of a draw, as the hardware reads them.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use mali_instancing::decode::{Decoded, FollowedAttribute, attributes};
use mali_instancing::{Arch, DecodeError};

use super::json::{AttributeJson, PlaceJson, write_errors};
use super::paragraph::{own_words, print};
use super::place::{Content, Place};
use crate::explain::has_continuation;
use crate::output::answer::Answer;
use mali_instancing_codegen::descriptor::packed::word;
use mali_instancing_codegen::output::json::write_array;

/// The attributes of a draw and the descriptors that they name; what no attribute names is shown as not read.
///
/// ```
/// use mali_instancing::Arch;
/// use mali_instancing_inspect::Answer;
/// use mali_instancing_inspect::decode::DecodedTables;
///
/// // A buffer, four words of something older, and the null terminator as a driver writes it.
/// let buffers = [1, 0, 64, 6400, 0xdead_beef, 7, 7, 7, 1, 0, 0, 0];
/// let tables = DecodedTables::new(Arch::V7, &buffers, &[0x2dc0_4200, 0]);
/// let text = tables.to_string();
/// assert!(text.contains("buffers, words 4 to 7: not read"));
/// assert!(text.contains("buffers, words 8 to 11: null terminator"));
/// assert!(tables.json().to_string().contains("\"descriptor\":\"null-terminator\""));
/// assert!(tables.errors().is_empty());
/// ```
#[derive(Debug)]
pub struct DecodedTables<'a> {
    arch: Arch,
    buffers: &'a [u32],
    attributes: &'a [u32],
    followed: Vec<FollowedAttribute>,
    places: Vec<Place>,
    errors: Vec<TableError>,
}

/// What is wrong with words that the hardware would read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableError {
    /// The attributes that name the descriptor; none where it is the attribute's own words.
    readers: Vec<usize>,
    error: DecodeError,
}

/// Writes the table, the word in it, and what is wrong; and which attributes read it.
impl fmt::Display for TableError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.readers.is_empty() {
            return write!(formatter, "attributes, {}", self.error);
        }
        let verb = if self.readers.len() == 1 { "s" } else { "" };
        let readers = numbered(&self.readers);
        write!(
            formatter,
            "{readers} name{verb} a descriptor of the buffers, {}",
            self.error
        )
    }
}

impl std::error::Error for TableError {}

impl<'a> DecodedTables<'a> {
    /// Decodes the attributes of a draw and the descriptors of its table of buffers that they name. What cannot be
    /// decoded is among the [`errors`](Self::errors).
    ///
    /// `buffers` are the table's words from its first descriptor on.
    #[must_use]
    pub fn new(arch: Arch, buffers: &'a [u32], attribute_words: &'a [u32]) -> Self {
        let followed: Vec<_> = attributes(arch, buffers, attribute_words).collect();
        let mut named: BTreeMap<usize, (Result<Decoded, DecodeError>, Vec<usize>)> =
            BTreeMap::new();
        let mut errors = Vec::new();
        for (number, FollowedAttribute { attribute, buffer }) in followed.iter().enumerate() {
            match attribute {
                Err(error) => errors.push(TableError {
                    readers: Vec::new(),
                    error: *error,
                }),
                Ok(attribute) => {
                    if let (Some(word), Some(buffer)) = (attribute.descriptor.buffer_word(), buffer)
                    {
                        let (_, readers) = named.entry(word).or_insert((*buffer, Vec::new()));
                        readers.push(number);
                    }
                }
            }
        }
        errors.extend(named.values().filter_map(|(descriptor, readers)| {
            Some(TableError {
                readers: readers.clone(),
                error: descriptor.err()?,
            })
        }));
        Self {
            arch,
            buffers,
            attributes: attribute_words,
            followed,
            places: places(arch, buffers, named),
            errors,
        }
    }

    /// What is wrong with the words that are not decoded, but for those that are not read.
    #[must_use]
    pub fn errors(&self) -> &[TableError] {
        &self.errors
    }
}

/// The places of a table of buffers, from its first word to its last.
fn places(
    arch: Arch,
    buffers: &[u32],
    named: BTreeMap<usize, (Result<Decoded, DecodeError>, Vec<usize>)>,
) -> Vec<Place> {
    let mut places = Vec::new();
    let mut end = 0;
    for (word, (descriptor, readers)) in named {
        let Some(rest) = buffers.get(word..).filter(|rest| !rest.is_empty()) else {
            break;
        };
        push_unnamed(&mut places, end, word, Content::NotRead);
        let (length, content) = match descriptor {
            Ok(decoded) => (decoded.length, Content::Descriptor(decoded)),
            Err(_) => (refused_words(arch, word, rest), Content::Refused),
        };
        end = end.max(word + length);
        places.push(Place {
            word,
            length,
            readers,
            content,
        });
    }
    let closing = null_terminator(arch, buffers).filter(|word| *word >= end);
    let last = closing.unwrap_or(buffers.len());
    push_unnamed(&mut places, end, last, Content::NotRead);
    push_unnamed(&mut places, last, buffers.len(), Content::NullTerminator);
    places
}

/// Adds the words that no attribute names, if there are any.
fn push_unnamed(places: &mut Vec<Place>, word: usize, end: usize, content: Content) {
    if word < end {
        places.push(Place {
            word,
            length: end - word,
            readers: Vec::new(),
            content,
        });
    }
}

/// How many words the descriptor would have that `rest` begins with, at `word` of the table.
fn refused_words(arch: Arch, word: usize, rest: &[u32]) -> usize {
    let may_be_a_pair = word % 8 == 0 && has_continuation(rest);
    let length = if arch.has_attribute_buffers() && !may_be_a_pair {
        4
    } else {
        8
    };
    length.min(rest.len())
}

/// Where the descriptor begins that closes a table of V6 and V7: zeros, or a linear descriptor of nothing, as Mesa's
/// GL driver has it.
fn null_terminator(arch: Arch, buffers: &[u32]) -> Option<usize> {
    let is_closing = matches!(buffers, [.., 0 | 1, 0, 0, 0]);
    (arch.needs_null_terminator() && is_closing).then(|| buffers.len() - 4)
}

/// Writes numbers of attributes: `attributes 0, 1 and 4`.
fn numbered(numbers: &[usize]) -> String {
    let texts: Vec<String> = numbers.iter().map(usize::to_string).collect();
    match texts.as_slice() {
        [] => "no attribute".to_owned(),
        [number] => format!("attribute {number}"),
        [first @ .., last] => format!("attributes {} and {last}", first.join(", ")),
    }
}

/// Writes a paragraph an attribute, and one for each place of the table of buffers.
impl fmt::Display for DecodedTables<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for (number, followed) in self.followed.iter().enumerate() {
            let Ok(attribute) = followed.attribute else {
                continue;
            };
            write!(formatter, "{separator}")?;
            separator = "\n";
            let notes: Vec<String> = attribute
                .descriptor
                .buffer_word()
                .map(|word| format!("names the descriptor at word {word} of the buffers"))
                .into_iter()
                .collect();
            let words = own_words(&attribute, self.attributes);
            print(
                formatter,
                self.arch,
                &format!("attribute {number}, "),
                &attribute,
                &notes,
                words,
            )?;
        }
        for place in &self.places {
            write!(formatter, "{separator}")?;
            separator = "\n";
            self.print_place(formatter, place)?;
        }
        Ok(())
    }
}

impl DecodedTables<'_> {
    fn words_of(&self, place: &Place) -> &[u32] {
        let words = place.word..place.word + place.length;
        self.buffers.get(words).unwrap_or_default()
    }

    fn print_place(&self, output: &mut dyn Write, place: &Place) -> fmt::Result {
        let words = self.words_of(place);
        let title = match &place.content {
            Content::Descriptor(decoded) => {
                let notes = [format!("read by {}", numbered(&place.readers))];
                return print(output, self.arch, "buffers, ", decoded, &notes, words);
            }
            Content::Refused => format!("read by {}, and no descriptor", numbered(&place.readers)),
            Content::NotRead => "not read".to_owned(),
            Content::NullTerminator => "null terminator".to_owned(),
        };
        let last = place.word + place.length - 1;
        writeln!(output, "buffers, words {} to {last}: {title}", place.word)?;
        for (line, words) in (0..).zip(words.chunks(4)) {
            let words: Vec<String> = words.iter().copied().map(word).collect();
            writeln!(output, "{:<5} {}", place.word + 4 * line, words.join(" "))?;
        }
        Ok(())
    }
}

impl Answer for DecodedTables<'_> {
    fn write_json(&self, output: &mut dyn Write) -> fmt::Result {
        let attributes = (self.followed.iter().enumerate()).filter_map(|(number, followed)| {
            let attribute = followed.attribute.ok()?;
            let words = own_words(&attribute, self.attributes);
            Some(AttributeJson::new(self.arch, number, &attribute, words))
        });
        let buffers = self
            .places
            .iter()
            .map(|place| PlaceJson::new(self.arch, place, self.words_of(place)));
        write!(output, "{{")?;
        write_array(output, "attributes", attributes)?;
        write!(output, ", ")?;
        write_array(output, "buffers", buffers)?;
        write_errors(output, &self.errors)
    }
}
