//! Both tables of a draw, as the hardware reads them.

use std::collections::BTreeMap;
use std::fmt;

use mali_instancing::decode::{Decoded, FollowedAttribute, attributes};
use mali_instancing::{Arch, DecodeError};

use serde::{Serialize, Serializer};

use super::decoded::DecodedDescriptor;
use super::part::{Content, Meaning, Part};
use crate::explain::has_continuation;

/// The attributes of a draw and the descriptors that they name; what no attribute names is shown as not read.
///
/// ```
/// use mali_instancing::Arch;
/// use mali_instancing_inspect::decode::DecodedTables;
///
/// // A buffer, four words of something older, and the null terminator as a driver writes it.
/// let buffers = [1, 0, 64, 6400, 0xdead_beef, 7, 7, 7, 1, 0, 0, 0];
/// let tables = DecodedTables::new(Arch::V7, &buffers, &[0x2dc0_4200, 0]);
/// let text = tables.to_string();
/// assert!(text.contains("buffers, words 4 to 7: not read"));
/// assert!(text.contains("buffers, words 8 to 11: null terminator"));
/// assert!(mali_instancing_inspect::to_json(&tables).contains("\"descriptor\": \"null-terminator\""));
/// assert!(tables.errors().is_empty());
/// ```
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct DecodedTables {
    attributes: Vec<DecodedAttribute>,
    buffers: Vec<Part>,
    #[cfg_attr(feature = "schemars", schemars(with = "Vec<String>"))]
    errors: Vec<TableError>,
}

/// An attribute of a table.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
struct DecodedAttribute {
    number: usize,
    #[serde(flatten)]
    decoded: DecodedDescriptor,
    /// The position of the descriptor that it names, in words of the table of buffers.
    buffer_word: Option<usize>,
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

impl Serialize for TableError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl DecodedTables {
    /// Decodes the attributes of a draw and the descriptors of its table of buffers that they name. What cannot be
    /// decoded is among the [`errors`](Self::errors).
    ///
    /// `buffers` are the table's words from its first descriptor on.
    #[must_use]
    pub fn new(arch: Arch, buffers: &[u32], attribute_words: &[u32]) -> Self {
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
        let decoded = followed
            .iter()
            .enumerate()
            .filter_map(|(number, followed)| {
                let attribute = followed.attribute.ok()?;
                Some(DecodedAttribute {
                    number,
                    decoded: DecodedDescriptor::new(arch, &attribute, attribute_words),
                    buffer_word: attribute.descriptor.buffer_word(),
                })
            });
        Self {
            attributes: decoded.collect(),
            buffers: parts(arch, buffers, named),
            errors,
        }
    }

    /// What is wrong with the words that are not decoded, but for those that are not read.
    #[must_use]
    pub fn errors(&self) -> &[TableError] {
        &self.errors
    }
}

/// The parts of a table of buffers, from its first word to its last.
fn parts(
    arch: Arch,
    buffers: &[u32],
    named: BTreeMap<usize, (Result<Decoded, DecodeError>, Vec<usize>)>,
) -> Vec<Part> {
    let mut parts = Vec::new();
    let push = |parts: &mut Vec<Part>, readers: Vec<usize>, word: usize, end: usize, meaning| {
        if let Some(words) = buffers.get(word..end).filter(|words| !words.is_empty()) {
            let words = words.into();
            let content = Content::Words {
                word,
                meaning,
                words,
            };
            parts.push(Part { readers, content });
        }
    };
    let mut end = 0;
    for (word, (descriptor, readers)) in named {
        let Some(rest) = buffers.get(word..).filter(|rest| !rest.is_empty()) else {
            break;
        };
        push(&mut parts, Vec::new(), end, word, Meaning::NotRead);
        let length = match descriptor {
            Ok(decoded) => {
                let decoded = DecodedDescriptor::new(arch, &decoded, buffers);
                let length = decoded.length();
                let content = Content::Descriptor(decoded);
                parts.push(Part { readers, content });
                length
            }
            Err(_) => {
                let length = refused_words(arch, word, rest);
                push(&mut parts, readers, word, word + length, Meaning::Refused);
                length
            }
        };
        end = end.max(word + length);
    }
    let closing = null_terminator(arch, buffers).filter(|word| *word >= end);
    let last = closing.unwrap_or(buffers.len());
    push(&mut parts, Vec::new(), end, last, Meaning::NotRead);
    push(
        &mut parts,
        Vec::new(),
        last,
        buffers.len(),
        Meaning::NullTerminator,
    );
    parts
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

/// Writes a paragraph an attribute, and one for each part of the table of buffers.
impl fmt::Display for DecodedTables {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for attribute in &self.attributes {
            write!(formatter, "{separator}")?;
            separator = "\n";
            let place = format!("attribute {}, ", attribute.number);
            let note = |word| format!("names the descriptor at word {word} of the buffers");
            let notes: Vec<String> = attribute.buffer_word.map(note).into_iter().collect();
            attribute.decoded.print(formatter, &place, &notes)?;
        }
        for part in &self.buffers {
            write!(formatter, "{separator}")?;
            separator = "\n";
            part.print(formatter)?;
        }
        Ok(())
    }
}

impl Part {
    fn print(&self, output: &mut dyn fmt::Write) -> fmt::Result {
        let readers = numbered(&self.readers);
        let (word, meaning, words) = match &self.content {
            Content::Descriptor(decoded) => {
                return decoded.print(output, "buffers, ", &[format!("read by {readers}")]);
            }
            Content::Words {
                word,
                meaning,
                words,
            } => (*word, meaning, &words.0),
        };
        let title = match meaning {
            Meaning::Refused => format!("read by {readers}, and no descriptor"),
            Meaning::NotRead => "not read".to_owned(),
            Meaning::NullTerminator => "null terminator".to_owned(),
        };
        let last = word + words.len() - 1;
        writeln!(output, "buffers, words {word} to {last}: {title}")?;
        for (line, words) in words.chunks(4).enumerate() {
            let words: Vec<String> = words.iter().map(|word| format!("{word:#010x}")).collect();
            writeln!(output, "{:<5} {}", word + 4 * line, words.join(" "))?;
        }
        Ok(())
    }
}
