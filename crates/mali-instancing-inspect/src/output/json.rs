//! Answers in JSON: a member a line, and an element a line where a member is an array.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::Formatter;

/// The version of the answers' JSON: the value of the member `version`, which every answer has.
///
/// Within a version, members may be added, and values to those that name a kind; none is renamed or removed, and
/// none changes its type.
pub const VERSION: u32 = 1;

#[derive(Serialize)]
struct Versioned<'a, T> {
    version: u32,
    #[serde(flatten)]
    answer: &'a T,
}

/// Writes an answer as JSON, while it is made: an answer can be longer than there is memory for.
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
/// Those of `output`.
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

/// An answer as JSON.
///
/// ```
/// use mali_instancing::draw::DrawCall;
/// use mali_instancing::{Arch, InputRate};
/// use mali_instancing_inspect::trace::TracedDraw;
///
/// let trace = TracedDraw::new(DrawCall::new(Arch::V9, 1), &[InputRate::Vertex])?;
/// assert!(mali_instancing_inspect::to_json(&trace).contains("\"version\": 1"));
/// # Ok::<(), mali_instancing_inspect::Rejected>(())
/// ```
///
/// # Panics
///
/// A value that JSON cannot hold, such as a table whose keys are not text. No answer of this crate is one.
#[must_use]
pub fn to_json(answer: &impl Serialize) -> String {
    let mut json = Vec::new();
    write_json(answer, &mut json).expect("a Vec takes any bytes, and answers have names for keys");
    String::from_utf8(json).expect("JSON is UTF-8")
}

/// The layout: lines down to the elements of a member's array, and what is deeper on one line.
#[derive(Default)]
struct Lines {
    depth: u32,
    has_element: bool,
}

/// How deep the answer's members are, and the elements of their arrays.
const MEMBERS: u32 = 1;
const ELEMENTS: u32 = 2;

/// Writes what separates a member or an element from the one before, or from what it is in.
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
        self.has_element &= self.depth > ELEMENTS;
        writer.write_all(b"[")
    }

    fn end_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
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
