//! Planning a draw, compared with only packing the same draw, as a driver does if its data is always in place.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use mali_buffers::{BufferId, DataSource, Error, InPlace, Plan, Sequence, Usage};
use mali_instancing::draw::write;

use scene::{FORMAT, INSTANCES, Memory, Scene, WIDE, attributes, draw, packing, planner, state};

mod scene;

fn plan(criterion: &mut Criterion) {
    for count in [2, 16] {
        plan_attributes(criterion, count);
    }
}

fn plan_attributes(criterion: &mut Criterion, count: u32) {
    let stride = count * FORMAT.size();
    let mut group = criterion.benchmark_group(format!("draw, plan, {count} attributes"));
    let (call, buffers, packed, ranges) = packing(count);
    let mut words = [0; 128];
    group.bench_function("packed alone", |bencher| {
        bencher.iter(|| {
            write(black_box(&call), &buffers, &packed, &ranges, &mut words).map(|_| words[0])
        });
    });

    let buffer = DataSource::Buffer(BufferId::new(0));
    let indices = Some(DataSource::Buffer(BufferId::new(1)));
    let in_place = [
        ("in place, unchanged", None, 0),
        ("in place, new counts", None, 1),
        ("in place, unchanged indices", indices, 0),
    ];
    for (name, indices, more) in in_place {
        let mut scene = Scene::new(Usage::Static, stride);
        let memory = Memory(Vec::new());
        let mut planner = planner();
        let mut state = state(&attributes(buffer, FORMAT, count));
        let mut draw = draw(indices);
        let mut plan = Plan::new();
        planner
            .prepare(&state, &draw, &scene, Sequence::new(1), &mut plan)
            .and_then(|_| planner.commit(&plan, &mut scene))
            .expect("a draw in place");
        let mut number = 0_u64;
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                number += 1;
                draw.instances = INSTANCES + (number as u32 & more);
                let work = Sequence::new(1);
                let scene = &mut scene;
                let drawn = planner
                    .draw_in_place(
                        &mut state,
                        black_box(&draw),
                        scene,
                        &memory,
                        work,
                        &mut words,
                    )
                    .expect("a draw in place");
                assert!(drawn != InPlace::NeedsPlan);
                words[0]
            });
        });
    }

    let cases = [
        ("planned in place", buffer, FORMAT, Usage::Static, None),
        ("static copy found", buffer, WIDE, Usage::Static, None),
        (
            "streamed but for copying",
            DataSource::Client(0),
            FORMAT,
            Usage::Static,
            None,
        ),
        ("remembered bounds", buffer, FORMAT, Usage::Static, indices),
    ];
    for (name, source, format, usage, indices) in cases {
        let mut scene = Scene::new(usage, count * format.size());
        let mut memory = Memory(vec![0; 1 << 21]);
        let mut planner = planner();
        let state = state(&attributes(source, format, count));
        let draw = draw(indices);
        let mut plan = Plan::new();
        let mut number = 0;
        let mut draw_once = || {
            number += 1;
            planner.complete(Sequence::new(number - 1));
            let work = Sequence::new(number);
            planner.prepare(black_box(&state), black_box(&draw), &scene, work, &mut plan)?;
            if number == 1 {
                plan.execute(&scene, &mut memory)?;
            }
            if let Some(input) = plan.vertex_data() {
                input.write(&memory, &mut words)?;
            }
            planner.commit(&plan, &mut scene)?;
            Ok::<_, Error>(words[0])
        };
        group.bench_function(name, |bencher| {
            bencher.iter(|| draw_once().expect("a draw of which all is there"));
        });
    }
}

criterion_group!(benches, plan);
criterion_main!(benches);
