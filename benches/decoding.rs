//! Decoding descriptors, compared with a memcpy of the same bytes.

use std::hint::black_box;
use std::iter;

use criterion::{Criterion, criterion_group, criterion_main};
use mali_instancing::decode::{Kind, descriptors};
use mali_instancing::descriptor::{ValhallAttribute, ValhallAttributeFields, ValhallFetchMode};
use mali_instancing::model::element_index;
use mali_instancing::{
    Arch, AttributeBuffer, BufferAddress, FetchMode, Format, InputRate, PaddedCount, Padding,
    Rounding, ThreadCount,
};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

mod each;

use each::{COUNT, each};

/// Attribute buffers of random counts.
fn attribute_buffers() -> Vec<[u32; 8]> {
    let mut random = SmallRng::seed_from_u64(70);
    let descriptor = || {
        let padded = PaddedCount::new(random.random_range(1..1000), Padding::Hardware).ok()?;
        let thread_count = ThreadCount::for_any_instance_count(padded);
        let rate = InputRate::from_gl_divisor(random.random_range(0..100));
        let mode = FetchMode::new(thread_count, rate, Rounding::RoundDown).ok()?;
        let buffer = AttributeBuffer::new(mode, BufferAddress::NULL, 64, random.random());
        Some(buffer.words())
    };
    iter::repeat_with(descriptor)
        .flatten()
        .take(COUNT)
        .collect()
}

/// Attributes of V9 and later with random divisors.
fn valhall_attributes() -> Vec<[u32; 8]> {
    let mut random = SmallRng::seed_from_u64(9);
    let descriptor = || {
        let rate = InputRate::from_gl_divisor(random.random_range(0..100));
        let attribute = ValhallAttribute::new(ValhallAttributeFields {
            mode: ValhallFetchMode::new(rate, Rounding::RoundDown),
            format: Format::R32G32B32A32_SFLOAT.hardware(Arch::V9)?,
            table: 0,
            offset: random.random_range(0..256),
            buffer_index: random.random_range(0..8),
            stride: 64,
        });
        Some(attribute.ok()?.words())
    };
    iter::repeat_with(descriptor)
        .flatten()
        .take(COUNT)
        .collect()
}

fn decode(criterion: &mut Criterion) {
    let mut random = SmallRng::seed_from_u64(3);
    let buffers = attribute_buffers();
    let attributes = valhall_attributes();
    let threads: Vec<(&[u32; 8], u32)> = buffers
        .iter()
        .map(|words| (words, random.random()))
        .collect();

    let group = &mut each::group(criterion, "decoding");
    // The compiler must not know the length: 32 known bytes are copied by a few moves.
    let length = black_box(8);
    let references: Vec<&[u32; 8]> = buffers.iter().collect();
    each(group, "memcpy", &references, |descriptor| {
        let mut words = [0; 8];
        words[..length].copy_from_slice(&descriptor[..length]);
        words
    });
    each(group, "attribute buffer", &buffers, AttributeBuffer::decode);
    each(
        group,
        "attribute buffer, as any words",
        &references,
        |words| descriptors(Arch::V7, Kind::Buffers, words).next(),
    );
    each(
        group,
        "Valhall attribute",
        &attributes,
        ValhallAttribute::decode,
    );
    each(group, "the model's element", &threads, |(words, id)| {
        element_index(words, id)
    });
}

criterion_group!(benches, decode);
criterion_main!(benches);
