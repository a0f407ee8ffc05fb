//! Draws of real programs through Mesa's drivers: each record that a driver wrote is ours, or it differs
//! for a reason that this test's own arithmetic shows.
//!
//! `cargo test --test driver_draws -- --nocapture` prints the counts.

mod case;
mod checked;
mod comparison;
mod counts;
mod difference;
mod gl;
#[path = "../golden/mod.rs"]
mod golden;
mod parse;
mod stale;
mod tables;
mod vulkan;

use counts::{Class, Counts, Record};

fn assert_counts(counts: &Counts, title: &str, expected: &[(Record, Class, usize)]) {
    println!("{title}\n{counts}");
    assert_eq!(counts.rows(), expected, "{title}");
}
