//! Reads TOML.

use std::borrow::Cow;

use ::toml::Spanned;
use ::toml::de::{DeInteger, DeTable, DeValue};

use super::fault::Fault;
use super::node::{Entry, Node, Value};
use crate::quote::Quoted;

pub(super) fn read(text: &str) -> Result<Vec<Entry<'_>>, Fault> {
    match DeTable::parse(text) {
        Ok(document) => Ok(table(document.into_inner())),
        Err(error) => {
            let span = error.span().unwrap_or_default();
            let message = error.message().trim();
            let found = text.get(span.clone()).unwrap_or_default().trim();
            // A span of several lines is not quoted in a message, which is one line.
            if found.is_empty() || found.contains('\n') {
                return Err(Fault::at(span.start, message));
            }
            let reason = format!("{message}: `{}`", Quoted::new(found));
            Err(Fault::at(span.start, reason))
        }
    }
}

fn table(entries: DeTable<'_>) -> Vec<Entry<'_>> {
    let entries = entries.into_iter().map(|(key, value)| {
        let offset = key.span().start;
        let name = Value::Text(key.into_inner());
        (
            Node {
                offset,
                value: name,
            },
            node(value),
        )
    });
    entries.collect()
}

fn node(value: Spanned<DeValue<'_>>) -> Node<'_> {
    Node {
        offset: value.span().start,
        value: match value.into_inner() {
            DeValue::String(text) => Value::Text(text),
            DeValue::Integer(integer) => Value::Number(number(&integer)),
            DeValue::Boolean(boolean) => Value::Boolean(boolean),
            DeValue::Array(elements) => Value::Array(elements.into_iter().map(node).collect()),
            DeValue::Table(entries) => Value::Table(table(entries)),
            DeValue::Float(float) => Value::Fraction(Cow::Owned(float.as_str().to_owned())),
            DeValue::Datetime(_) => Value::Other("a date"),
        },
    }
}

/// A number in the notation of options, which have no octal and binary numbers, unlike TOML.
fn number<'a>(integer: &DeInteger<'a>) -> Cow<'a, str> {
    let digits = integer.as_str();
    Cow::Owned(match integer.radix() {
        // TOML allows a + in front of decimal digits only, and `parse_number` none.
        10 => digits.trim_start_matches('+').to_owned(),
        16 => format!("0x{digits}"),
        // More than 128 bits stay as digits, which are too large for every type in decimal as well.
        radix => u128::from_str_radix(digits, radix)
            .map_or_else(|_| digits.to_owned(), |number| number.to_string()),
    })
}
