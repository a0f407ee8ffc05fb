//! The captures of transform feedback, compared with the values that the vertex shader wrote through its descriptors,
//! or stores itself.

use mali_instancing::Arch;
use mali_instancing::draw::{DrawCounts, Pipeline};
use mali_instancing::model::{MemoryMut, Stored, store};
use mali_varyings::{
    AttributeBufferVaryings, Capture, CaptureMode, CapturedSource, CapturedSpan, Driver, Error,
    Interface, Linkage, Linking, Precision, TransformFeedback, Varying, VaryingType,
};
use proptest::prelude::*;
use proptest::sample::Index;

use super::interfaces;
use super::round_trip::{MEMORY_ADDRESS, buffers, draws, threads, value, written};

/// The locations under which the values of built-in outputs are made.
const POSITION: u32 = 30;
const POINT_SIZE: u32 = 31;

/// The part of a varying that is captured: all of it, an element, or a component of an element.
#[derive(Clone, Copy, Debug)]
enum Wanted {
    Position,
    PointSize,
    Varying(usize, Option<u32>, Option<u32>),
}

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
                let varying_type = varying.varying_type();
                let size = varying_type.columns() * varying_type.components();
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

    /// The captured components, as locations and components.
    fn components(self, varyings: &[Varying], interface: &Interface) -> Vec<(u32, u32)> {
        let Self::Varying(number, element, component) = self else {
            let is_position = matches!(self, Self::Position);
            let (location, components) = if is_position {
                (POSITION, 4)
            } else {
                (POINT_SIZE, 1)
            };
            return (0..components).map(|at| (location, at)).collect();
        };
        let varying = varyings[number];
        let first = interface.location(number).unwrap();
        let (columns, rows) = (
            varying.varying_type().columns(),
            varying.varying_type().components(),
        );
        let size = columns * rows;
        (0..size * varying.length())
            .filter(|at| element.is_none_or(|element| at / size == element))
            .filter(|at| component.is_none_or(|component| at % size == component))
            .map(|at| (first + at / rows, varying.component() + at % rows))
            .collect()
    }
}

/// The number of bytes in memory of a location, and of each of its components.
fn sizes(linkage: &Linkage, location: u32) -> (u32, u32) {
    match location {
        POSITION => (16, 4),
        POINT_SIZE => (4, 4),
        _ => {
            let slot = linkage.stored(location).unwrap();
            (slot.bytes(), u32::from(slot.bits) / 8)
        }
    }
}

/// A value of 16 bits as one of 32, with these bits in its lower half: enough to recognize it.
fn widened(component: &[u8]) -> [u8; 4] {
    let mut wide = [0; 4];
    wide[..component.len()].copy_from_slice(component);
    wide
}

/// Interfaces that leave two locations free, for the values of the built-in outputs.
fn few_varyings() -> impl Strategy<Value = Vec<Varying>> {
    interfaces().prop_filter("two locations are free", |varyings| {
        let interface = Interface::new(varyings).unwrap();
        interface.slot(POSITION).is_none() && interface.slot(POINT_SIZE).is_none()
    })
}

proptest! {
    #[test]
    fn what_is_captured_is_what_was_written_vertex_by_vertex_without_padding(
        varyings in few_varyings(),
        picks in prop::collection::vec(any::<(Index, Option<Index>, Option<Index>)>(), 0..8),
        (pipeline, counts) in draws(),
        linking in prop::sample::select(vec![Linking::Linked, Linking::Monolithic, Linking::Separable]),
    ) {
        let linkage = read_as_written(&varyings, linking);
        let inputs = linkage.inputs(pipeline.arch);
        let wanted: Vec<_> = picks.into_iter().map(|pick| Wanted::pick(&varyings, pick)).collect();
        let captures: Vec<_> = wanted.iter().map(|wanted| wanted.capture()).collect();
        for mode in [CaptureMode::Interleaved, CaptureMode::Separate] {
            let linkage = &linkage;
            let feedback = TransformFeedback::new(linkage, &captures, mode).unwrap();
            let layout = linkage.memory();
            let mali =
                AttributeBufferVaryings::link(Driver::Panfrost, pipeline.arch, layout, inputs.as_slice()).unwrap();
            let (addresses, table, mut memory) = buffers(&mali, &pipeline, &counts);
            let descriptors = written(&mali);
            let draw = pipeline.draw(&counts).unwrap().unwrap().words();
            let producer = linkage.producer();
            for (id, _) in threads(&pipeline, &counts) {
                let mut write = |descriptor, location, bytes| {
                    let memory = &mut MemoryMut { address: MEMORY_ADDRESS, bytes: &mut memory };
                    let value = value(id, location, bytes);
                    store(&table, &descriptors, draw, descriptor as usize, id, &value, memory)
                };
                for location in 0..POSITION {
                    let Some(slot) = linkage.stored(location) else { continue };
                    prop_assert_eq!(write(slot.index, location, slot.bytes()), Some(Stored::Written));
                }
            }

            let places = feedback.draw(&pipeline, &counts).unwrap();
            let mut captured: Vec<Vec<u8>> = (0..)
                .map_while(|buffer| places.size(buffer))
                .map(|size| vec![0xbb; size as usize])
                .collect();
            let threads = threads(&pipeline, &counts).into_iter();
            let drawn: Vec<_> = threads.filter(|(_, thread)| !thread.is_padding).collect();
            for (id, thread) in &drawn {
                for span in feedback.spans() {
                    let bytes = match span.source {
                        CapturedSource::Position => value(*id, POSITION, 16),
                        CapturedSource::PointSize => value(*id, POINT_SIZE, 4),
                        CapturedSource::Unread => unreachable!("all are read"),
                        CapturedSource::Generic { byte } => {
                            let element = element(&pipeline, &counts, thread.vertex, thread.instance);
                            let source = element * u64::from(layout.bytes()) + u64::from(byte);
                            let from = addresses[AttributeBufferVaryings::GENERIC as usize].get() + source;
                            let size = span.components * span.bits / 8;
                            memory[(from - MEMORY_ADDRESS) as usize..][..size as usize].to_vec()
                        }
                    };
                    let to = places.target(&span, thread.vertex, thread.instance).unwrap() as usize;
                    for (component, at) in bytes.chunks(span.bits as usize / 8).zip(0..) {
                        captured[span.buffer][to + at * 4..][..4].copy_from_slice(&widened(component));
                    }
                }
            }

            let one = |wanted: &Wanted, id| -> Vec<u8> {
                let components = wanted.components(&varyings, producer).into_iter();
                components.flat_map(|(location, component)| {
                    let (bytes, size) = sizes(linkage, location);
                    let value = value(id, location, bytes);
                    widened(&value[(component * size) as usize..][..size as usize])
                }).collect()
            };
            // The order in which GL captures: instance by instance, vertex by vertex.
            let vertices = drawn.iter().map(|&(id, _)| id);
            let expected: Vec<Vec<u8>> = match mode {
                CaptureMode::Interleaved => vec![
                    vertices.flat_map(|id| wanted.iter().flat_map(move |wanted| one(wanted, id))).collect(),
                ],
                CaptureMode::Separate => wanted
                    .iter()
                    .map(|wanted| vertices.clone().flat_map(|id| one(wanted, id)).collect())
                    .collect(),
            };
            prop_assert_eq!(captured, expected);
        }
    }
}

/// The element of a vertex in the buffers: those of an instance are padded, and V4 and V5 add the first vertex.
fn element(pipeline: &Pipeline, counts: &DrawCounts, vertex: u32, instance: u32) -> u64 {
    let count = pipeline.thread_count(counts).unwrap();
    let step = if count.is_instanced() {
        count.padded_vertices().get()
    } else {
        counts.vertices
    };
    let first = match pipeline.arch {
        Arch::V4 | Arch::V5 => counts.first_vertex,
        _ => 0,
    };
    u64::from(first) + u64::from(instance) * u64::from(step) + u64::from(vertex)
}

/// A vertex stage, and a fragment stage that reads all of it.
fn read_as_written(varyings: &[Varying], linking: Linking) -> Linkage {
    let interface = Interface::new(varyings).unwrap();
    Linkage::from_interfaces(interface.clone(), interface, linking)
}

fn separable(varyings: &[Varying]) -> Linkage {
    read_as_written(varyings, Linking::Separable)
}

fn spans(linkage: &Linkage, captures: &[Capture]) -> Vec<(u32, u32, u32)> {
    let feedback = TransformFeedback::new(linkage, captures, CaptureMode::Interleaved).unwrap();
    let spans = feedback.spans();
    spans
        .map(|span: CapturedSpan| match span.source {
            CapturedSource::Generic { byte } => (byte, span.components, span.offset),
            built_in => panic!("{built_in:?} is not a varying"),
        })
        .collect()
}

#[test]
fn neighbours_in_memory_are_copied_at_once() {
    let array = |varying_type| Varying::new(varying_type).with_array(3).unwrap();
    let copies = |varying_type| spans(&separable(&[array(varying_type)]), &[Capture::Whole(0)]);
    // Each copy is (byte, components, byte in the buffer).
    assert_eq!(copies(VaryingType::Vec4), [(0, 12, 0)]);
    assert_eq!(copies(VaryingType::Float), [(0, 3, 0)]);
    assert_eq!(
        copies(VaryingType::Vec3),
        [(0, 3, 0), (16, 3, 12), (32, 3, 24)]
    );
}

#[test]
fn what_nobody_reads_takes_no_memory_for_a_capture() {
    let types = [VaryingType::Vec2, VaryingType::Mat2];
    let varyings = types.map(Varying::new);
    let written = Interface::new(&varyings).unwrap();
    let read = Interface::new(&varyings[..1]).unwrap();
    for (linking, bytes) in [(Linking::Linked, 8), (Linking::Monolithic, 24)] {
        let linkage = Linkage::from_interfaces(written.clone(), read.clone(), linking);
        assert_eq!(linkage.memory().bytes(), bytes);
        let captures = [Capture::Whole(1)];
        let feedback = TransformFeedback::new(&linkage, &captures, CaptureMode::Separate).unwrap();
        let spans: Vec<_> = feedback.spans().collect();
        assert_eq!((spans.len(), spans[0].components), (1, 4));
        assert_eq!(spans[0].source, CapturedSource::Unread);
    }
}

#[test]
fn a_varying_can_be_captured_twice() {
    let linkage = separable(&[Varying::new(VaryingType::Vec2)]);
    let captures = [Capture::Whole(0), Capture::Whole(0)];
    assert_eq!(spans(&linkage, &captures), [(0, 2, 0), (0, 2, 8)]);
}

/// The example of `ARB_transform_feedback3`, whose comments have the offsets.
#[test]
fn components_can_be_skipped_and_buffers_changed() {
    let varyings = [VaryingType::Vec4, VaryingType::Vec3, VaryingType::Vec2].map(Varying::new);
    let linkage = separable(&varyings);
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
    let feedback = TransformFeedback::new(&linkage, &captures, CaptureMode::Interleaved).unwrap();
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
    let of = |capture, mode| TransformFeedback::new(&Linkage::EMPTY, &[capture], mode).map(|_| ());
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

#[test]
fn sixteen_bits_are_captured_as_thirty_two() {
    let medium = Varying::new(VaryingType::Vec3).with_precision(Precision::Medium);
    let linkage = separable(&[medium]);
    let captures = [Capture::Component(0, 0, 1), Capture::PointSize];
    let feedback = TransformFeedback::new(&linkage, &captures, CaptureMode::Interleaved).unwrap();
    let spans: Vec<_> = feedback.spans().collect();
    assert_eq!(
        (spans[0].source, spans[0].bits),
        (CapturedSource::Generic { byte: 2 }, 16)
    );
    // The shader has the value in 32 bits, and its memory in 16.
    assert_eq!(
        (spans[1].source, spans[1].bits),
        (CapturedSource::PointSize, 32)
    );
    assert_eq!(feedback.stride(0), Some(8));
}

#[test]
fn a_vertex_is_captured_at_its_number_among_all() {
    let linkage = separable(&[Varying::new(VaryingType::Vec4)]);
    let captures = [Capture::Whole(0)];
    let feedback = TransformFeedback::new(&linkage, &captures, CaptureMode::Interleaved).unwrap();
    let span = feedback.spans().next().unwrap();
    let pipeline = Pipeline::new(Arch::V10);
    let counts = DrawCounts::instanced(5, 3);
    let draw = feedback.draw(&pipeline, &counts).unwrap();
    assert_eq!(draw.target(&span, 1, 2), Some((2 * 5 + 1) * 16));
    assert_eq!(draw.target(&span, 1, 3), None);
    assert_eq!((draw.size(0), draw.size(1)), (Some(3 * 5 * 16), None));
}

#[test]
fn what_there_is_not_cannot_be_captured() {
    let uv = Varying::new(VaryingType::Vec2).with_array(3).unwrap();
    let linkage = separable(&[uv, Varying::new(VaryingType::Mat2)]);
    let error = |capture| {
        let captures = [Capture::Whole(0), capture];
        TransformFeedback::new(&linkage, &captures, CaptureMode::Separate).unwrap_err()
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
        let nothing = separable(&[]);
        let feedback = TransformFeedback::new(&nothing, &[], mode).unwrap();
        assert_eq!(feedback.spans().next(), None);
        feedback.stride(0)
    };
    assert_eq!(stride(CaptureMode::Interleaved), Some(0));
    assert_eq!(stride(CaptureMode::Separate), None);
}
