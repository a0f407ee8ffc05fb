//! Draws of the planner, one after the other, for a debugger that measures the stack and the instructions of each.

use std::hint::black_box;

use mali_buffers::{BufferId, DataSource, Drawn, Error, Sequence, Usage, Vertices};
use mali_instancing::draw::write;

use scene::{
    FIRST, FORMAT, INSTANCES, Scene, WIDE, attributes, draw, memory, packing, planner, state,
    with_constant,
};

#[path = "../scene.rs"]
mod scene;

/// The function at which the debugger stops.
#[inline(never)]
fn measured(name: &str, call: &mut dyn FnMut() -> Result<(), Error>) {
    // `depth.py` reads the name from the registers of this argument, so it must not be left out.
    black_box(name);
    call().expect("a call that has all that it needs");
}

fn main() {
    for count in [2, 16] {
        packed(count);
        drawn::<16>(count);
    }
    packed(32);
    drawn::<32>(32);
}

/// The reference: the same draw's tables, with ranges that are known.
fn packed(count: u32) {
    let (pipeline, counts, buffers, attributes, ranges) = packing(count);
    let mut words = [0; 128];
    measured(&format!("draw::write, {count} attributes"), &mut || {
        write(
            &pipeline,
            &counts,
            &buffers,
            &attributes,
            &ranges,
            &mut words,
        )?;
        Ok(())
    });
}

/// The draws of one state, one after the other: the first, the same in the same and in the next work, and others.
fn drawn<const ATTRIBUTES: usize>(count: u32) {
    let (buffer, client) = (DataSource::Buffer(BufferId::new(0)), DataSource::Client(0));
    let indices = Some(DataSource::Buffer(BufferId::new(1)));
    let plain = |source| attributes(source, FORMAT, count);
    let kinds = [
        ("in place", plain(buffer), None, true, Usage::Static),
        ("of indices", plain(buffer), indices, true, Usage::Static),
        ("of a copy", plain(buffer), None, false, Usage::Static),
        (
            "of a converted copy",
            attributes(buffer, WIDE, count),
            None,
            true,
            Usage::Static,
        ),
        (
            "of a constant",
            with_constant(buffer, count),
            None,
            true,
            Usage::Static,
        ),
        ("streamed", plain(client), None, true, Usage::Static),
        (
            "streamed from a buffer",
            plain(buffer),
            None,
            false,
            Usage::Stream,
        ),
    ];
    for (kind, attributes, indices, is_mapped, usage) in kinds {
        let mut scene = Scene::new(usage, count * WIDE.size(), is_mapped);
        let mut scene = scene.data();
        let mut memory = memory();
        let mut planner = planner();
        let mut state = state::<ATTRIBUTES>(&attributes);
        let mut words = [0; 160];
        let mut draw = draw(indices);
        let mut work = 1;
        let mut draw_once = |what: &str, draw: &_, work| {
            let mut call = || {
                let sequence = Sequence::new(work);
                let (scene, memory) = (&mut scene, &mut memory);
                let drawn = planner.draw(&mut state, draw, scene, memory, sequence, &mut words)?;
                assert!(matches!(drawn, Drawn::Written(_) | Drawn::Unchanged));
                Ok(())
            };
            measured(
                &format!("draw {kind}, {what}, {count} attributes"),
                &mut call,
            );
            if what == "later" {
                measured(&format!("complete {kind}, {count} attributes"), &mut || {
                    planner.complete(Sequence::new(work));
                    Ok(())
                });
            } else {
                planner.complete(Sequence::new(work - 1));
            }
        };
        draw_once("first", &draw, work);
        draw_once("again", &draw, work);
        work += 1;
        draw_once("in new work", &draw, work);
        draw.instances = INSTANCES / 2;
        draw_once("of other counts", &draw, work);
        work += 1;
        draw.instances = INSTANCES;
        draw_once("later", &draw, work);
        if let Vertices::Arrays { first, .. } = &mut draw.vertices {
            *first = FIRST;
            work += 1;
            draw_once("from another vertex", &draw, work);
        }
    }
}
