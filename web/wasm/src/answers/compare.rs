//! A draw as it is beside the draw as it should be: which threads read something else.

use serde::{Deserialize, Serialize};

use crate::draw::threads::Threads;
use crate::draw::{Subject, with_draw};

/// A draw, and the same draw as it should be.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct CompareQuestion {
    subject: Subject,
    right: Subject,
}

/// The threads that read something else than they should.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Compared {
    /// The differences of each attribute.
    attributes: Vec<Difference>,
    /// The number of threads that were compared: those that should be kept.
    threads: u64,
    /// Whether these are all of the draw's.
    is_complete: bool,
}

/// The threads that read something else of one attribute.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Difference {
    name: String,
    wrong: u64,
    /// The first of them.
    first: Option<Place>,
}

/// A thread, by its instance and vertex.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Place {
    row: u32,
    column: u32,
}

/// Whether a thread that should be kept reads other bytes of an attribute than it should, or does not run.
pub(crate) fn is_wrong(
    given: &Threads,
    right: &Threads,
    attribute: usize,
    row: u32,
    column: u32,
) -> bool {
    // Discarded threads may read anything. A thread that the given draw lacks has no access there, and so is wrong.
    let is_kept = row < right.rows && column < right.vertices.min(right.columns);
    is_kept && given.access(attribute, row, column) != right.access(attribute, row, column)
}

pub(crate) fn compare(question: CompareQuestion) -> Option<Compared> {
    /// The largest number of reads that are compared, which takes less than a second.
    const READS: u64 = 1 << 20;
    with_draw(&question.subject, |given| {
        with_draw(&question.right, |right| {
            let names = &given.names.attributes;
            let given = Threads::new(&given.words, &given.elements)?;
            let right = Threads::new(&right.words, &right.elements)?;
            let columns = right.vertices.min(right.columns);
            let most = READS / names.len().max(1) as u64;
            // Whole instances are compared, from the first on.
            let rows = (most / u64::from(columns)).clamp(1, right.rows.into()) as u32;
            // Of one instance that is longer, the first threads are compared.
            let columns_compared = u64::from(columns).min(most) as u32;
            let attributes = names.iter().enumerate().map(|(attribute, name)| {
                let threads = (0..rows)
                    .flat_map(|row| (0..columns_compared).map(move |column| (row, column)));
                let wrong = threads
                    .filter(|&(row, column)| is_wrong(&given, &right, attribute, row, column));
                let start = (0, None);
                let (wrong, first) = wrong.fold(start, |(count, first), (row, column)| {
                    (count + 1, first.or(Some(Place { row, column })))
                });
                Difference {
                    name: name.clone(),
                    wrong,
                    first,
                }
            });
            Some(Compared {
                attributes: attributes.collect(),
                threads: u64::from(rows) * u64::from(columns_compared),
                is_complete: (rows, columns_compared) == (right.rows, columns),
            })
        })
    })
}
