//! Draws of the planner, compared with only packing the same draw, as a driver does if its data is always in place.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use mali_buffers::{BufferId, DataSource, Drawn, Sequence, Usage, VertexState};
use mali_instancing::draw::write;

use scene::{FORMAT, INSTANCES, Scene, WIDE, attributes, draw, memory, packing, planner, state};

mod scene;

fn plan(criterion: &mut Criterion) {
    for count in [2, 16] {
        plan_attributes(criterion, count);
    }
}

fn plan_attributes(criterion: &mut Criterion, count: u32) {
    let mut group = criterion.benchmark_group(format!("draw, plan, {count} attributes"));
    let (pipeline, counts, buffers, packed, ranges) = packing(count);
    let mut words = [0; 160];
    group.bench_function("packed alone", |bencher| {
        bencher.iter(|| {
            write(
                black_box(&pipeline),
                black_box(&counts),
                &buffers,
                &packed,
                &ranges,
                &mut words,
            )
            .map(|_| words[0])
        });
    });

    let buffer = DataSource::Buffer(BufferId::new(0));
    let client = DataSource::Client(0);
    let indices = Some(DataSource::Buffer(BufferId::new(1)));
    // The number of works, and of other counts of instances, after which they begin again.
    let cases = [
        ("in place, unchanged", buffer, FORMAT, None, (0, 0)),
        ("in place, new counts", buffer, FORMAT, None, (0, 1)),
        (
            "in place, unchanged indices",
            buffer,
            FORMAT,
            indices,
            (0, 0),
        ),
        ("in place, new work", buffer, FORMAT, None, (1, 0)),
        ("static copy found, new work", buffer, WIDE, None, (1, 0)),
        ("static copy found, new counts", buffer, WIDE, None, (1, 1)),
        ("streamed", client, FORMAT, None, (1, 0)),
        (
            "remembered bounds, new counts",
            buffer,
            FORMAT,
            indices,
            (1, 1),
        ),
    ];
    for (name, source, format, indices, (new_work, other_counts)) in cases {
        let mut scene = Scene::new(Usage::Static, count * WIDE.size(), true);
        let mut scene = scene.data();
        let mut memory = memory();
        let mut planner = planner();
        let mut state: VertexState = state(&attributes(source, format, count));
        let mut draw = draw(indices);
        let (mut number, mut work) = (0_u32, 1_u64);
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                number = number.wrapping_add(1);
                work += new_work;
                // All works before are complete, so that the ring uses its memory again.
                planner.complete(Sequence::new(work - 1));
                // With 1, each draw has another number of instances than the one before.
                draw.instances = INSTANCES + (number & other_counts);
                let drawn = planner.draw(
                    &mut state,
                    black_box(&draw),
                    &mut scene,
                    &mut memory,
                    Sequence::new(work),
                    &mut words,
                );
                let drawn = drawn.expect("a draw of which all is there");
                assert!(matches!(drawn, Drawn::Written(_) | Drawn::Unchanged));
                words[0]
            });
        });
    }
}

criterion_group!(benches, plan);
criterion_main!(benches);
