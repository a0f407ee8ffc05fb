//! One function over many inputs, so that neither the clock nor the branch predictor decides.

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput};

/// How many inputs an iteration has.
pub(crate) const COUNT: usize = 1024;

/// A group of peers, measured in one run.
pub(crate) fn group<'a>(criterion: &'a mut Criterion, name: &str) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(COUNT as u64));
    group
}

/// Measures `function` over all inputs; nothing of one call can be left out or shared with another.
pub(crate) fn each<I: Copy, O>(
    group: &mut BenchmarkGroup<WallTime>,
    name: &str,
    inputs: &[I],
    mut function: impl FnMut(I) -> O,
) {
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            for &input in black_box(inputs) {
                black_box(function(input));
            }
        });
    });
}
