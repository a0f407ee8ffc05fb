//! The bytes of declarations, in examples; `model` has the rule for all of them.

use mali_varyings::{Linking, MemoryLayout, Precision, Varying, VaryingType};

use super::{interface, link_located, placed};

/// A vertex stage whose outputs are all stored.
fn stored(varyings: &[Varying]) -> MemoryLayout {
    placed(&link_located(varyings, &[], Linking::Monolithic))
}

#[test]
fn thirty_two_vectors_fit_and_no_more() {
    let full = [Varying::new(VaryingType::Vec4).with_array(32).unwrap()];
    let layout = stored(&full);
    assert_eq!((layout.offset(63), layout.bytes()), (Some(496), 512));
    let more = [Varying::new(VaryingType::Float).with_array(33).unwrap()];
    assert!(interface(&more).is_err());
}

/// An element of an array is found by adding its index times the next power of two of its size.
#[test]
fn the_elements_of_an_array_are_equally_far_from_each_other() {
    for (varying_type, distance) in [
        (VaryingType::Float, 4),
        (VaryingType::Vec2, 8),
        (VaryingType::Vec3, 16),
        (VaryingType::Vec4, 16),
    ] {
        let varyings = [
            Varying::new(VaryingType::Vec3),
            Varying::new(varying_type).with_array(5).unwrap(),
        ];
        let layout = stored(&varyings);
        let offsets: Vec<u32> = (33..38).map(|l| layout.offset(l).unwrap()).collect();
        assert!(offsets.windows(2).all(|pair| pair[1] - pair[0] == distance));
        // The position is before them.
        let indices: Vec<_> = (33..38)
            .map(|location| layout.slot(location).unwrap().index)
            .collect();
        assert_eq!(indices, [2, 3, 4, 5, 6]);
    }
}

#[test]
fn varyings_that_share_a_location_are_one_slot() {
    let at = |varying_type, component, precision| {
        let varying = Varying::new(varying_type).with_precision(precision);
        let varying = varying.with_location(3).unwrap();
        varying.with_component(component).unwrap()
    };
    let bits = |one, other| {
        let varyings = [
            at(VaryingType::Vec2, 2, one),
            at(VaryingType::Float, 0, other),
        ];
        let slot = interface(&varyings).unwrap().slot(3).unwrap();
        assert_eq!(slot.components, 4);
        slot.bits
    };
    assert_eq!(bits(Precision::Medium, Precision::Low), 16);
    assert_eq!(bits(Precision::Medium, Precision::High), 32);
    let integers = at(VaryingType::Ivec2, 0, Precision::Medium);
    assert_eq!(interface(&[integers]).unwrap().slot(3).unwrap().bits, 32);
}
