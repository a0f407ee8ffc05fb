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

fn compare_gl(file: &str, count: usize) -> Counts {
    let mut counts = Counts::default();
    for case in gl::cases(file, count) {
        case.compare(&mut counts);
    }
    counts
}

#[test]
fn every_record_of_the_gl_driver_is_ours_or_its_difference_is_explained() {
    let counts = compare_gl("driver/draws.csv", 1349);
    assert_counts(
        &counts,
        "1,349 draws through GL, V4 to V9",
        &[
            (Record::AttributeBuffer, Class::Equal, 6962),
            (Record::AttributeBuffer, Class::MultiplierTooSmall, 228),
            (Record::AttributeBuffer, Class::DivisorTooLarge, 20),
            (Record::AttributeBuffer, Class::SizeWraps, 38),
            (Record::Buffer, Class::Equal, 544),
            (Record::Buffer, Class::SizeWraps, 8),
            (Record::Attribute, Class::Equal, 5890),
            (Record::Attribute, Class::DivisorTooLarge, 4),
            (Record::Attribute, Class::FirstInstanceDivided, 1556),
            (Record::ValhallAttribute, Class::Equal, 479),
            (Record::ValhallAttribute, Class::MultiplierTooSmall, 29),
            (Record::ValhallAttribute, Class::DivisorOne, 44),
            (Record::VertexId, Class::Equal, 78),
            (Record::InstanceId, Class::Equal, 78),
            (Record::Closing, Class::ClosingRecordHasType, 960),
            (Record::Draw, Class::Equal, 2464),
            (Record::Invocation, Class::Equal, 1232),
            (Record::Indices, Class::Equal, 540),
        ],
    );
}

#[test]
fn every_record_of_the_newer_gl_driver_is_ours_or_its_difference_is_explained() {
    let counts = compare_gl("driver/draws-v10.csv", 61);
    assert_counts(
        &counts,
        "61 draws through GL, V10",
        &[
            (Record::Buffer, Class::Equal, 275),
            (Record::ValhallAttribute, Class::Equal, 242),
            (Record::ValhallAttribute, Class::MultiplierTooSmall, 16),
            (Record::ValhallAttribute, Class::DivisorOne, 17),
        ],
    );
}
