//! Padding a vertex count, computed and by lookup, compared with rounding it up to a power of two.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use mali_instancing::{PaddedCount, Padding, lookup};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

mod each;

use each::{COUNT, each};

fn pad(criterion: &mut Criterion) {
    let mut random = SmallRng::seed_from_u64(70);
    for (kind, last) in [
        ("in the table", lookup::VERTEX_LIMIT - 1),
        ("random", 1 << 31),
    ] {
        let counts: Vec<u32> = (0..COUNT).map(|_| random.random_range(1..=last)).collect();
        let group = &mut each::group(criterion, &format!("padding, {kind}"));
        each(group, "looked up", &counts, |vertices| {
            lookup::padded_count(vertices, Padding::Hardware)
        });
        for padding in [Padding::Hardware, Padding::Tight, Padding::Mesa] {
            let padding = black_box(padding);
            each(
                group,
                &format!("computed, {padding}"),
                &counts,
                |vertices| PaddedCount::new(vertices, padding),
            );
        }
        each(group, "power of two", &counts, u32::next_power_of_two);
    }
}

criterion_group!(benches, pad);
criterion_main!(benches);
