//! The sizes of the types that a driver keeps for each shader and each pipeline.

use mali_varyings::{Interface, Linkage, MemoryLayout, Slot, TransformFeedback, Varying};

#[test]
fn a_linkage_is_two_interfaces_and_nothing_more() {
    // The type, three qualifiers, the location, the component, a built-in variable, and the length of an array.
    assert!(size_of::<Varying>() <= 12);
    // A byte for each field.
    assert_eq!(size_of::<Slot>(), 8);
    // 128 declarations, and for each of 32 locations a slot and the varyings of its four components.
    let interface = 128 * 12 + 32 * (8 + 4);
    assert!(size_of::<Interface>() <= interface + 48);
    // A slot and an offset of 16 bits for each of 64 locations, their number, the size of a vertex, and a driver and an
    // architecture.
    let memory = 64 * (8 + 2) + 6;
    assert_eq!(size_of::<MemoryLayout>(), memory);
    // The built-in variables of both stages, and the way in which they are compiled.
    assert!(size_of::<Linkage>() <= 2 * size_of::<Interface>() + 24);
    // Two slices and a mode.
    assert!(size_of::<TransformFeedback>() <= 40);
}
