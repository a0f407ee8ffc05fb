//! Calls of the planner, one after the other, for a debugger that measures the stack of each.

use std::hint::black_box;

use mali_buffers::{BufferId, DataSource, Error, InPlace, Plan, Sequence, Usage};
use mali_instancing::draw::write;

use scene::{
    FORMAT, INSTANCES, Memory, Scene, WIDE, attributes, draw, packing, planner, state,
    with_constant,
};

#[path = "../scene.rs"]
mod scene;

/// The number of draws after which buffers have their copies, and bounds are cached.
const DRAWS: u64 = 10;

/// The function at which the debugger stops.
#[inline(never)]
fn measured(name: &str, call: &mut dyn FnMut() -> Result<(), Error>) {
    black_box(name);
    call().expect("a call that has all that it needs");
}

fn main() {
    for count in [2, 16] {
        packed(count);
        unplanned(count);
        planned(count);
    }
}

/// The reference: the same draw's tables, with ranges that are known.
fn packed(count: u32) {
    let (call, buffers, attributes, ranges) = packing(count);
    let mut words = [0; 128];
    measured(&format!("draw::write, {count} attributes"), &mut || {
        write(&call, &buffers, &attributes, &ranges, &mut words)?;
        Ok(())
    });
}

/// Draws data that is in place, or was written for an earlier draw.
fn unplanned(count: u32) {
    let buffer = DataSource::Buffer(BufferId::new(0));
    let indices = DataSource::Buffer(BufferId::new(1));
    let kinds = [
        ("", attributes(buffer, FORMAT, count), None),
        (
            " of indices",
            attributes(buffer, FORMAT, count),
            Some(indices),
        ),
        (" of a copy", attributes(buffer, WIDE, count), None),
        (" of a constant", with_constant(buffer, count), None),
    ];
    for (kind, attributes, indices) in kinds {
        let mut scene = Scene::new(Usage::Static, count * WIDE.size());
        let mut planner = planner();
        let mut state = state(&attributes);
        let memory = Memory(Vec::new());
        let mut plan = Plan::<16>::new();
        let mut words = [0; 128];
        let mut draw = draw(indices);
        planner
            .prepare(&state, &draw, &scene, Sequence::new(1), &mut plan)
            .and_then(|_| planner.commit(&plan, &mut scene))
            .expect("a draw of what there is");
        for (name, instances) in [("new", INSTANCES), ("other counts", 7), ("unchanged", 7)] {
            draw.instances = instances;
            let name = format!("draw_in_place{kind}, {name}, {count} attributes");
            measured(&name, &mut || {
                let work = Sequence::new(1);
                let (scene, words) = (&mut scene, &mut words);
                let drawn =
                    planner.draw_in_place(&mut state, &draw, scene, &memory, work, words)?;
                assert!(drawn != InPlace::NeedsPlan);
                Ok(())
            });
        }
    }
}

fn planned(count: u32) {
    let buffer = DataSource::Buffer(BufferId::new(0));
    let indices = DataSource::Buffer(BufferId::new(1));
    let kinds = [
        ("a static copy", buffer, WIDE, None),
        ("streamed", DataSource::Client(0), FORMAT, None),
        ("of indices", buffer, FORMAT, Some(indices)),
    ];
    for (kind, source, format, indices) in kinds {
        let mut scene = Scene::new(Usage::Static, count * format.size());
        let mut memory = Memory(vec![0; 1 << 21]);
        let mut planner = planner();
        let state = state(&attributes(source, format, count));
        let draw = draw(indices);
        let mut plan = Plan::<16>::new();
        let mut words = [0; 128];
        for number in 1..=DRAWS {
            let call = |call: &str, what: &mut dyn FnMut() -> Result<(), Error>| match number {
                1 => measured(&format!("{call}, {kind}, {count} attributes, first"), what),
                DRAWS => measured(&format!("{call}, {kind}, {count} attributes, later"), what),
                _ => what().expect("a call that has all that it needs"),
            };
            let sequence = Sequence::new(number);
            call("prepare", &mut || {
                planner.prepare(&state, &draw, &scene, sequence, &mut plan)?;
                Ok(())
            });
            call("execute", &mut || plan.execute(&scene, &mut memory));
            call("write", &mut || {
                let data = plan.vertex_data().expect("a draw has vertices");
                data.write(&memory, &mut words)?;
                Ok(())
            });
            call("commit", &mut || planner.commit(&plan, &mut scene));
            call("complete", &mut || {
                planner.complete(sequence);
                Ok(())
            });
        }
    }
}
