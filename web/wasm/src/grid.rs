//! A part of the grid of threads, to be coloured.

use serde::{Deserialize, Serialize};

use crate::draw::{Subject, with_draw};
use crate::threads::Threads;

/// The visible part of the grid, and the attribute that colours it.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct GridQuestion {
    subject: Subject,
    /// The attribute by whose elements threads are coloured; none to distinguish kept threads from discarded ones.
    attribute: Option<usize>,
    row: u32,
    column: u32,
    rows: u32,
    columns: u32,
    /// The number of colours for elements: at most 20.
    colors: u8,
}

/// The threads of a part of the grid, each as a letter.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Grid {
    /// A text for each instance. `a` is the first colour, `b` the second; discarded threads have
    /// capital letters; `-` is a thread that reads nothing, and `_` a discarded one.
    rows: Vec<String>,
}

/// The largest number of threads that are coloured at once: no screen has more pixels.
const MOST: u64 = 1 << 23;

pub(crate) fn grid(question: GridQuestion) -> Grid {
    with_draw(&question.subject, |draw| {
        let Some(threads) = Threads::new(&draw.words, &draw.elements) else {
            return Grid::default();
        };
        if u64::from(question.rows) * u64::from(question.columns) > MOST {
            return Grid::default();
        }
        let rows = question.row..question.row.saturating_add(question.rows).min(threads.rows);
        let rows = rows.map(|row| {
            let end = question
                .column
                .saturating_add(question.columns)
                .min(threads.columns);
            (question.column..end)
                .map(|column| letter(&threads, &question, row, column))
                .collect()
        });
        Grid {
            rows: rows.collect(),
        }
    })
    .unwrap_or_default()
}

fn letter(threads: &Threads, question: &GridQuestion, row: u32, column: u32) -> char {
    let is_wasted = threads
        .thread(row, column)
        .is_none_or(|thread| thread.is_padding);
    let number = match question.attribute {
        None => Some(0),
        Some(attribute) => {
            let access = threads.access(attribute, row, column);
            let element = access.and_then(|access| threads.element(attribute, access));
            element.map(|element| element % u64::from(question.colors.clamp(1, 20)))
        }
    };
    match (number, is_wasted) {
        (Some(number), false) => char::from(b'a' + number as u8),
        (Some(number), true) => char::from(b'A' + number as u8),
        (None, false) => '-',
        (None, true) => '_',
    }
}
