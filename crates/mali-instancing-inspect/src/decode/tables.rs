//! Both tables of a draw, as the hardware reads them.

use std::collections::BTreeMap;
use std::fmt;

use mali_instancing::decode::{Decoded, attributes};
use mali_instancing::{Arch, DecodeError};
use serde::Serialize;

use super::decoded::DecodedDescriptor;
use crate::explain::has_continuation;
use crate::output::Words;

/// The attributes of a draw and the descriptors that they name. Other words are shown as not read.
///
/// ```
/// use mali_instancing::Arch;
/// use mali_instancing_inspect::decode::DecodedTables;
///
/// // A buffer, four old words, and the null terminator as a driver writes it.
/// let buffers = [1, 0, 64, 6400, 0xdead_beef, 7, 7, 7, 1, 0, 0, 0];
/// let tables = DecodedTables::new(Arch::V7, &buffers, &[0x2dc0_4200, 0]);
/// let text = tables.to_string();
/// assert!(text.contains("buffers, words 4 to 7: not read"));
/// assert!(text.contains("buffers, words 8 to 11: null terminator"));
/// assert!(mali_instancing_inspect::to_json(&tables).contains("\"descriptor\": \"null-terminator\""));
/// assert!(tables.errors().is_empty());
/// ```
#[derive(Debug, Serialize)]
pub struct DecodedTables {
    attributes: Vec<DecodedAttribute>,
    buffers: Vec<Part>,
    errors: Vec<String>,
}

/// An attribute of a table.
#[derive(Debug, Serialize)]
struct DecodedAttribute {
    number: usize,
    #[serde(flatten)]
    decoded: DecodedDescriptor,
    /// The position of the descriptor that it names, in words of the table of buffers.
    buffer_word: Option<usize>,
}

/// A part of the table of buffers, and the numbers of the attributes that name it.
#[derive(Debug, Serialize)]
struct Part {
    #[serde(rename = "attributes")]
    readers: Vec<usize>,
    #[serde(flatten)]
    content: Content,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Content {
    Descriptor(DecodedDescriptor),
    /// Words that are not a descriptor.
    Words {
        /// The position of the first word in the table.
        word: usize,
        #[serde(rename = "descriptor")]
        meaning: Meaning,
        words: Words,
    },
}

/// The reason why words are not a descriptor.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Meaning {
    /// An attribute names the words, but they cannot be decoded.
    NotDecoded,
    NotRead,
    /// The descriptor that V6 and V7 read after the last.
    NullTerminator,
}

/// The descriptors that attributes name, by their words, and the numbers of these attributes.
type Named = BTreeMap<usize, (Result<Decoded, DecodeError>, Vec<usize>)>;

impl DecodedTables {
    /// Decodes the attributes of a draw and the descriptors that they name in its table of buffers. Words that cannot
    /// be decoded are reported by [`errors`](Self::errors).
    ///
    /// `buffers` are the table's words from its first descriptor on.
    #[must_use]
    pub fn new(arch: Arch, buffers: &[u32], attribute_words: &[u32]) -> Self {
        // The map is in the order of the words, so that `parts` goes through the table from front to back.
        let mut named = Named::new();
        let (mut decoded, mut errors) = (Vec::new(), Vec::new());
        for (number, followed) in attributes(arch, buffers, attribute_words).enumerate() {
            match followed.attribute {
                Err(error) => errors.push(format!("attributes, {error}")),
                Ok(attribute) => {
                    let buffer_word = attribute.descriptor.buffer_word();
                    if let (Some(word), Some(buffer)) = (buffer_word, followed.buffer) {
                        let (_, readers) = named.entry(word).or_insert((buffer, Vec::new()));
                        readers.push(number);
                    }
                    decoded.push(DecodedAttribute {
                        number,
                        decoded: DecodedDescriptor::new(arch, &attribute, attribute_words),
                        buffer_word,
                    });
                }
            }
        }
        for (descriptor, readers) in named.values() {
            if let Err(error) = descriptor {
                let verb = if readers.len() == 1 { "names" } else { "name" };
                let place = format!("{} {verb} a descriptor", numbered(readers));
                errors.push(format!("{place} of the buffers, {error}"));
            }
        }
        Self {
            attributes: decoded,
            buffers: parts(arch, buffers, named),
            errors,
        }
    }

    /// The errors in words that are read and not decoded: each with the table, the word in it, and the attributes that
    /// read it.
    #[must_use]
    pub fn errors(&self) -> &[String] {
        &self.errors
    }
}

/// The parts of a table of buffers, from its first word to its last.
fn parts(arch: Arch, buffers: &[u32], named: Named) -> Vec<Part> {
    let mut parts = Vec::new();
    // The part of these words that exists.
    let words = |readers, word, end, meaning| {
        let found = buffers.get(word..end).filter(|found| !found.is_empty());
        let words = found?.into();
        let content = Content::Words {
            word,
            meaning,
            words,
        };
        Some(Part { readers, content })
    };
    let mut end = 0;
    for (word, (descriptor, readers)) in named {
        // The words are in ascending order: all later ones are beyond the end of the table, too.
        let Some(rest) = buffers.get(word..).filter(|rest| !rest.is_empty()) else {
            break;
        };
        // An index can name the middle of the descriptor before. Then `end` is above `word`, and `words` returns
        // nothing for such a range.
        parts.extend(words(vec![], end, word, Meaning::NotRead));
        let length = if let Ok(decoded) = descriptor {
            let content = Content::Descriptor(DecodedDescriptor::new(arch, &decoded, buffers));
            parts.push(Part { readers, content });
            decoded.length
        } else {
            // A descriptor with a continuation begins at an even index, which is a multiple of eight words.
            let may_be_a_pair = word % 8 == 0 && has_continuation(rest);
            let is_single = arch.has_attribute_buffers() && !may_be_a_pair;
            let length = rest.len().min(if is_single { 4 } else { 8 });
            parts.extend(words(readers, word, word + length, Meaning::NotDecoded));
            length
        };
        end = end.max(word + length);
    }
    // The null terminator of V6 and V7: zeros, or a linear descriptor without a buffer, as in Mesa's GL driver.
    let is_closed = arch.needs_null_terminator() && matches!(buffers, [.., 0 | 1, 0, 0, 0]);
    let length = buffers.len();
    // If an attribute names the last four words, they are its descriptor.
    let has_closing = is_closed && length - 4 >= end;
    let closing = length - if has_closing { 4 } else { 0 };
    parts.extend(words(vec![], end, closing, Meaning::NotRead));
    parts.extend(words(vec![], closing, length, Meaning::NullTerminator));
    parts
}

/// Numbers of attributes: `attributes 0, 1 and 4`.
fn numbered(numbers: &[usize]) -> String {
    let texts: Vec<String> = numbers.iter().map(usize::to_string).collect();
    match texts.as_slice() {
        [] => "no attribute".to_owned(),
        [number] => format!("attribute {number}"),
        [first @ .., last] => format!("attributes {} and {last}", first.join(", ")),
    }
}

/// Writes a paragraph for each attribute, and one for each part of the table of buffers.
impl fmt::Display for DecodedTables {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for attribute in &self.attributes {
            let place = format!("{separator}attribute {}, ", attribute.number);
            let note = |word| format!("names the descriptor at word {word} of the buffers");
            let note = attribute.buffer_word.map(note);
            attribute.decoded.print(formatter, &place, note)?;
            separator = "\n";
        }
        for part in &self.buffers {
            formatter.write_str(separator)?;
            part.print(formatter)?;
            separator = "\n";
        }
        Ok(())
    }
}

impl Part {
    fn print(&self, output: &mut dyn fmt::Write) -> fmt::Result {
        let read_by = format!("read by {}", numbered(&self.readers));
        let (word, meaning, words) = match &self.content {
            Content::Descriptor(decoded) => {
                return decoded.print(output, "buffers, ", Some(read_by));
            }
            Content::Words {
                word,
                meaning,
                words,
            } => (word, meaning, &words.0),
        };
        let title = match meaning {
            Meaning::NotDecoded => format!("{read_by}, but not a descriptor"),
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
