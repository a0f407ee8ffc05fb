//! Indices: where they are read from, and what becomes of them.

use mali_instancing::Arch;
use mali_instancing::buffers::{ApplicationDraw, ElementArray, IndexType, Mode, Target};
use mali_instancing::draw::IndexBounds;

use super::{World, source};

/// Where the index whose bits are all set is a vertex's, another one that restarts primitives cannot
/// become it without a wider type. That is so too where the bounds that the application gives are
/// wider than the type.
#[test]
fn indices_are_widened_where_the_fixed_restart_index_may_be_a_vertex() {
    for (maximum, expected) in [
        (0xfffe, IndexType::U16),
        (0xffff, IndexType::U32),
        (0x1_0000, IndexType::U32),
        (u32::MAX, IndexType::U32),
    ] {
        let mut world = World::new(Target::new(Arch::V9)).with_bytes(1, vec![0xfe, 0xff, 7, 0]);
        let bounds = IndexBounds {
            minimum: maximum - 0x7f,
            maximum,
        };
        let elements = ElementArray::new(source(1), IndexType::U16, 2)
            .with_restart_index(7)
            .with_base_vertex(-0xff00)
            .with_bounds(bounds);
        let plan = world.draw(&ApplicationDraw::elements(Mode::Points, elements, &[]));
        let indices = plan.index_data().unwrap().indices.unwrap();
        assert_eq!(indices.index_type, expected, "bounds up to {maximum}");
        assert_eq!(indices.restart_index, Some(expected.largest()));
    }
}
