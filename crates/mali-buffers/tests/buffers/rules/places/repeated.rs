//! A stride of 0: all vertices and instances read one element, for any first instance.

use mali_buffers::{
    Attribute, AttributeArray, AttributePlace, DataSource, Decision, Target, Usage,
};
use mali_instancing::{Arch, InputRate};

use crate::drawing::Drawing;
use crate::rules::{ADDRESS, World, array, source};

/// The place of an array in a draw of ten instances from 1000 on, and the number of bytes that are copied.
fn drawn(array: AttributeArray) -> (AttributePlace, u64) {
    let mut world = World::new(Target::new(Arch::V7)).with_buffer(1, 64, Usage::Static);
    let attributes = [Attribute::Array(array)];
    let draw = Drawing::arrays(5, 7, &attributes)
        .with_instances(10)
        .with_first_instance(1000);
    let drawn = world.draw(&draw);
    (drawn.place(0), drawn.bytes_copied)
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
            let (place, copied) = drawn(array.with_offset(40));
            assert_eq!((place.rate, place.stride), (InputRate::Constant, 0));
            (place, copied)
        };
        let (place, copied) = at(source(1), "R32G32_SFLOAT");
        assert_eq!((place.address, copied), (ADDRESS + 40, 0));
        assert_eq!(place.decision, Decision::InPlace);

        // A copy of a whole buffer contains only this element, as two floats of 32 bits.
        let (place, copied) = at(source(1), "R64G64_SFLOAT");
        assert_eq!((place.address, copied), (0x2000_0000, 8));
        assert!(matches!(place.decision, Decision::CopyMade { .. }));

        let (place, copied) = at(DataSource::Client(0), "R32G32_SFLOAT");
        assert_eq!((place.address, copied), (0x2000_0000, 8));
        assert!(matches!(place.decision, Decision::Streamed { .. }));
    }
}
