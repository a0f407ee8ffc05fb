//! Draws of real programs through Mesa's drivers: each descriptor that a driver wrote is the same as ours, or differs
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

use counts::{Class, Counts, Descriptor};

fn assert_counts(counts: &Counts, title: &str, expected: &[(Descriptor, Class, usize)]) {
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
fn every_descriptor_of_the_gl_driver_is_ours_or_its_difference_is_explained() {
    let counts = compare_gl("driver/draws.csv", 1349);
    assert_counts(
        &counts,
        "1,349 draws through GL, V4 to V9",
        &[
            (Descriptor::AttributeBuffer, Class::Equal, 6962),
            (Descriptor::AttributeBuffer, Class::MultiplierTooSmall, 228),
            (Descriptor::AttributeBuffer, Class::DivisorTooLarge, 20),
            (Descriptor::AttributeBuffer, Class::SizeWraps, 38),
            (Descriptor::Buffer, Class::Equal, 544),
            (Descriptor::Buffer, Class::SizeWraps, 8),
            (Descriptor::Attribute, Class::Equal, 5890),
            (Descriptor::Attribute, Class::DivisorTooLarge, 4),
            (Descriptor::Attribute, Class::FirstInstanceDivided, 1556),
            (Descriptor::ValhallAttribute, Class::Equal, 479),
            (Descriptor::ValhallAttribute, Class::MultiplierTooSmall, 29),
            (Descriptor::ValhallAttribute, Class::DivisorOne, 44),
            (Descriptor::VertexId, Class::Equal, 78),
            (Descriptor::InstanceId, Class::Equal, 78),
            (Descriptor::Closing, Class::NullTerminatorHasType, 960),
            (Descriptor::Draw, Class::Equal, 2464),
            (Descriptor::Invocation, Class::Equal, 1232),
            (Descriptor::Indices, Class::Equal, 540),
        ],
    );
}

/// In each draw the product of the padded count and the largest divisor does not fit 32 bits.
#[test]
fn every_descriptor_of_draws_with_large_products_is_ours_or_its_difference_is_explained() {
    let counts = compare_gl("driver/draws-products.csv", 105);
    assert_counts(
        &counts,
        "105 draws through GL with large products, V4 to V7",
        &[
            (Descriptor::AttributeBuffer, Class::Equal, 505),
            (Descriptor::AttributeBuffer, Class::MultiplierTooSmall, 85),
            (Descriptor::AttributeBuffer, Class::DivisorTooLarge, 347),
            (Descriptor::Attribute, Class::Equal, 851),
            (Descriptor::Attribute, Class::DivisorTooLarge, 52),
            (Descriptor::Attribute, Class::FirstInstanceDivided, 63),
            (Descriptor::VertexId, Class::Equal, 8),
            (Descriptor::InstanceId, Class::Equal, 8),
            (Descriptor::Closing, Class::NullTerminatorHasType, 56),
            (Descriptor::Draw, Class::Equal, 210),
            (Descriptor::Invocation, Class::Equal, 105),
            (Descriptor::Indices, Class::Equal, 15),
        ],
    );
}

#[test]
fn every_descriptor_of_the_newer_gl_driver_is_ours_or_its_difference_is_explained() {
    let counts = compare_gl("driver/draws-v10.csv", 61);
    assert_counts(
        &counts,
        "61 draws through GL, V10",
        &[
            (Descriptor::Buffer, Class::Equal, 275),
            (Descriptor::ValhallAttribute, Class::Equal, 242),
            (Descriptor::ValhallAttribute, Class::MultiplierTooSmall, 16),
            (Descriptor::ValhallAttribute, Class::DivisorOne, 17),
        ],
    );
}

#[test]
fn every_descriptor_of_the_vulkan_driver_is_ours_or_its_difference_is_explained() {
    let mut counts = Counts::default();
    for case in vulkan::cases("driver/draws-vulkan.csv", 336) {
        case.compare(&mut counts);
    }
    assert_counts(
        &counts,
        "336 draws through Vulkan, V6, V7 and V10",
        &[
            (Descriptor::AttributeBuffer, Class::Equal, 605),
            (Descriptor::AttributeBuffer, Class::DivisorTooLarge, 1),
            (Descriptor::Buffer, Class::Equal, 241),
            (Descriptor::Attribute, Class::Equal, 700),
            (Descriptor::Attribute, Class::OffsetStartKept, 124),
            (Descriptor::ValhallAttribute, Class::Equal, 296),
            (
                Descriptor::ValhallAttribute,
                Class::FirstInstanceInShader,
                71,
            ),
            (Descriptor::Closing, Class::Equal, 214),
            (Descriptor::Draw, Class::Equal, 464),
            (Descriptor::Invocation, Class::Equal, 232),
            (Descriptor::Indices, Class::Equal, 125),
        ],
    );
}
