//! The form as a manifest, which the libraries read like any other.

use std::fmt::Write;

use mali_instancing::{Arch, Argument};

use super::form::{AttributeKeys, BufferKeys, DrawKeys, Form, IDS, Part};

/// A manifest in TOML, and the part that each of its lines is about.
#[derive(Clone, Debug)]
pub(crate) struct Manifest {
    pub(crate) text: String,
    lines: Vec<Part>,
}

impl Manifest {
    /// The manifest of a form. `sizes` replace the sizes that are left out.
    pub(crate) fn new(form: &Form, sizes: &[Option<u64>]) -> Self {
        let mut manifest = Self {
            text: String::new(),
            lines: Vec::new(),
        };
        manifest.part(form, Part::Draw, "[[vertex_input]]", DrawKeys::KEYS, None);
        for number in 0..form.buffers.len() {
            let size = sizes.get(number).copied().flatten();
            let heading = "\n[[vertex_input.buffers]]";
            manifest.part(form, Part::Buffer(number), heading, BufferKeys::KEYS, size);
        }
        for number in 0..form.attributes.len() {
            let heading = "\n[[vertex_input.attributes]]";
            manifest.part(
                form,
                Part::Attribute(number),
                heading,
                AttributeKeys::KEYS,
                None,
            );
        }
        manifest
    }

    /// The part that a line is about, by its number, from 1.
    pub(crate) fn part_of(&self, line: usize) -> Part {
        let part = self.lines.get(line.saturating_sub(1));
        part.copied().unwrap_or(Part::Draw)
    }

    fn part(
        &mut self,
        form: &Form,
        part: Part,
        heading: &str,
        keys: &[&'static str],
        size: Option<u64>,
    ) {
        let mut lines = vec![heading.to_owned()];
        // A form with the rate `instance`, or none, keeps its divisor. The other rates would make it a mistake.
        let has_divisor = !matches!(form.get((part, "rate")), "vertex" | "constant");
        let arch = Arch::from_name(form.get((Part::Draw, "arch")).trim());
        let has_effect = |key: &str| match (arch, Argument::from_name(key)) {
            (Some(arch), Some(argument)) if part == Part::Draw => {
                arch.check_argument(argument).is_ok()
            }
            _ => has_divisor || key != "divisor",
        };
        // The form keeps values that the architecture does not use; a manifest must not have them.
        for &key in keys.iter().filter(|key| has_effect(key)) {
            let value = form.get((part, key));
            let value = match key {
                "size" if value.trim().is_empty() => {
                    size.map_or(String::new(), |size| size.to_string())
                }
                _ => value.trim().to_owned(),
            };
            lines.extend(line(key, &value));
        }
        // An attribute that reads an ID has nothing but its name: the form's other keys are those of a buffer's
        // attribute.
        if let Part::Attribute(_) = part
            && IDS.contains(&form.get((part, "buffer")))
        {
            lines.retain(|line| line.starts_with("name") || !line.contains('='));
            lines.push(format!("source = {}", quoted(form.get((part, "buffer")))));
        }
        for line in lines {
            self.text += &line;
            self.text.push('\n');
        }
        // The empty line in front of a heading belongs to its part.
        let lines = self.text.lines().count();
        self.lines.resize(lines, part);
    }
}

/// A key and its value; none if the value is the default.
fn line(key: &str, value: &str) -> Option<String> {
    let is_default = value.is_empty()
        || matches!(
            (key, value),
            ("padding", "hardware")
                | ("rounding", "round-down")
                | ("layout", "driver")
                | ("rate", "vertex")
        );
    if is_default && key != "name" {
        return None;
    }
    // Names are quoted even if they look like numbers, since their keys take strings.
    let is_word = matches!(
        key,
        "name" | "arch" | "padding" | "rounding" | "layout" | "rate" | "buffer" | "format"
    );
    let is_flag = matches!(key, "idvs" | "overlap") && matches!(value, "true" | "false");
    if !is_word && (is_flag || is_toml_integer(value)) {
        return Some(format!("{key} = {value}"));
    }
    Some(format!("{key} = {}", quoted(value)))
}

/// Numbers may be strings in a manifest, in the notation of the command's options. The libraries report mistakes
/// in them.
fn is_toml_integer(value: &str) -> bool {
    const LONGEST: usize = 18;
    let (digits, is_digit): (_, fn(&char) -> bool) = match value.strip_prefix("0x") {
        Some(digits) => (digits, char::is_ascii_hexdigit),
        None => (value, char::is_ascii_digit),
    };
    // TOML has no such number. As a string it reaches the notation of options, which accepts it.
    let is_led_by_zero = !value.starts_with("0x") && digits.len() > 1 && digits.starts_with('0');
    let mut groups = digits.split('_');
    let are_groups =
        groups.all(|group| !group.is_empty() && group.chars().all(|digit| is_digit(&digit)));
    are_groups && !is_led_by_zero && digits.len() <= LONGEST
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            letter if letter.is_control() => {
                write!(quoted, "\\u{:04X}", u32::from(letter)).expect("a String takes any text");
            }
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}
