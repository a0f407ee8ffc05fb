//! A stride of 0: all vertices and instances read one element, for any first instance.

use mali_buffers::two_phase::{
    Attribute, AttributeArray, Contents, DataSource, Decision, Target, Usage,
};
use mali_instancing::{Arch, InputRate};

use crate::drawing::Drawing;
use crate::rules::{World, array, source};

/// The draw's one buffer, as its stride and the byte that instance `first_instance` reads; and the elements that are
/// copied, as the first byte and the number of elements.
fn drawn(array: AttributeArray) -> (u32, u64, Option<(u64, u32)>, Decision) {
    let mut world = World::new(Target::new(Arch::V7)).with_buffer(1, 64, Usage::Static);
    let attributes = [Attribute::Array(array)];
    let draw = Drawing::arrays(5, 7, &attributes)
        .with_instances(10)
        .with_first_instance(1000);
    let plan = world.draw(&draw);
    let data = plan.vertex_data().unwrap();
    let buffer = data.buffers()[0];
    let skipped = u64::from(1000 - data.first_elements()[0]) * u64::from(buffer.stride);
    let begin = data.locations()[0].offset + u64::from(data.attributes()[0].offset) + skipped;
    let copied = plan.copies().next().map(|copy| match copy.contents {
        Contents::Elements {
            offset, elements, ..
        } => (offset, elements),
        _ => panic!("no elements"),
    });
    assert_eq!(buffer.rate, InputRate::Constant);
    (buffer.stride, begin, copied, data.decisions()[0].unwrap())
}

#[test]
fn all_vertices_and_instances_read_the_element_at_the_offset() {
    for rate in [
        InputRate::Vertex,
        InputRate::from_gl_divisor(3),
        InputRate::Constant,
    ] {
        let at = |source, format| {
            let array = array(source, format).with_stride(0).with_rate(rate);
            drawn(array.with_offset(40))
        };
        assert_eq!(
            at(source(1), "R32G32_SFLOAT"),
            (0, 40, None, Decision::InPlace)
        );

        // A copy of a whole buffer contains only this element.
        let (stride, begin, copied, decision) = at(source(1), "R64G64_SFLOAT");
        assert_eq!((stride, begin, copied), (0, 0, Some((40, 1))));
        assert!(
            matches!(decision, Decision::CopyMade { .. }),
            "{decision:?}"
        );

        let (_, begin, copied, decision) = at(DataSource::Client(0), "R32G32_SFLOAT");
        assert_eq!((begin, copied), (0, Some((40, 1))));
        assert!(
            matches!(decision, Decision::Streamed { .. }),
            "{decision:?}"
        );
    }
}
