//! The captures of transform feedback, compared with a capture component by component: OpenGL ES 3.2, "Transform Feedback".

use mali_varyings::{
    BaseType, Capture, CaptureMode, Error, TransformFeedback, Varying, VaryingType,
};
use proptest::prelude::*;
use proptest::sample::Index;

use super::interfaces;
use super::round_trip::draws;

/// The part of a varying that is captured: all of it, an element, or a component of an element.
#[derive(Clone, Copy, Debug)]
enum Wanted {
    Position,
    PointSize,
    Varying(usize, Option<u32>, Option<u32>),
}

/// A component that a vertex shader writes: the variable, and the number of the component, element by element.
type Component = (Wanted, u32);

impl Wanted {
    /// Picks one of the existing parts.
    fn pick(
        varyings: &[Varying],
        (which, element, component): (Index, Option<Index>, Option<Index>),
    ) -> Self {
        match which.index(varyings.len() + 2) {
            0 => Self::Position,
            1 => Self::PointSize,
            number => {
                let varying = varyings[number - 2];
                let size = size(varying);
                let element = element.map(|at| at.index(varying.length() as usize) as u32);
                let component = component.map(|at| at.index(size as usize) as u32);
                Self::Varying(number - 2, element, element.and(component))
            }
        }
    }

    fn capture(self) -> Capture {
        match self {
            Self::Position => Capture::Position,
            Self::PointSize => Capture::PointSize,
            Self::Varying(number, None, _) => Capture::Whole(number),
            Self::Varying(number, Some(element), None) => Capture::Element(number, element),
            Self::Varying(number, Some(element), Some(component)) => {
                Capture::Component(number, element, component)
            }
        }
    }

    fn components(self, varyings: &[Varying]) -> Vec<Component> {
        let all = match self {
            Self::Position => 4,
            Self::PointSize => 1,
            Self::Varying(number, ..) => size(varyings[number]) * varyings[number].length(),
        };
        let is_captured = |at: &u32| match self {
            Self::Varying(number, element, component) => {
                let size = size(varyings[number]);
                element.is_none_or(|element| at / size == element)
                    && component.is_none_or(|component| at % size == component)
            }
            _ => true,
        };
        let components = (0..all).filter(is_captured);
        components.map(|at| (self, at)).collect()
    }
}

/// The number of components of an element.
fn size(varying: Varying) -> u32 {
    varying.varying_type().columns() * varying.varying_type().components()
}

proptest! {
    /// Each component takes four bytes after those before it, also one of 16 bits: instance by instance, vertex by vertex,
    /// capture by capture. A varying may be captured twice.
    #[test]
    fn what_is_captured_is_what_was_written_vertex_by_vertex_without_padding(
        varyings in interfaces(),
        picks in prop::collection::vec(any::<(Index, Option<Index>, Option<Index>)>(), 0..8),
        (pipeline, counts) in draws(),
    ) {
        let wanted: Vec<_> = picks.into_iter().map(|pick| Wanted::pick(&varyings, pick)).collect();
        let captures: Vec<_> = wanted.iter().map(|wanted| wanted.capture()).collect();
        let instances = counts.instances.unwrap_or(1);
        for mode in [CaptureMode::Interleaved, CaptureMode::Separate] {
            let feedback = TransformFeedback::new(&varyings, &captures, mode).unwrap();
            let draw = feedback.draw(&pipeline, &counts).unwrap();
            let buffers = match mode {
                CaptureMode::Interleaved => vec![(0..wanted.len()).collect()],
                CaptureMode::Separate => (0..wanted.len()).map(|number| vec![number]).collect::<Vec<_>>(),
            };
            prop_assert_eq!(draw.size(buffers.len()), None);
            for (buffer, of_buffer) in buffers.iter().enumerate() {
                let mut end = 0_u64;
                for instance in 0..instances {
                    for vertex in 0..counts.vertices {
                        for &number in of_buffer {
                            let span = feedback.span(number).unwrap();
                            let components = wanted[number].components(&varyings).len();
                            let base_type = match wanted[number] {
                                Wanted::Varying(of, ..) => varyings[of].varying_type().base_type(),
                                _ => BaseType::Float,
                            };
                            prop_assert_eq!((span.capture, span.buffer, span.base_type), (number, buffer, base_type));
                            prop_assert_eq!(span.components as usize, components);
                            prop_assert_eq!(draw.target(&span, vertex, instance), Some(end));
                            end += 4 * components as u64;
                        }
                    }
                }
                prop_assert_eq!(draw.size(buffer), Some(end));
                for &number in of_buffer {
                    let span = feedback.span(number).unwrap();
                    prop_assert_eq!(draw.target(&span, counts.vertices, 0), None);
                    prop_assert_eq!(draw.target(&span, 0, instances), None);
                }
            }
        }
    }
}

/// The example of `ARB_transform_feedback3`, whose comments have the offsets.
#[test]
fn components_can_be_skipped_and_buffers_changed() {
    let outputs = [VaryingType::Vec4, VaryingType::Vec3, VaryingType::Vec2].map(Varying::new);
    let captures = [
        Capture::Whole(0),
        Capture::SkipComponents(1),
        Capture::Whole(1),
        Capture::NextBuffer,
        Capture::SkipComponents(4),
        Capture::Whole(2),
        Capture::SkipComponents(2),
        Capture::NextBuffer,
        Capture::NextBuffer,
    ];
    let feedback = TransformFeedback::new(&outputs, &captures, CaptureMode::Interleaved).unwrap();
    let places = feedback
        .spans()
        .map(|span| (span.capture, span.buffer, span.offset));
    assert_eq!(
        places.collect::<Vec<_>>(),
        [(0, 0, 0), (2, 0, 20), (5, 1, 16)]
    );
    let strides = [0, 1, 2, 3, 4].map(|buffer| feedback.stride(buffer));
    assert_eq!(strides, [Some(32), Some(32), Some(0), Some(0), None]);
}

#[test]
fn what_moves_captures_needs_one_buffer_and_four_components_at_most() {
    let of = |capture, mode| TransformFeedback::new(&[], &[capture], mode).map(|_| ());
    for capture in [Capture::SkipComponents(1), Capture::NextBuffer] {
        assert_eq!(of(capture, CaptureMode::Interleaved), Ok(()));
        let error = Err(Error::SeparateGap { capture: 0 });
        assert_eq!(of(capture, CaptureMode::Separate), error);
    }
    for components in [0, 5] {
        let error = Err(Error::SkippedComponents {
            capture: 0,
            components,
        });
        assert_eq!(
            of(
                Capture::SkipComponents(components),
                CaptureMode::Interleaved
            ),
            error
        );
    }
}

/// A number that leaves 32 bits is the largest; the element of a long array is as short as any.
#[test]
fn captures_of_the_longest_arrays_can_be_counted() {
    const LAST: u32 = u32::MAX - 1;
    for (varying_type, components) in [(VaryingType::Float, 1), (VaryingType::Mat3, 9)] {
        let outputs = [Varying::new(varying_type).with_array(u32::MAX).unwrap()];
        for (capture, captured) in [
            (Capture::Whole(0), u64::from(u32::MAX) * components),
            (Capture::Element(0, LAST), components),
            (Capture::Component(0, LAST, components as u32 - 1), 1),
        ] {
            let fitting = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
            let captures = [capture, Capture::PointSize];
            let feedback =
                TransformFeedback::new(&outputs, &captures, CaptureMode::Interleaved).unwrap();
            let [first, second] = [0, 1].map(|number| feedback.span(number).unwrap());
            let found = (first.components, second.offset, feedback.stride(0));
            let expected = (
                fitting(captured),
                fitting(4 * captured),
                Some(fitting(4 * captured + 4)),
            );
            assert_eq!(found, expected, "{capture:?} of {varying_type:?}");
        }
    }
}

#[test]
fn what_there_is_not_cannot_be_captured() {
    let uv = Varying::new(VaryingType::Vec2).with_array(3).unwrap();
    let outputs = [uv, Varying::new(VaryingType::Mat2)];
    let error = |capture| {
        let captures = [Capture::Whole(0), capture];
        TransformFeedback::new(&outputs, &captures, CaptureMode::Separate).unwrap_err()
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
    assert_eq!(error(Capture::Whole(2)), varying);
    assert_eq!(error(Capture::Element(0, 3)), element);
    assert_eq!(error(Capture::Component(0, 3, 0)), element);
    assert_eq!(error(Capture::Component(1, 0, 4)), component);
}

#[test]
fn nothing_is_captured_into_nothing() {
    let stride = |mode| {
        let feedback = TransformFeedback::new(&[], &[], mode).unwrap();
        assert_eq!(feedback.spans().next(), None);
        feedback.stride(0)
    };
    assert_eq!(stride(CaptureMode::Interleaved), Some(0));
    assert_eq!(stride(CaptureMode::Separate), None);
}
