//! What transform feedback captures, against the values that the application expects.

use mali_varyings::{
    Capture, CaptureMode, CapturedSpan, Error, Location, Target, TransformFeedback, Varying,
};
use proptest::prelude::*;

use super::properties::{declarations, targets};
use super::{all_components, places, varyings};

/// Gives every component of every varying a value of its own, as the vertex shader would.
fn registers(locations: &[Location]) -> Vec<[Option<(usize, u32)>; 4]> {
    let mut registers = vec![[None; 4]; 64];
    for (number, location) in locations.iter().enumerate() {
        for ((register, component), value) in all_components(location).into_iter().zip(0..) {
            registers[register as usize][component as usize] = Some((number, value));
        }
    }
    registers
}

/// What lands in each buffer, word by word.
fn captured(
    locations: &[Location],
    captures: &[Capture],
    mode: CaptureMode,
) -> Vec<Vec<Option<(usize, u32)>>> {
    let feedback = TransformFeedback::new(locations, captures, mode).unwrap();
    let registers = registers(locations);
    let mut buffers: Vec<_> = (0..)
        .map_while(|buffer| feedback.stride(buffer))
        .map(|stride| vec![None; stride as usize / 4])
        .collect();
    for CapturedSpan {
        source,
        buffer,
        offset,
    } in feedback.spans()
    {
        assert!(source.component + source.components <= 4, "{source:?}");
        for at in 0..source.components {
            let value = registers[source.register as usize][(source.component + at) as usize];
            let word = &mut buffers[buffer][offset as usize / 4 + at as usize];
            assert_eq!(word.replace(value.unwrap()), None, "written twice");
        }
    }
    buffers
}

/// The values of the captures, by what the application means by them.
fn expected(
    varyings: &[Varying],
    wanted: &[(usize, Option<u32>, Option<u32>)],
    mode: CaptureMode,
) -> Vec<Vec<Option<(usize, u32)>>> {
    let each = wanted.iter().map(|&(number, element, component)| {
        let varying_type = varyings[number].varying_type();
        let size = varying_type.columns() * varying_type.components();
        let all = 0..size * varyings[number].length();
        all.filter(|at| element.is_none_or(|element| at / size == element))
            .filter(|at| component.is_none_or(|component| at % size == component))
            .map(|at| Some((number, at)))
            .collect::<Vec<_>>()
    });
    match mode {
        CaptureMode::Separate => each.collect(),
        CaptureMode::Interleaved => vec![each.flatten().collect()],
    }
}

fn capture(&(number, element, component): &(usize, Option<u32>, Option<u32>)) -> Capture {
    match (element, component) {
        (None, _) => Capture::whole(number),
        (Some(element), None) => Capture::element(number, element),
        (Some(element), Some(component)) => Capture::component(number, element, component),
    }
}

proptest! {
    #[test]
    fn what_is_captured_is_what_was_written_in_the_order_that_was_given(
        varyings in prop::collection::vec(declarations(), 1..12),
        target in targets(),
        picks in prop::collection::vec(any::<(prop::sample::Index, Option<prop::sample::Index>, Option<prop::sample::Index>)>(), 0..8),
    ) {
        let Ok(locations) = places(&varyings, &target) else { return Ok(()) };
        let wanted: Vec<_> = picks
            .iter()
            .map(|(varying, element, component)| {
                let number = varying.index(varyings.len());
                let varying_type = varyings[number].varying_type();
                let size = (varying_type.columns() * varying_type.components()) as usize;
                let element = element.map(|at| at.index(varyings[number].length() as usize) as u32);
                let component = component.map(|at| at.index(size) as u32);
                (number, element, element.and(component))
            })
            .collect();
        let captures: Vec<_> = wanted.iter().map(capture).collect();
        for mode in [CaptureMode::Interleaved, CaptureMode::Separate] {
            prop_assert_eq!(
                captured(&locations, &captures, mode),
                expected(&varyings, &wanted, mode)
            );
        }
    }
}

#[test]
fn neighbouring_components_are_copied_at_once() {
    let target = super::i965_gen6().with_registers(15).unwrap();
    for (declaration, copies) in [
        ("float[60]", 15),
        ("vec2[30]", 15),
        ("vec3[20]", 15),
        ("vec4[15]", 15),
    ] {
        let locations = places(&varyings(&[declaration]), &target).unwrap();
        let captures = [Capture::whole(0)];
        let feedback =
            TransformFeedback::new(&locations, &captures, CaptureMode::Interleaved).unwrap();
        assert_eq!(feedback.spans().count(), copies, "{declaration}");
    }
}

#[test]
fn a_varying_can_be_captured_twice() {
    let locations = places(&varyings(&["vec2"]), &Target::CHOSEN).unwrap();
    let captures = [Capture::whole(0), Capture::whole(0)];
    let both = [(0, 0), (0, 1), (0, 0), (0, 1)].map(Some);
    let buffers = captured(&locations, &captures, CaptureMode::Interleaved);
    assert_eq!(buffers, [both]);
}

#[test]
fn what_there_is_not_cannot_be_captured() {
    let locations = places(&varyings(&["vec2[3]", "mat2"]), &Target::CHOSEN).unwrap();
    let error = |capture| {
        let captures = [Capture::whole(0), capture];
        TransformFeedback::new(&locations, &captures, CaptureMode::Separate).unwrap_err()
    };
    let varying = Error::CapturedVarying {
        capture: 1,
        varying: 2,
        varyings: 2,
    };
    let element = Error::CapturedElement {
        capture: 1,
        element: 3,
        length: 3,
    };
    let component = Error::CapturedComponent {
        capture: 1,
        component: 4,
        components: 4,
    };
    assert_eq!(error(Capture::whole(2)), varying);
    assert_eq!(error(Capture::element(0, 3)), element);
    assert_eq!(error(Capture::component(0, 3, 0)), element);
    assert_eq!(error(Capture::component(1, 0, 4)), component);
}

#[test]
fn nothing_is_captured_into_nothing() {
    let feedback = TransformFeedback::new(&[], &[], CaptureMode::Interleaved).unwrap();
    assert_eq!(feedback.stride(0), Some(0));
    assert_eq!(feedback.spans().next(), None);
    let feedback = TransformFeedback::new(&[], &[], CaptureMode::Separate).unwrap();
    assert_eq!(feedback.stride(0), None);
}
