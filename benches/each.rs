//! One function over many inputs, so that neither the clock nor the branch predictor determines the result.

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput};

/// The number of inputs of an iteration.
pub(crate) const COUNT: usize = 1024;

/// A group of functions to be compared, measured in one run.
pub(crate) fn group<'a>(criterion: &'a mut Criterion, name: &str) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(COUNT as u64));
    group
}

/// Measures `function` over all inputs. The compiler cannot omit a call, or share its work with another.
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
