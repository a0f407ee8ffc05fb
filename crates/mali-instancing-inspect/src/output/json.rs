//! Results in JSON: each member has a line, and each element of a member that is an array.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::Formatter;

/// The version of the results' JSON: the value of the member `version`, which every result has.
///
/// Within a version, members may be added, and so may values of members that name a kind. No member is renamed or
/// removed, and none changes its type.
pub const VERSION: u32 = 1;

#[derive(Serialize)]
struct Versioned<'a, T> {
    version: u32,
    #[serde(flatten)]
    answer: &'a T,
}

/// Writes a result as JSON, piece by piece, because a result can be larger than the memory.
///
/// ```
/// use mali_instancing_inspect::pad::{Counts, PaddedCounts};
///
/// let answer = PaddedCounts::new(Counts::Single(70), false)?;
/// let mut json = Vec::new();
/// mali_instancing_inspect::write_json(&answer, &mut json)?;
/// assert!(json.starts_with(b"{\n  \"version\": 1,\n  \"padded_counts\": [\n    {"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The errors of `output`.
pub fn write_json(answer: &impl Serialize, mut output: impl Write) -> io::Result<()> {
    let versioned = Versioned {
        version: VERSION,
        answer,
    };
    let lines = Lines::default();
    let mut serializer = serde_json::Serializer::with_formatter(&mut output, lines);
    versioned.serialize(&mut serializer)?;
    output.write_all(b"\n")
}

/// A result as JSON.
///
/// ```
/// use mali_instancing::draw::{DrawCounts, Pipeline};
/// use mali_instancing::{Arch, InputRate};
/// use mali_instancing_inspect::trace::TracedDraw;
///
/// let trace = TracedDraw::new(Pipeline::new(Arch::V9), DrawCounts::any_instances(1), &[InputRate::Vertex])?;
/// assert!(mali_instancing_inspect::to_json(&trace).contains("\"version\": 1"));
/// # Ok::<(), mali_instancing_inspect::Rejected>(())
/// ```
///
/// # Panics
///
/// For a value that JSON does not have, such as a table whose keys are not text. No result of this crate is one.
#[must_use]
pub fn to_json(answer: &impl Serialize) -> String {
    let mut json = Vec::new();
    write_json(answer, &mut json).expect("a Vec takes any bytes, and answers have names for keys");
    String::from_utf8(json).expect("JSON is UTF-8")
}

/// The layout: a line for each member, and for each element of a member's array. Deeper values stay on one line.
#[derive(Default)]
struct Lines {
    depth: u32,
    has_element: bool,
}

/// The depth of the result's members. The elements of their arrays are one deeper.
const MEMBERS: u32 = 1;
const ELEMENTS: u32 = 2;

/// Writes the separator before a member or an element.
fn separate<W: Write + ?Sized>(to: &mut W, is_first: bool, line: Option<&str>) -> io::Result<()> {
    to.write_all(match (is_first, line) {
        (true, _) => b"",
        (false, Some(_)) => b",",
        (false, None) => b", ",
    })?;
    to.write_all(line.unwrap_or_default().as_bytes())
}

impl Formatter for Lines {
    fn begin_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        // The array of a member begins without elements. A deeper one changes nothing about the member's.
        self.has_element &= self.depth > ELEMENTS;
        writer.write_all(b"[")
    }

    fn end_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        // An empty array ends in the line in which it begins.
        let is_on_a_line = self.depth == ELEMENTS && self.has_element;
        self.depth -= 1;
        writer.write_all(if is_on_a_line { b"\n  ]" } else { b"]" })
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, to: &mut W, first: bool) -> io::Result<()> {
        self.has_element |= self.depth == ELEMENTS;
        separate(to, first, (self.depth == ELEMENTS).then_some("\n    "))
    }

    fn begin_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        writer.write_all(b"{")
    }

    fn end_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        let is_on_a_line = self.depth == MEMBERS;
        self.depth -= 1;
        writer.write_all(if is_on_a_line { b"\n}" } else { b"}" })
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, to: &mut W, first: bool) -> io::Result<()> {
        separate(to, first, (self.depth == MEMBERS).then_some("\n  "))
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}
