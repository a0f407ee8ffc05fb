//! The state of the page as the fragment of its address, so that a link shows the same.

use std::fmt::Write;

/// A view, and pairs of keys and values: `#draw?vertices=70&instances=100`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Address {
    pub(crate) view: String,
    pub(crate) pairs: Vec<(String, String)>,
}

impl Address {
    pub(crate) fn new(view: &str) -> Self {
        Self {
            view: view.to_owned(),
            pairs: Vec::new(),
        }
    }

    pub(crate) fn with(mut self, key: &str, value: &str) -> Self {
        self.pairs.push((key.to_owned(), value.to_owned()));
        self
    }

    pub(crate) fn get(&self, key: &str) -> Option<&str> {
        let pair = self.pairs.iter().find(|(known, _)| known == key)?;
        Some(&pair.1)
    }

    pub(crate) fn parse(fragment: &str) -> Self {
        let fragment = fragment.trim_start_matches('#');
        let (view, rest) = fragment.split_once('?').unwrap_or((fragment, ""));
        let pairs = rest.split('&').filter_map(|pair| pair.split_once('='));
        Self {
            view: unescape(view),
            pairs: pairs
                .map(|(key, value)| (unescape(key), unescape(value)))
                .collect(),
        }
    }

    pub(crate) fn fragment(&self) -> String {
        let mut text = format!("#{}", escape(&self.view));
        for (number, (key, value)) in self.pairs.iter().enumerate() {
            text.push(if number == 0 { '?' } else { '&' });
            text += &escape(key);
            text.push('=');
            text += &escape(value);
        }
        text
    }
}

/// What may stand in a fragment as it is, and is no sign of ours.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_.~!*(),;:@/".contains(&byte)
}

fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        match byte {
            b' ' => escaped.push('+'),
            _ if is_plain(byte) => escaped.push(byte.into()),
            _ => write!(escaped, "%{byte:02X}").expect("a String takes any text"),
        }
    }
    escaped
}

fn unescape(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let digits: Vec<u8> = rest.by_ref().take(2).collect();
                let digits = std::str::from_utf8(&digits).unwrap_or_default();
                u8::from_str_radix(digits, 16).unwrap_or(b'?')
            }
            _ => byte,
        });
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
