//! The findings of `check` in the words of a draw.

mod bounds;
mod cut;
mod display;
mod division;
mod draws;
mod element_alignment;
mod every_rule;
mod every_rule_from_v9_on;
#[path = "../right_draws/mod.rs"]
mod random_draws;
mod random_words;
mod right_draws;
mod stale_offset_start;
mod unchecked;
mod without_counts;
