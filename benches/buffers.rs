//! Vertex and index data: conversions compared with a memcpy of as many bytes, and the scan for the smallest and the
//! largest index compared with a loop that only reads the indices.

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use mali_buffers::{ComponentCount, Conversion, IndexType, convert_indices, index_bounds};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

/// A size that fits the second-level cache, and one that is larger than the last-level cache.
const SIZES: [(&str, usize); 2] = [("64 KiB", 64 << 10), ("64 MiB", 64 << 20)];

fn group<'a>(
    criterion: &'a mut Criterion,
    name: &str,
    bytes: usize,
) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Bytes(bytes as u64));
    if bytes > 1 << 20 {
        group.sample_size(10);
    }
    group
}

fn random_bytes(length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    SmallRng::seed_from_u64(70).fill_bytes(&mut bytes);
    bytes
}

/// Reads `size` bytes and writes `size` bytes.
fn memcpy(group: &mut BenchmarkGroup<WallTime>, source: &[u8], size: usize) {
    let mut destination = vec![0; size];
    group.bench_function("memcpy", |bencher| {
        bencher.iter(|| {
            destination.copy_from_slice(&black_box(source)[..size]);
            black_box(&mut destination);
        });
    });
}

/// Reads and writes a total of twice `size` bytes.
fn convert(
    group: &mut BenchmarkGroup<WallTime>,
    name: &str,
    (conversion, stride): (Conversion, u32),
    source: &[u8],
    size: usize,
) {
    let elements = 2 * size as u32 / (stride + conversion.size());
    let mut destination = vec![0; (elements * conversion.size()) as usize];
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            let to_stride = conversion.size();
            let source = black_box(source);
            let done = conversion.run(source, stride, &mut destination, to_stride, elements);
            black_box(&mut destination);
            done
        });
    });
}

fn vertices(criterion: &mut Criterion) {
    let copy = Conversion::Copy { size: 12 };
    let narrow = Conversion::NarrowFloats(ComponentCount::Four);
    let cases = [
        ("copy", copy, 12),
        ("copy, 12 of 32 bytes", copy, 32),
        ("copy, 12 of 33 bytes", copy, 33),
        ("copy, 20 of 32 bytes", Conversion::Copy { size: 20 }, 32),
        ("64-bit floats to 32 bits", narrow, 32),
    ];
    for (size_name, size) in SIZES {
        let source = random_bytes(2 * size);
        let group = &mut group(criterion, &format!("vertices, {size_name}"), 2 * size);
        memcpy(group, &source, size);
        for (name, conversion, stride) in cases {
            convert(group, name, (conversion, stride), &source, size);
        }
    }
}

fn indices(criterion: &mut Criterion) {
    use IndexType::{U8, U16, U32};
    let cases = [
        (U8, U16, None),
        (U8, U32, None),
        (U16, U32, None),
        (U8, U16, Some(255)),
        (U16, U32, Some(0xffff)),
        (U16, U16, Some(7)),
        (U32, U32, Some(7)),
    ];
    for (size_name, size) in SIZES {
        let source = random_bytes(2 * size);
        let group = &mut group(criterion, &format!("indices, {size_name}"), 2 * size);
        memcpy(group, &source, size);
        for (from, to, restart_index) in cases {
            let count = 2 * size / (from.size() + to.size()) as usize;
            let source = &source[..count * from.size() as usize];
            let mut destination = vec![0; count * to.size() as usize];
            let restart = if restart_index.is_some() {
                ", restarting"
            } else {
                ""
            };
            group.bench_function(format!("{from} to {to}{restart}"), |bencher| {
                bencher.iter(|| {
                    let source = black_box(source);
                    let done = convert_indices(
                        from,
                        to,
                        black_box(restart_index),
                        source,
                        &mut destination,
                    );
                    black_box(&mut destination);
                    done
                });
            });
        }
    }
}

/// The bounds, found by a plain loop with a branch for each index.
fn plain_bounds(indices: &[u8], restart_index: Option<u32>) -> Option<(u32, u32)> {
    let indices = indices.as_chunks().0.iter();
    indices
        .map(|&bytes| u32::from(u16::from_le_bytes(bytes)))
        .filter(|&index| Some(index) != restart_index)
        .fold(None, |bounds, index| {
            let (minimum, maximum) = bounds.unwrap_or((index, index));
            Some((index.min(minimum), index.max(maximum)))
        })
}

fn bounds(criterion: &mut Criterion) {
    use IndexType::{U8, U16, U32};
    for (size_name, size) in SIZES {
        let source = random_bytes(size);
        let source = &source[..];
        let group = &mut group(criterion, &format!("index bounds, {size_name}"), size);
        group.bench_function("reading", |bencher| {
            bencher.iter(|| {
                let words = black_box(source).as_chunks().0.iter();
                words.fold(0_u64, |sum, &word| {
                    sum.wrapping_add(u64::from_le_bytes(word))
                })
            });
        });
        group.bench_function("a plain loop, 16-bit, restarting", |bencher| {
            bencher.iter(|| plain_bounds(black_box(source), black_box(Some(7))));
        });
        for index_type in [U8, U16, U32] {
            group.bench_function(index_type.to_string(), |bencher| {
                bencher.iter(|| index_bounds(index_type, black_box(source), None));
            });
            for (name, restart_index) in [("all bits", index_type.largest()), ("7", 7)] {
                group.bench_function(format!("{index_type}, restarting at {name}"), |bencher| {
                    let restart_index = Some(restart_index);
                    bencher.iter(|| {
                        index_bounds(index_type, black_box(source), black_box(restart_index))
                    });
                });
            }
        }
    }
}

criterion_group!(benches, vertices, indices, bounds);
criterion_main!(benches);
