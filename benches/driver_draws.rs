//! The draws of real programs through Mesa's GL driver, each packed again, compared with a memcpy of its tables.

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use mali_instancing::draw::{DrawCounts, Pipeline, write};

#[allow(dead_code, reason = "the test reads more of a case")]
#[path = "../tests/driver_draws/case.rs"]
mod case;
#[path = "../tests/driver_draws/gl.rs"]
mod gl;
#[path = "../tests/golden/mod.rs"]
mod golden;
#[path = "../tests/driver_draws/parse.rs"]
mod parse;

use case::Parts;

/// A draw, and the tables that are made of it.
type Packed = (Pipeline, DrawCounts, Parts, Vec<u32>);

fn packed() -> Vec<Packed> {
    let cases = gl::cases("driver/draws.csv", 1349).into_iter();
    let pack = |case: case::Case| {
        let Parts {
            buffers,
            attributes,
            ranges,
            mut words,
        } = case.parts();
        let tables = write(
            &case.pipeline,
            &case.counts,
            &buffers,
            &attributes,
            &ranges,
            &mut words,
        );
        let packed = words[..tables.unwrap().attributes.end].to_vec();
        let parts = Parts {
            buffers,
            attributes,
            ranges,
            words,
        };
        (case.pipeline, case.counts, parts, packed)
    };
    cases.map(pack).collect()
}

/// Measures `function` over all draws, which all write to the same words.
fn each(
    group: &mut BenchmarkGroup<WallTime>,
    name: &str,
    draws: &[&Packed],
    mut function: impl FnMut(&Packed, &mut [u32]),
) {
    let longest = draws.iter().map(|(.., parts, _)| parts.words.len()).max();
    let mut words = vec![0; longest.unwrap_or(0)];
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            for draw in black_box(draws) {
                function(draw, &mut words);
                black_box(&mut words);
            }
        });
    });
}

fn driver_draws(criterion: &mut Criterion) {
    let packed = packed();
    for (family, has_attribute_buffers) in [("V4 to V7", true), ("V9", false)] {
        let draws: Vec<&Packed> = (packed.iter())
            .filter(|(pipeline, ..)| pipeline.arch.has_attribute_buffers() == has_attribute_buffers)
            .collect();
        let group = &mut criterion.benchmark_group(format!("a GL driver's draws, {family}"));
        group.throughput(Throughput::Elements(draws.len() as u64));
        each(group, "memcpy", &draws, |(.., packed), words| {
            words[..packed.len()].copy_from_slice(packed);
        });
        each(
            group,
            "nothing constant",
            &draws,
            |(pipeline, counts, parts, _), words| {
                let Parts {
                    buffers,
                    attributes,
                    ranges,
                    ..
                } = parts;
                black_box(write(pipeline, counts, buffers, attributes, ranges, words).is_ok());
            },
        );
    }
}

criterion_group!(benches, driver_draws);
criterion_main!(benches);
