//! No packing of 32 varyings takes so many steps that rustc reports a long evaluation of a constant.

#![deny(long_running_const_eval)]

use mali_varyings::chooser::{Layout, Machine};
use mali_varyings::{Error, Interpolation, Packing, Varying, VaryingType};

const fn array(varying_type: VaryingType, length: u32) -> Varying {
    match Varying::new(varying_type).with_array(length) {
        Ok(varying) => varying,
        Err(_) => panic!(),
    }
}

const fn flat(varying: Varying) -> Varying {
    match varying.with_interpolation(Interpolation::Flat) {
        Ok(varying) => varying,
        Err(_) => panic!(),
    }
}

const fn registers(machine: Machine, registers: u32) -> Machine {
    Machine { registers, ..machine }
}

/// Flat varyings have registers of their own, and some places cost more than others.
const GEN6: Machine = Machine {
    flat_beside_interpolated: false,
    index_cost: 8,
    second_move_cost: 16,
    ..Machine::CHOSEN
};

const SCALAR: Varying = Varying::new(VaryingType::Float);

/// Searches every column for each varying, and all varyings for the order.
const MANY_SCALARS: Result<Packing<32>, Error> = {
    let mut varyings = [SCALAR; 32];
    let mut number = 0;
    while number < 32 {
        varyings[number] = array(VaryingType::Float, 1 + number as u32 % 8);
        number += 1;
    }
    Packing::for_machine(&varyings, &registers(Machine::RELAXED, 64))
};

/// Four arrays with four orientations each, and a last varying that fits beside none of the 256
/// combinations: 38 registers have the first, 13 the pairs of two components, and it takes 14 of its own. Every
/// combination has few enough components to be tried.
const EVERY_COMBINATION: Result<Packing<32>, Error> = {
    let mut varyings = [Varying::new(VaryingType::Vec2); 32];
    varyings[0] = array(VaryingType::Vec3, 38);
    let mut number = 1;
    while number < 5 {
        varyings[number] = array(VaryingType::Float, 5);
        number += 1;
    }
    varyings[31] = flat(array(VaryingType::Vec4, 14));
    let machine = Machine { straddling: false, ..registers(GEN6, 64) };
    Packing::for_machine(&varyings, &machine)
};

/// 32 arrays, the last of which must change its orientation before the interface fits: half of the
/// descent's packings make arrays dense, the other half cheaper.
const DESCENT: Result<Packing<32>, Error> = {
    let mut varyings = [array(VaryingType::Float, 4); 32];
    varyings[31] = flat(varyings[31]);
    Packing::for_machine(&varyings, &registers(GEN6, 33))
};

/// The largest number of varyings that is possible.
const AS_MANY_AS_THERE_ARE_COMPONENTS: Result<Packing<256>, Error> = {
    let machine = Machine { layout: Layout::Relaxed, ..registers(Machine::CHOSEN, 64) };
    Packing::for_machine(&[SCALAR; 256], &machine)
};

fn main() {
    assert!(MANY_SCALARS.is_ok());
    assert!(matches!(EVERY_COMBINATION, Err(Error::DoesNotFit { .. })));
    assert!(DESCENT.is_ok());
    assert!(AS_MANY_AS_THERE_ARE_COMPONENTS.is_ok());
}
