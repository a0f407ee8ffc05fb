//! A part of the grid of threads, to be coloured.

use serde::{Deserialize, Serialize};

use super::compare::is_wrong;
use crate::draw::threads::Threads;
use crate::draw::{LoadedDraw, Subject, with_draw};

/// The visible part of the grid, and the attribute that colours it.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct GridQuestion {
    subject: Subject,
    /// The draw as it should be: threads that read something else are marked.
    right: Option<Subject>,
    /// The attribute by whose elements threads are coloured; none to distinguish kept threads from discarded ones.
    attribute: Option<usize>,
    row: u32,
    column: u32,
    rows: u32,
    columns: u32,
    /// The number of colours for elements: at most 63.
    colors: u8,
}

/// The threads of a part of the grid, each as a letter.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Grid {
    /// A text for each instance. A letter's code is 0x100 and the number of the colour, or 0x3f of a thread that reads
    /// nothing; 0x40 more for a discarded thread, and 0x80 more for one that reads something else than it should.
    rows: Vec<String>,
}

// All letters, 0x100 to 0x1ff, are characters that JSON does not escape, and one unit of a JavaScript string.
const LETTERS: u32 = 0x100;
const NOTHING: u32 = 0x3f;
const WASTED: u32 = 0x40;
const WRONG: u32 = 0x80;

/// The largest number of threads that are coloured at once: no screen has more pixels.
const MOST: u64 = 1 << 23;

pub(crate) fn grid(question: GridQuestion) -> Grid {
    with_draw(&question.subject, |draw| match &question.right {
        Some(right) => with_draw(right, |right| part(&question, draw, Some(right))),
        None => part(&question, draw, None),
    })
    .unwrap_or_default()
}

fn part(question: &GridQuestion, draw: &LoadedDraw, right: Option<&LoadedDraw>) -> Option<Grid> {
    let threads = Threads::new(&draw.words, &draw.elements)?;
    let right = right.and_then(|right| Threads::new(&right.words, &right.elements));
    // The limit is one of memory too: the answer has two bytes for each thread.
    if u64::from(question.rows) * u64::from(question.columns) > MOST {
        return None;
    }
    let attributes = match question.attribute {
        // The largest number is no attribute's, and so is left out of its range.
        Some(attribute) => attribute..attribute.saturating_add(1),
        // Without an attribute a thread is wrong if it is wrong in any.
        None => 0..draw.elements.len(),
    };
    let is_wrong = |row, column| {
        let right = right.as_ref()?;
        let mut attributes = attributes.clone();
        Some(attributes.any(|attribute| is_wrong(&threads, right, attribute, row, column)))
    };
    let rows = question.row..question.row.saturating_add(question.rows).min(threads.rows);
    let end = question.column.saturating_add(question.columns);
    let columns = question.column..end.min(threads.columns);
    let rows = rows.map(|row| {
        let letters = columns.clone().filter_map(|column| {
            let letter = letter(&threads, question, row, column);
            let wrong = if is_wrong(row, column) == Some(true) {
                WRONG
            } else {
                0
            };
            char::from_u32(LETTERS + letter + wrong)
        });
        letters.collect()
    });
    Some(Grid {
        rows: rows.collect(),
    })
}

fn letter(threads: &Threads, question: &GridQuestion, row: u32, column: u32) -> u32 {
    let thread = threads.thread(row, column);
    // On V4 to V7 a thread's number has 32 bits. One beyond does not run.
    let is_wasted = thread.is_none_or(|thread| thread.is_padding);
    let number = match question.attribute {
        None => Some(0),
        Some(attribute) => {
            let access = threads.access(attribute, row, column);
            let element = access.and_then(|access| threads.element(attribute, access));
            // So no element has the number of `NOTHING`, which is one above the largest of 63 colours.
            let colors = question.colors.clamp(1, NOTHING as u8);
            element.map(|element| (element % u64::from(colors)) as u32)
        }
    };
    number.unwrap_or(NOTHING) + if is_wasted { WASTED } else { 0 }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::ask::answer;

    /// An attribute that does not exist is read by no thread, and by none wrongly.
    #[test]
    fn a_grid_has_no_colours_for_an_attribute_that_the_draw_lacks() {
        let text = "[[vertex_input]]\nname = \"cube\"\narch = \"v7\"\nvertices = 2\ninstances = 1\n\
                    buffers = [{ name = \"mesh\", stride = 20, size = 1400 }]\n\
                    attributes = [{ name = \"position\", buffer = \"mesh\", format = \"R32G32B32_SFLOAT\" }]\n";
        let of = json!({"text": {"text": text, "arch": "v7", "table": "", "number": 0}});
        let subject = json!({"of": of, "edits": [], "is_fixed": false});
        for attribute in [1, usize::MAX - 1, usize::MAX] {
            let question = json!({"grid": {
                "subject": subject, "right": subject, "attribute": attribute,
                "row": 0, "column": 0, "rows": 1, "columns": 2, "colors": 63,
            }});
            let answer = answer(question.to_string().as_bytes());
            let answer: Value = serde_json::from_slice(&answer).unwrap();
            assert_eq!(answer, json!({"answer": {"rows": ["\u{13f}\u{13f}"]}}));
        }
    }
}
