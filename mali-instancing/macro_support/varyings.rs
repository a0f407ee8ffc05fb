use super::{Number, stop_with};
use crate::varying::{Error, Interpolation, Location, Packing, Target, Varying};

/// Varyings, packed or not.
#[derive(Clone, Copy)]
pub struct Attempt<const VARYINGS: usize> {
    packing: Result<Packing<VARYINGS>, Error>,
}

#[track_caller]
pub const fn registers(target: Target, registers: Number) -> Target {
    match target.with_registers(registers.value) {
        Ok(target) => target,
        Err(error) => stop_with(&error.message()),
    }
}

#[track_caller]
pub const fn interpolation(varying: Varying, interpolation: Interpolation) -> Varying {
    match varying.with_interpolation(interpolation) {
        Ok(varying) => varying,
        Err(error) => stop_with(&error.message()),
    }
}

#[track_caller]
pub const fn array(varying: Varying, length: Number) -> Varying {
    match varying.with_array(length.value) {
        Ok(varying) => varying,
        Err(error) => stop_with(&error.message()),
    }
}

pub const fn pack<const VARYINGS: usize>(
    varyings: [Varying; VARYINGS],
    target: Target,
) -> Attempt<VARYINGS> {
    let packing = Packing::new(&varyings, &target);
    Attempt { packing }
}

/// Stops at the varying that does not fit.
#[track_caller]
pub const fn fits<const VARYINGS: usize>(
    attempt: Attempt<VARYINGS>,
    number: usize,
) -> Attempt<VARYINGS> {
    match attempt.packing {
        Err(error @ Error::DoesNotFit { varying, .. }) if varying == number => {
            stop_with(&error.message())
        }
        _ => attempt,
    }
}

#[track_caller]
pub const fn packing<const VARYINGS: usize>(attempt: Attempt<VARYINGS>) -> Packing<VARYINGS> {
    match attempt.packing {
        Ok(packing) => packing,
        Err(error) => stop_with(&error.message()),
    }
}

/// `varying` is a variant of the enum, and so the number of a varying.
pub const fn location<const VARYINGS: usize>(
    packing: &Packing<VARYINGS>,
    varying: usize,
) -> Location {
    packing.locations()[varying]
}
