//! Access to elements by a computed index, compared with the coordinates of each orientation.

use std::collections::HashSet;

use mali_varyings::chooser::{Machine, Orientation};
use mali_varyings::{RegisterTarget, Span, VaryingType};

use super::{Registers, all_components, components, places, rectangle, varying, varyings};

fn mali(registers: u32) -> Machine {
    Machine::CHOSEN.with_registers(registers).unwrap()
}

/// The place of the first component of an element, by the review's formulas for scalars and vectors.
fn by_formula(orientation: Orientation, components: u32, index: u32) -> (u32, u32) {
    match orientation {
        Orientation::Vertical { height } => (index % height, index / height * components),
        Orientation::Horizontal { width } => (index / width, index % width * components),
        Orientation::Dense => (index * components / 4, index * components % 4),
    }
}

#[test]
fn every_element_is_where_the_formula_of_its_orientation_says() {
    let mut seen = HashSet::new();
    for registers in [3, 5, 8, 15, 16] {
        for (name, components) in [("float", 1), ("vec2", 2), ("ivec3", 3), ("uvec4", 4)] {
            for length in 1..=4 * registers / components {
                let declaration = format!("{name}[{length}]");
                let placement = places(&[varying(&declaration)], &mali(registers)).unwrap()[0];
                seen.insert(placement.orientation().to_string());
                for index in 0..length {
                    let first = placement.vector(index, 0).unwrap().first;
                    assert_eq!(
                        (
                            first.register - placement.register(),
                            first.component - placement.component()
                        ),
                        by_formula(placement.orientation(), components, index),
                        "element {index} of {declaration} in {registers} registers"
                    );
                }
            }
        }
    }
    assert_eq!(seen.len(), 3, "{seen:?}");
}

#[test]
fn elements_fill_their_rectangle_without_overlap() {
    for registers in [5, 12, 15, 16] {
        for &varying_type in VaryingType::ALL {
            let machines: [&dyn Registers; 3] = [
                &mali(registers),
                &Machine::RELAXED.with_registers(registers).unwrap(),
                &RegisterTarget::ES100.with_registers(registers).unwrap(),
            ];
            for target in machines {
                let element = varying_type.columns() * varying_type.components();
                for length in 1..=4 * registers / element {
                    let declaration = format!("{varying_type}[{length}]");
                    let Ok(placements) = places(&varyings(&[&declaration]), target) else {
                        continue;
                    };
                    let allowed: HashSet<_> = rectangle(&placements[0]).into_iter().collect();
                    let all = all_components(&placements[0]);
                    let distinct: HashSet<_> = all.iter().copied().collect();
                    assert_eq!(all.len() as u32, length * element, "{declaration}");
                    assert_eq!(distinct.len(), all.len(), "{declaration} overlaps itself");
                    assert!(distinct.is_subset(&allowed), "{declaration}");
                    assert!(all.iter().all(|at| at.0 < registers && at.1 < 4));
                }
            }
        }
    }
}

#[test]
fn there_is_nothing_past_the_last_element_and_the_last_vector() {
    for declaration in ["mat3x2[5]", "vec3[9]", "float", "mat2"] {
        let placement = places(&varyings(&[declaration]), &mali(16)).unwrap()[0];
        assert_eq!(
            placement.vector(placement.length(), 0),
            None,
            "{declaration}"
        );
        assert_eq!(
            placement.vector(0, placement.vectors()),
            None,
            "{declaration}"
        );
        assert_eq!(placement.vector(u32::MAX, u32::MAX), None, "{declaration}");
        assert!(
            placement
                .vector(placement.length() - 1, placement.vectors() - 1)
                .is_some()
        );
    }
}

/// The review's example of a dense array.
#[test]
fn a_dense_vec3_straddles_two_registers_twice_in_four() {
    let placement = places(&varyings(&["vec3[20]"]), &mali(15)).unwrap()[0];
    assert_eq!(placement.orientation(), Orientation::Dense);
    assert_eq!((placement.components(), placement.rows()), (4, 15));
    for element in 0..20 {
        let first = 3 * element;
        let expected: Vec<_> = (first..first + 3).map(|at| (at / 4, at % 4)).collect();
        assert_eq!(components(&placement, element, 0), Some(expected));
        let second = placement.vector(element, 0).unwrap().second;
        assert_eq!(second.is_some(), matches!(element % 4, 1 | 2), "{element}");
    }
    let span = |register, component, components| Span {
        register,
        component,
        components,
    };
    let straddling = placement.vector(2, 0).unwrap();
    assert_eq!(straddling.first, span(1, 2, 2));
    assert_eq!(straddling.second, Some(span(2, 0, 1)));
}
