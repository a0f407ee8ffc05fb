//! The search for the right draws that the words are nearest to.

use super::alternative::{Alternative, Found, TableOf};
use super::counts::{DrawCounts, jobs_differ};
use super::given::Given;
use super::places::Indexing;
use super::table::Table;
use crate::check::nearest::{ALTERNATIVES, Few, STATEMENT};
use crate::descriptor::Draw;
use crate::padded_count::PaddedCount;
use crate::padding::Padding;

/// The counts that are tried: more different ones of a table are not.
const COUNTS_TRIED: usize = 24;

pub(super) type Alternatives = Few<Found, ALTERNATIVES>;

/// A count that the draw may have, or that its table may be made for.
#[derive(Clone, Copy)]
struct Candidate {
    padded_vertices: Option<PaddedCount>,
    /// The cost of the draw's own descriptors.
    of_draw: u32,
    /// The cost of the table.
    of_table: u32,
    /// Whether the table states it.
    is_stated: bool,
}

/// The nearest draws, the nearest first; none if the words are those of a right draw.
pub(super) fn nearest(table: &Table<'_>) -> Alternatives {
    let mut found = Alternatives::EMPTY;
    // Most draws are right, and need no search.
    if table.places.are_right() && explains_all(table) {
        return found;
    }
    // Two passes: the first finds the least cost. The second offers only what costs less than one statement more, since
    // `insert` computes the words of each draw that it gets, several times.
    let mut least = u32::MAX;
    for_each_reading(table, &mut |table, cost| {
        search(table, cost, u32::MAX, &mut |alternative| {
            least = least.min(alternative.cost);
        });
    });
    for_each_reading(table, &mut |table, cost| {
        let limit = least.saturating_add(STATEMENT);
        search(table, cost, limit, &mut |alternative| {
            insert(table, &mut found, alternative);
        });
    });
    let own = Alternative::of_own_counts(table.stated);
    let is_right = |first: &Alternative| {
        let table = table.with_indexing(first.indexing);
        !first.differs(&table)
    };
    match found.get(0) {
        // Its cost is that of what is unusual, such as a padding by no known rule.
        Some(first) if is_right(&first.draw) => Alternatives::EMPTY,
        // Its threads read all elements of the draw that its own descriptors say, so that this draw was meant.
        Some(_)
            if table.places.are_right()
                && is_known(table)
                && !jobs_differ(table.state)
                && !own.is_read(table) =>
        {
            let mut only = Alternatives::EMPTY;
            only.push_least(
                Found {
                    draw: own,
                    is_read: false,
                },
                |_| 0,
            );
            only
        }
        // Those of which a thread reads another element come first, of as near ones.
        Some(first) if !first.is_read => {
            let mut likely = Alternatives::EMPTY;
            likely.push_least(*first, |_| 0);
            for other in found.iter().filter(|other| other.is_read) {
                likely.push_least(*other, |_| 0);
            }
            likely
        }
        _ => found,
    }
}

/// Whether the counts of the draw's own descriptors are those of all descriptors that attributes name.
fn explains_all(table: &Table<'_>) -> bool {
    let counts = Alternative::of_own_counts(table.stated).counts(table.stated);
    is_known(table)
        && table
            .descriptors()
            .all(|given| given.is_right(table, counts))
}

/// Whether the draw's own descriptors say one draw.
fn is_known(table: &Table<'_>) -> bool {
    let stated = table.stated;
    let counts = Alternative::of_own_counts(stated).counts(stated);
    stated.instance_size.is_some() && counts.cost(table.state, stated) < STATEMENT
}

/// Whether the draw's own descriptors say one draw, and the tiler's say the same.
fn both_jobs_agree(table: &Table<'_>) -> bool {
    is_known(table) && table.state.tiler_draw.is_some() && !jobs_differ(table.state)
}

/// Calls a function with each way to read the attributes' indices, and its cost.
fn for_each_reading(table: &Table<'_>, read: &mut dyn FnMut(&Table<'_>, u32)) {
    if table.places.are_right() {
        return read(table, 0);
    }
    // Each reading is a whole search.
    let mut readings = 0;
    table
        .places
        .readings(table.state, &mut |indexing: Indexing, cost| {
            if readings < ALTERNATIVES {
                readings += 1;
                read(&table.with_indexing(indexing), cost);
            }
        });
}

/// Offers the draws of one way to read the indices that cost less than `limit`.
fn search(table: &Table<'_>, of_indices: u32, limit: u32, offer: &mut dyn FnMut(Alternative)) {
    let state = table.state;
    let stated = table.stated;
    let mut candidates: Few<Candidate, COUNTS_TRIED> = Few::EMPTY;
    // A count that is added already can still become one that the table states.
    let mut add = |padded_vertices: Option<PaddedCount>, is_stated| {
        let same = candidates
            .iter_mut()
            .find(|candidate| candidate.padded_vertices == padded_vertices);
        if let Some(candidate) = same {
            candidate.is_stated |= is_stated;
            return;
        }
        let counts = DrawCounts::new(stated, padded_vertices);
        let costs = table.descriptors().map(|given| given.cost(table, counts));
        // The tiler's words repeat the instance size.
        let of_tiler = match state.tiler_draw {
            Some(tiler)
                if Draw::INSTANCE_SIZE.read(&tiler) != u32::from(counts.size().to_bits()) =>
            {
                STATEMENT
            }
            _ => 0,
        };
        let candidate = Candidate {
            padded_vertices,
            of_draw: counts.cost(state, stated) + of_tiler,
            of_table: costs.sum(),
            is_stated,
        };
        // Of equal keys, a full list keeps the first.
        candidates.push_least(candidate, |_| 0);
    };
    // A table of one instance is tried as another draw's only if one of its descriptors is right for one.
    let of_one = DrawCounts::new(stated, None);
    let states_one = |given: Given| given.is_right(table, of_one);
    add(None, table.descriptors().any(states_one));
    if let Some(size) = stated.instance_size {
        add(Some(size), false);
    }
    // Where both jobs agree on an instance size, only the table can say another count.
    if let Some([vertices, _]) = stated.invoked.filter(|_| !both_jobs_agree(table)) {
        for padding in Padding::ALL {
            if let Ok(padded) = PaddedCount::new(vertices, *padding) {
                add(Some(padded), false);
            }
        }
    }
    for given in table.descriptors() {
        if let Some(padded) = given.padded_vertices(table.state.arch) {
            add(Some(padded), true);
        }
    }
    for draw in candidates.iter() {
        let own = Alternative {
            cost: of_indices + draw.of_draw + draw.of_table,
            indexing: table.indexing,
            padded_vertices: draw.padded_vertices,
            table: TableOf::ThisDraw,
            other: None,
        };
        // The whole table is another draw's, which is one statement.
        let others = candidates
            .iter()
            .filter(|other| other.is_stated && other.padded_vertices != draw.padded_vertices);
        for other in others {
            let cost = of_indices + draw.of_draw + STATEMENT + other.of_table;
            // A table of one instance differs in all descriptors, of which some show nothing else.
            if cost < own.cost || cost == own.cost && other.padded_vertices.is_none() {
                let made = Alternative {
                    cost,
                    table: other
                        .padded_vertices
                        .map_or(TableOf::OneInstance, TableOf::AnotherCount),
                    ..own
                };
                offer_choices(table, made, limit, offer);
            }
        }
        offer_choices(table, own, limit, offer);
    }
}

/// Offers a draw, and those in which one descriptor has another choice.
fn offer_choices(
    table: &Table<'_>,
    nearest: Alternative,
    limit: u32,
    offer: &mut dyn FnMut(Alternative),
) {
    if nearest.cost >= limit {
        return;
    }
    offer(nearest);
    // The pass for the least cost: no other choice costs less than the nearest.
    if limit == u32::MAX {
        return;
    }
    let counts = DrawCounts::new(
        table.stated,
        nearest.table.padded_vertices(nearest.padded_vertices),
    );
    // One descriptor at a time, since all combinations would be too many.
    for given in table.descriptors() {
        let choices = given.choices(table, counts);
        // A descriptor that is right keeps its words.
        let Some(least) = choices.get(0).filter(|choice| choice.differs) else {
            continue;
        };
        for (number, choice) in choices.iter().enumerate().skip(1) {
            let cost = nearest.cost + choice.cost - least.cost;
            if cost < limit {
                offer(Alternative {
                    cost,
                    other: Some((given.number, number)),
                    ..nearest
                });
            }
        }
    }
}

/// Inserts an alternative, unless one has its words. Of as near ones, those come first of which a thread reads another
/// element, and then those that keep the table.
fn insert(table: &Table<'_>, found: &mut Alternatives, alternative: Alternative) {
    // The words of this draw are the given ones. Its cost is that of what is unusual, such as buffers that are too
    // small.
    if alternative.cost >= STATEMENT && !alternative.differs(table) {
        return;
    }
    let new = Found {
        draw: alternative,
        is_read: alternative.is_read(&table.with_indexing(alternative.indexing)),
    };
    let same = found
        .iter_mut()
        .find(|other| other.draw.has_words_of(table, &alternative));
    if let Some(same) = same {
        if alternative.cost < same.draw.cost {
            *same = new;
        }
    } else {
        found.push_least(new, |other| other.draw.cost);
    }
    found.sort_by_key(|Found { draw, is_read }| {
        (draw.cost, !is_read, draw.table != TableOf::ThisDraw)
    });
}
