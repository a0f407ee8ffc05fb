//! Reads JSON, and nothing but JSON.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use mali_instancing::data::Quoted;
use serde_core::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::fault::Fault;
use super::node::{Entry, Node, Table, Value};

/// How deep arrays and objects can lie in each other: more than any manifest needs, and what the
/// stack has room for.
const DEEPEST: usize = 32;

pub(super) fn read(text: &str) -> Result<Table<'_>, Fault> {
    if text.trim().is_empty() {
        return Err(Fault::at(0, "expected an object"));
    }
    // Whatever is not JSON is found here.
    let document: &RawValue = serde_json::from_str(text)
        .map_err(|error| Fault::at(offset(text, &error), message(&error)))?;
    let document = Reader { text }.node(document, 0)?;
    match document.value {
        Value::Table(table) => Ok(table),
        other => Err(Fault::at(
            document.offset,
            format!("expected an object, found {}", other.kind()),
        )),
    }
}

/// An error without its place.
fn message(error: &serde_json::Error) -> String {
    let position = format!(" at line {} column {}", error.line(), error.column());
    let message = error.to_string();
    let message = message.strip_suffix(&position).unwrap_or(&message);
    message.to_owned()
}

/// The byte at which an error is. Its column counts bytes, too; 0 is the end of the line before.
fn offset(text: &str, error: &serde_json::Error) -> usize {
    let lines = text.split_inclusive('\n');
    let before: usize = lines
        .take(error.line().saturating_sub(1))
        .map(str::len)
        .sum();
    let mut offset = (before + error.column().saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// Reads values out of the text, in which their places are counted.
struct Reader<'a> {
    text: &'a str,
}

impl<'a> Reader<'a> {
    fn offset(&self, part: &RawValue) -> usize {
        let begin = self.text.as_ptr().addr();
        part.get().as_ptr().addr().saturating_sub(begin)
    }

    /// What is left to be wrong with JSON: half of a pair of surrogates, and depth.
    fn parse<T: Deserialize<'a>>(&self, part: &'a RawValue) -> Result<T, Fault> {
        serde_json::from_str(part.get())
            .map_err(|error| Fault::at(self.offset(part), message(&error)))
    }

    fn node(&self, part: &'a RawValue, depth: usize) -> Result<Node<'a>, Fault> {
        let offset = self.offset(part);
        if depth > DEEPEST {
            let message = format!(
                "arrays and objects lie too deep in each other: at most {DEEPEST} are allowed"
            );
            return Err(Fault::at(offset, message));
        }
        let text = part.get();
        let value = match text.as_bytes().first() {
            Some(b'{') => Value::Table(self.table(&self.parse::<Members>(part)?.0, depth)?),
            Some(b'[') => {
                let elements: Vec<&RawValue> = self.parse(part)?;
                let nodes = elements
                    .into_iter()
                    .map(|element| self.node(element, depth + 1));
                Value::Array(nodes.collect::<Result<_, _>>()?)
            }
            Some(b'"') => Value::Text(Cow::Owned(self.parse(part)?)),
            Some(b't' | b'f') => Value::Boolean(self.parse(part)?),
            Some(b'n') => Value::Other("null"),
            _ => Value::Number(Cow::Borrowed(text)),
        };
        Ok(Node { offset, value })
    }

    fn table(
        &self,
        members: &[(&'a RawValue, &'a RawValue)],
        depth: usize,
    ) -> Result<Table<'a>, Fault> {
        let mut entries: Vec<Entry> = Vec::with_capacity(members.len());
        for &(name, value) in members {
            let offset = self.offset(name);
            let key: String = self.parse(name)?;
            if entries.iter().any(|entry| entry.key == key) {
                return Err(Fault::at(
                    offset,
                    format!("`{}` is given twice", Quoted::new(&key)),
                ));
            }
            entries.push(Entry {
                key: Cow::Owned(key),
                offset,
                node: self.node(value, depth + 1)?,
            });
        }
        Ok(Table(entries))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_and_its_key_know_where_they_stand() {
        let text = "{\"a\": [1, \"\\u00e9\"],\n \"b\" : {\"c\": true}}";
        let Table(entries) = read(text).unwrap();
        let names: Vec<_> = entries.iter().map(|entry| &*entry.key).collect();
        assert_eq!(names, ["a", "b"]);
        for (entry, key, value) in [(&entries[0], "\"a\"", "["), (&entries[1], "\"b\"", "{")] {
            assert_eq!(entry.offset, text.find(key).unwrap());
            assert!(text[entry.node.offset..].starts_with(value));
        }
        let Value::Array(elements) = &entries[0].node.value else {
            panic!("not {}", entries[0].node.value.kind());
        };
        assert!(matches!(&elements[0].value, Value::Number(one) if one == "1"));
        assert!(matches!(&elements[1].value, Value::Text(letter) if letter == "é"));
        assert_eq!(elements[1].offset, text.find("\"\\u").unwrap());
    }

    #[test]
    fn what_is_not_json_is_put_down_to_its_line() {
        for (text, line, part) in [
            ("", 1, "expected an object"),
            (" \n", 1, "expected an object"),
            ("[]", 1, "expected an object, found an array"),
            ("{\"a\": 1,\n}", 2, "key must be a string"),
            ("{\"a\":\n tru}", 2, "expected ident"),
            ("{\"a\": 1}\n\nx", 3, "trailing characters"),
            ("{\"a\":\n \"\\ud800\"}", 2, "hex escape"),
            ("{\"a\": 1,\n\"a\": 2}", 2, "`a` is given twice"),
        ] {
            let fault = read(text).err().unwrap();
            assert_eq!(
                text[..fault.offset().unwrap()].matches('\n').count() + 1,
                line,
                "{text}"
            );
            assert!(fault.to_string().contains(part), "{}", fault.to_string());
        }
    }

    #[test]
    fn depth_is_limited_and_not_the_stacks() {
        let nested = |depth| format!("{{\"a\": {}{}}}", "[".repeat(depth), "]".repeat(depth));
        assert!(read(&nested(DEEPEST)).is_ok());
        for depth in [DEEPEST + 1, 100_000] {
            let fault = read(&nested(depth)).err().unwrap();
            assert!(
                fault.to_string().contains("too deep"),
                "{}",
                fault.to_string()
            );
        }
    }
}
