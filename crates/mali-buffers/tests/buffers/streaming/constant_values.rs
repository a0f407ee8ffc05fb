//! Values of attributes that are the same for all vertices.

use std::collections::HashSet;

use mali_buffers::ConstantValue;
use mali_instancing::Format;
use proptest::prelude::*;

#[test]
fn a_value_that_is_no_number_is_equal_to_itself() {
    let value = ConstantValue::Float([f32::NAN; 4]);
    assert_eq!(value, value);
    assert!(!HashSet::from([value]).insert(value));
}

#[test]
fn zeros_of_either_sign_are_different_values() {
    assert_ne!(
        ConstantValue::Float([0.0; 4]),
        ConstantValue::Float([-0.0; 4])
    );
}

#[test]
fn the_same_bytes_of_another_type_are_another_value() {
    let values = [
        ConstantValue::Float([0.0; 4]),
        ConstantValue::Int([0; 4]),
        ConstantValue::Uint([0; 4]),
    ];
    assert_eq!(HashSet::from(values).len(), 3);
    assert_eq!(values.map(ConstantValue::to_le_bytes), [[0; 16]; 3]);
}

proptest! {
    #[test]
    fn the_bytes_are_those_of_the_components(components: [u32; 4]) {
        let bytes = components.map(u32::to_le_bytes).concat();
        let values = [
            ConstantValue::Float(components.map(f32::from_bits)),
            ConstantValue::Int(components.map(|component| component as i32)),
            ConstantValue::Uint(components),
        ];
        for value in values {
            prop_assert_eq!(&value.to_le_bytes()[..], &bytes);
            prop_assert_eq!(value.format().size(), 16);
        }
        prop_assert_eq!(
            values.map(ConstantValue::format),
            [
                Format::R32G32B32A32_SFLOAT,
                Format::R32G32B32A32_SINT,
                Format::R32G32B32A32_UINT,
            ]
        );
    }
}
