//! Every type alone: an array that fills the registers, separate varyings that fill them, and one
//! more of each, which does not fit.

use mali_varyings::chooser::Machine;
use mali_varyings::{RegisterTarget, Varying, VaryingType};

use super::{Registers, places};

/// The numbers of a type that fit `registers`: as an array with elements below each other, and as varyings.
fn capacities(varying_type: VaryingType, strict: bool, registers: u32) -> (u32, u32) {
    let (columns, components) = (varying_type.columns(), varying_type.components());
    let (width, height) = match (varying_type.is_matrix(), strict) {
        (true, true) if varying_type == VaryingType::Mat2 => (4, 2),
        (true, true) => (columns.max(components), columns.max(components)),
        _ => (components, columns),
    };
    let array = registers / height;
    (array, array * (4 / width))
}

fn assert_capacities(target: &impl Registers, capacities: impl Fn(VaryingType) -> (u32, u32)) {
    let fits = |varyings: &[Varying]| places(varyings, target).is_ok();
    for &varying_type in VaryingType::ALL {
        let one = Varying::new(varying_type);
        let (array, separate) = capacities(varying_type);
        assert!(
            fits(&[one.with_array(array).unwrap()]),
            "{varying_type}[{array}]"
        );
        let more = array + 1;
        assert!(
            !fits(&[one.with_array(more).unwrap()]),
            "{varying_type}[{more}]"
        );
        assert!(
            fits(&vec![one; separate as usize]),
            "{separate} {varying_type}"
        );
        let more = separate + 1;
        assert!(!fits(&vec![one; more as usize]), "{more} {varying_type}");
    }
}

#[test]
fn columns_fill_the_registers_with_every_type() {
    for registers in [4, 8, 15, 16, 32, 64] {
        let strict = RegisterTarget::ES100.with_registers(registers).unwrap();
        assert_capacities(&strict, |of| capacities(of, true, registers));
        let relaxed = Machine::RELAXED.with_registers(registers).unwrap();
        assert_capacities(&relaxed, |of| capacities(of, false, registers));
    }
}

/// If elements may straddle registers, an array and single varyings leave free only components that no whole element
/// can use.
#[test]
fn a_machine_that_chooses_fills_every_component_with_every_type() {
    for machine in [Machine::CHOSEN, super::i965_gen6()] {
        for registers in [4, 8, 15, 16, 32, 64] {
            let target = machine.with_registers(registers).unwrap();
            assert_capacities(&target, |of| {
                let elements = 4 * registers / (of.columns() * of.components());
                (elements, elements)
            });
        }
    }
}
