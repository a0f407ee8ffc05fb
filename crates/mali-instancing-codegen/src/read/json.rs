//! Reads JSON.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::fault::Fault;
use super::node::{Entry, Node, Value};
use crate::quote::Quoted;

/// The largest depth of nested arrays and objects: more than any manifest needs, and little enough for the
/// stack.
const DEEPEST: usize = 32;

pub(super) fn read(text: &str) -> Result<Vec<Entry<'_>>, Fault> {
    if text.trim().is_empty() {
        return Err(Fault::at(0, "expected an object"));
    }
    // Finds text that is not JSON, so all other parsing in this file is of valid text. A `RawValue` keeps its part of
    // the text, which a tree of serde_json does not.
    let document: &RawValue = serde_json::from_str(text).map_err(|error| {
        let offset = offset(text, &error);
        Fault::at(offset, message(text, offset, &error))
    })?;
    let Node { offset, value } = Reader(text).node(document, 0)?;
    match value {
        Value::Table(entries) => Ok(entries),
        other => {
            let reason = format!("expected an object, found {}", other.kind());
            Err(Fault::at(offset, reason))
        }
    }
}

/// An error at `offset`, without its place.
fn message(text: &str, offset: usize, error: &serde_json::Error) -> String {
    let position = format!(" at line {} column {}", error.line(), error.column());
    let message = error.to_string().replace(&position, "");
    let (before, rest) = text.split_at_checked(offset).unwrap_or((text, ""));
    // serde_json reads the 0 of `0x10` as a number, and complains about the x.
    if !before.ends_with('0') || !rest.starts_with(['x', 'X']) {
        return message;
    }
    let is_digit = |letter: char| letter.is_ascii_hexdigit() || letter == '_';
    let digits = rest[1..].split(|letter| !is_digit(letter)).next();
    let digits = digits.unwrap_or_default();
    format!("{message}: in JSON, a hexadecimal number is a string, \"0x{digits}\"")
}

/// The byte at which an error is. Its column counts bytes, too; column 0 is the end of the line before.
fn offset(text: &str, error: &serde_json::Error) -> usize {
    let lines = text.split_inclusive('\n');
    let before = lines.take(error.line().saturating_sub(1)).map(str::len);
    // Both count from 1, except for column 0.
    let offset = before.sum::<usize>() + error.column().saturating_sub(1);
    // The beginning of the character that has the byte.
    let mut offsets = (0..=offset.min(text.len())).rev();
    let offset = offsets.find(|&offset| text.is_char_boundary(offset));
    offset.unwrap_or(0)
}

/// A reader of values in a text. Places are counted in that text.
struct Reader<'a>(&'a str);

impl<'a> Reader<'a> {
    fn offset(&self, part: &RawValue) -> usize {
        // serde_json borrows a `RawValue` from its input, and every part comes from this text. So the distance of the
        // addresses is the part's offset.
        let begin = self.0.as_ptr().addr();
        part.get().as_ptr().addr().saturating_sub(begin)
    }

    /// Parses a part. The mistakes that can still be in valid JSON are half of a pair of surrogates, and depth.
    fn parse<T: Deserialize<'a>>(&self, part: &'a RawValue) -> Result<T, Fault> {
        serde_json::from_str(part.get()).map_err(|error| {
            let offset = self.offset(part);
            Fault::at(offset, message(self.0, offset, &error))
        })
    }

    fn node(&self, part: &'a RawValue, depth: usize) -> Result<Node<'a>, Fault> {
        let offset = self.offset(part);
        // Each level scans its contents again, so a byte is scanned at most some `DEEPEST` times.
        if depth > DEEPEST {
            let limit = "arrays and objects are nested too deeply: at most";
            let reason = format!("{limit} {DEEPEST} are allowed");
            return Err(Fault::at(offset, reason));
        }
        let value = match part.get().as_bytes().first() {
            // The first byte tells the kind, since the whole text was checked.
            Some(b'{') => {
                let mut entries: Vec<Entry> = Vec::new();
                for (name, value) in self.parse::<Members>(part)?.0 {
                    let key = self.node(name, depth)?;
                    // JSON allows a key twice, and `Members` keeps both. In TOML the parser refuses it.
                    if entries.iter().any(|(other, _)| other.text() == key.text()) {
                        let key = Quoted::new(key.text().unwrap_or_default());
                        let reason = format!("`{key}` is given twice");
                        return Err(Fault::at(self.offset(name), reason));
                    }
                    entries.push((key, self.node(value, depth + 1)?));
                }
                Value::Table(entries)
            }
            Some(b'[') => {
                let elements: Vec<&RawValue> = self.parse(part)?;
                let nodes = elements.into_iter().map(|one| self.node(one, depth + 1));
                Value::Array(nodes.collect::<Result<_, _>>()?)
            }
            Some(b'"') => Value::Text(Cow::Owned(self.parse(part)?)),
            Some(b't' | b'f') => Value::Boolean(self.parse(part)?),
            Some(b'n') => Value::Other("null"),
            // Only numbers are left. A fraction is among them, and is refused where a whole number is read.
            _ => Value::Number(Cow::Borrowed(part.get())),
        };
        Ok(Node { offset, value })
    }
}

/// The names and values of an object as they are written, in their order.
struct Members<'a>(Vec<(&'a RawValue, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder<'a>(PhantomData<&'a ()>);

        impl<'de: 'a, 'a> Visitor<'de> for InOrder<'a> {
            type Value = Members<'a>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(InOrder(PhantomData))
    }
}
