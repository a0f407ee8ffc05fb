//! Functions that the expansion of [`varyings!`](crate::varyings) calls. They are not part of the interface.
//!
//! The error of each check points at the argument that fails it: the call has the span of the argument, and
//! `track_caller` makes the panic point there. All of it runs only in constants.

#![allow(clippy::must_use_candidate, reason = "only expansions call these")]

pub use mali_instancing_macros::varyings;

use mali_instancing::Message;

use crate::{
    Error, Interpolation, Linkage, Linking, Matching, NamedVarying, Packing, Placement, Target,
    Varying, VaryingType,
};

/// A count.
#[derive(Clone, Copy)]
pub struct Number {
    /// The number as the user wrote it.
    pub value: u32,
}

pub const fn lenient(target: Target, is_lenient: bool) -> Target {
    Target {
        is_lenient,
        ..target
    }
}

#[track_caller]
pub const fn registers(target: Target, registers: Number) -> Target {
    or_stop(target.with_registers(registers.value))
}

#[track_caller]
pub const fn interpolation(varying: Varying, interpolation: Interpolation) -> Varying {
    or_stop(varying.with_interpolation(interpolation))
}

/// Checks one dimension of an array of arrays, whose elements follow each other.
#[track_caller]
pub const fn array(varying: Varying, length: Number) -> Varying {
    let Some(product) = varying.length().checked_mul(length.value) else {
        panic!("an array of arrays has at most 4294967295 elements");
    };
    or_stop(varying.with_array(product))
}

/// Checks that a member's location comes after those of the members before it.
#[track_caller]
pub const fn location_of(varying: Varying, location: Number, earlier: &[Varying]) -> Varying {
    let mut first = location.value as u64;
    each!(member, 0..earlier.len(), {
        first += earlier[member].vectors();
    });
    let first = if first > u32::MAX as u64 {
        u32::MAX
    } else {
        first as u32
    };
    or_stop(varying.with_location(first))
}

#[track_caller]
pub const fn component(varying: Varying, component: Number) -> Varying {
    or_stop(varying.with_component(component.value))
}

/// An attempt to link two stages.
///
/// The checks get a mutable reference, because rustc evaluates the target of a shared one as a separate constant.
pub struct LinkAttempt {
    linkage: Result<Linkage, Error>,
    /// The name of the other varying that the error is about; empty if there is none.
    other: &'static str,
}

/// Links the two stages. A varying that both stages have is declared once, and its number is in both lists.
pub const fn link<const VARYINGS: usize, const WRITTEN: usize, const READ: usize>(
    varyings: [NamedVarying<'static>; VARYINGS],
    written: [usize; WRITTEN],
    read: [usize; READ],
    matching: Matching,
    linking: Linking,
) -> LinkAttempt {
    let (written, read) = (stage(&varyings, written), stage(&varyings, read));
    let linkage = Linkage::new(&written, &read, matching, linking);
    let other = match &linkage {
        Err(error) => match error.other() {
            Some(other) if other < WRITTEN => written[other].name,
            Some(other) => read[other - WRITTEN].name,
            None => "",
        },
        Ok(_) => "",
    };
    LinkAttempt { linkage, other }
}

const fn stage<'a, const COUNT: usize>(
    varyings: &[NamedVarying<'a>],
    numbers: [usize; COUNT],
) -> [NamedVarying<'a>; COUNT] {
    let mut stage = [NamedVarying {
        name: "",
        varying: Varying::new(VaryingType::Float),
    }; COUNT];
    each!(position, 0..COUNT, {
        stage[position] = varyings[numbers[position]];
    });
    stage
}

/// Panics at the varying that cannot be linked. `numbers` are those of the varying in the vertex stage and in the
/// fragment stage, which is counted on; if only one stage has the varying, both are the same.
#[track_caller]
pub const fn links(attempt: &mut LinkAttempt, numbers: [usize; 2]) -> &mut LinkAttempt {
    match &attempt.linkage {
        Err(error) if error.is_about(numbers[0]) || error.is_about(numbers[1]) => {
            let mut message = error.message();
            if !attempt.other.is_empty() {
                message = message
                    .text("; the other is `")
                    .text(attempt.other)
                    .text("`");
            }
            panic!("{}", message.as_str())
        }
        _ => attempt,
    }
}

#[track_caller]
pub const fn linkage(attempt: &mut LinkAttempt) -> Linkage {
    match core::mem::replace(&mut attempt.linkage, Err(Error::EmptyArray)) {
        Ok(linkage) => linkage,
        Err(error) => stop(error),
    }
}

/// The offset of a varying. `varying` is a variant of the enum, and so an index of `firsts`: whether the vertex stage
/// has the varying, and its number in its stage.
pub const fn offset(linkage: &Linkage, firsts: &[(bool, usize)], varying: usize) -> Option<u32> {
    let (is_written, number) = firsts[varying];
    let interface = if is_written {
        linkage.producer()
    } else {
        linkage.consumer()
    };
    linkage.offset(present!(interface.location(number)))
}

pub const fn pack<const VARYINGS: usize>(
    varyings: [Varying; VARYINGS],
    target: Target,
) -> Result<Packing<VARYINGS>, Error> {
    Packing::new(&varyings, &target)
}

/// Panics at the varying that does not fit.
#[track_caller]
pub const fn fits<const VARYINGS: usize>(
    attempt: &mut Result<Packing<VARYINGS>, Error>,
    number: usize,
) -> &mut Result<Packing<VARYINGS>, Error> {
    match attempt {
        Err(error) if error.is_about(number) => stop(*error),
        _ => attempt,
    }
}

#[track_caller]
pub const fn packing<const VARYINGS: usize>(
    attempt: &mut Result<Packing<VARYINGS>, Error>,
) -> Packing<VARYINGS> {
    or_stop(*attempt)
}

/// The placement of a varying. `varying` is a variant of the enum, and so the number of a varying.
pub const fn placement<const VARYINGS: usize>(
    packing: &Packing<VARYINGS>,
    varying: usize,
) -> Placement {
    packing.placements()[varying]
}

/// Panics at a name that matches any value in a pattern.
#[track_caller]
pub const fn known_when_compiled(name: &str, takes_any_value: bool) {
    if takes_any_value {
        let message = Message::new("`").text(name);
        let message = message.text(
            "` is no constant, and a macro takes constants only; at run time, `mali_varyings::pack` packs",
        );
        panic!("{}", message.as_str())
    }
}

#[track_caller]
const fn or_stop<T: Copy>(result: Result<T, Error>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => stop(error),
    }
}

#[track_caller]
const fn stop(error: Error) -> ! {
    panic!("{}", error.message().as_str())
}
