//! What the user says of a draw, as it is typed.

use super::edits::Edit;
use crate::address::Address;

/// A part of the draw, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Part {
    Draw,
    Buffer(usize),
    Attribute(usize),
}

/// A key of a part: a field of the form.
pub(crate) type Place = (Part, &'static str);

/// The keys of each kind of part are those of a manifest.
pub(crate) const DRAW_KEYS: &[&str] = &[
    "name",
    "arch",
    "vertices",
    "instances",
    "first_vertex",
    "first_instance",
    "padding",
    "rounding",
    "idvs",
    "primitive_vertices",
    "resource_table",
];
pub(crate) const BUFFER_KEYS: &[&str] = &["name", "stride", "rate", "divisor", "size", "address"];
pub(crate) const ATTRIBUTE_KEYS: &[&str] = &["name", "buffer", "format", "offset"];

/// What an attribute's `buffer` is that is none: the ID in its place, on V4 and V5.
pub(crate) const IDS: [&str; 2] = ["vertex-id", "instance-id"];

/// The values of the keys of a part, in their order.
type Values = Vec<String>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Form {
    draw: Values,
    buffers: Vec<Values>,
    attributes: Vec<Values>,
    /// Words that are not the ones of this draw. They go where anything else is changed.
    pub(crate) edits: Vec<Edit>,
}

fn values(texts: &[&str]) -> Values {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

impl Default for Form {
    fn default() -> Self {
        Self {
            draw: values(&[
                "cube",
                "v7",
                "70",
                "100",
                "",
                "",
                "hardware",
                "round-down",
                "",
                "",
                "",
            ]),
            buffers: vec![
                values(&["mesh", "20", "vertex", "", "", "0x1000_0000"]),
                values(&["model", "64", "instance", "3", "", "0x2000_0000"]),
            ],
            attributes: vec![
                values(&["position", "mesh", "R32G32B32_SFLOAT", "0"]),
                values(&["uv", "mesh", "R16G16_UNORM", "12"]),
                values(&["row0", "model", "R32G32B32A32_SFLOAT", "0"]),
            ],
            edits: Vec::new(),
        }
    }
}

impl Form {
    pub(crate) fn buffers(&self) -> usize {
        self.buffers.len()
    }

    pub(crate) fn attributes(&self) -> usize {
        self.attributes.len()
    }

    fn part(&self, part: Part) -> Option<(&'static [&'static str], &Values)> {
        match part {
            Part::Draw => Some((DRAW_KEYS, &self.draw)),
            Part::Buffer(number) => Some((BUFFER_KEYS, self.buffers.get(number)?)),
            Part::Attribute(number) => Some((ATTRIBUTE_KEYS, self.attributes.get(number)?)),
        }
    }

    /// The value of a key; empty for a part that is not there.
    pub(crate) fn get(&self, (part, key): Place) -> &str {
        self.part(part).map_or("", |(keys, values)| {
            let position = keys.iter().position(|known| *known == key);
            position.map_or("", |position| &values[position])
        })
    }

    pub(crate) fn set(&mut self, (part, key): Place, value: &str) {
        self.edits.clear();
        if let (Part::Buffer(_), "name") = (part, key) {
            let before = self.get((part, key)).to_owned();
            self.rename_buffer(&before, value);
        }
        let (keys, values) = match part {
            Part::Draw => (DRAW_KEYS, Some(&mut self.draw)),
            Part::Buffer(number) => (BUFFER_KEYS, self.buffers.get_mut(number)),
            Part::Attribute(number) => (ATTRIBUTE_KEYS, self.attributes.get_mut(number)),
        };
        let position = keys.iter().position(|known| *known == key);
        if let Some((values, position)) = values.zip(position) {
            value.clone_into(&mut values[position]);
        }
    }

    /// Attributes stay with a buffer that gets another name.
    fn rename_buffer(&mut self, old: &str, new: &str) {
        let [_, buffer, ..] = ATTRIBUTE_KEYS else {
            return;
        };
        for number in 0..self.attributes.len() {
            let place = (Part::Attribute(number), *buffer);
            if self.get(place) == old {
                self.set(place, new);
            }
        }
    }

    pub(crate) fn buffer_names(&self) -> Vec<String> {
        let names = self.buffers.iter().map(|buffer| buffer[0].clone());
        names.collect()
    }

    /// The number of the buffer that an attribute reads.
    pub(crate) fn buffer_of(&self, attribute: usize) -> Option<usize> {
        let name = self.get((Part::Attribute(attribute), "buffer"));
        self.buffers.iter().position(|buffer| buffer[0] == name)
    }

    pub(crate) fn add_buffer(&mut self) {
        self.edits.clear();
        let name = free_name("buffer", &self.buffers);
        self.buffers
            .push(values(&[&name, "16", "vertex", "", "", "0x3000_0000"]));
    }

    pub(crate) fn add_attribute(&mut self) {
        self.edits.clear();
        let name = free_name("attribute", &self.attributes);
        let buffer = self.buffers.last().map_or("", |buffer| &buffer[0]);
        let attribute = values(&[&name, buffer, "R32_SFLOAT", "0"]);
        self.attributes.push(attribute);
    }

    /// Removes a buffer with its attributes, or an attribute.
    pub(crate) fn remove(&mut self, part: Part) {
        self.edits.clear();
        match part {
            Part::Draw => {}
            Part::Attribute(number) => {
                self.attributes.remove(number);
            }
            Part::Buffer(number) => {
                let buffer = self.buffers.remove(number);
                self.attributes
                    .retain(|attribute| attribute[1] != buffer[0]);
            }
        }
    }

    /// The form in an address. Values are joined by `~`, which no key of a part takes.
    pub(crate) fn address(&self) -> Address {
        let mut address = Address::new("draw");
        for (key, value) in DRAW_KEYS.iter().zip(&self.draw) {
            if !value.is_empty() {
                address = address.with(key, value);
            }
        }
        for buffer in &self.buffers {
            address = address.with("buffer", &buffer.join("~"));
        }
        for attribute in &self.attributes {
            address = address.with("attribute", &attribute.join("~"));
        }
        for edit in &self.edits {
            address = address.with("edit", &edit.text());
        }
        address
    }

    /// The draw of an address; the first one where it says nothing.
    pub(crate) fn from_address(address: &Address) -> Self {
        if address.pairs.is_empty() {
            return Self::default();
        }
        let mut form = Self {
            draw: vec![String::new(); DRAW_KEYS.len()],
            buffers: Vec::new(),
            attributes: Vec::new(),
            edits: Vec::new(),
        };
        for (key, value) in &address.pairs {
            let split = |keys: &[&str]| {
                let mut values: Values = value.split('~').map(str::to_owned).collect();
                values.resize(keys.len(), String::new());
                values
            };
            match key.as_str() {
                "buffer" => form.buffers.push(split(BUFFER_KEYS)),
                "attribute" => form.attributes.push(split(ATTRIBUTE_KEYS)),
                "edit" => form.edits.extend(Edit::parse(value)),
                _ => {
                    if let Some(position) = DRAW_KEYS.iter().position(|known| known == key) {
                        form.draw[position].clone_from(value);
                    }
                }
            }
        }
        form
    }
}

fn free_name(stem: &str, parts: &[Values]) -> String {
    let is_free = |name: &String| parts.iter().all(|part| part[0] != *name);
    let mut names = (1..).map(|number| format!("{stem}{number}"));
    names.find(is_free).unwrap_or_default()
}
