use libfuzzer_sys::arbitrary::{self, Arbitrary};
use mali_varyings::{
    BuiltIns, Capture, CaptureMode, Error, Interface, Linkage, Linking, Matching, MemoryLayout,
    MesaVersion, NamedVarying, TransformFeedback, Varying,
};

use super::choices;
use super::memory::{DrawInput, MAX_SLOTS, check_linked, check_places};

/// The declarations of two stages, and what is captured.
#[derive(Arbitrary, Debug)]
pub struct StagesInput {
    draw: DrawInput,
    producer: Vec<Declaration>,
    consumer: Vec<Declaration>,
    /// The number of the vertex stage's declarations that the fragment stage has first.
    common: u8,
    #[arbitrary(with = choices::built_ins)]
    written: BuiltIns,
    #[arbitrary(with = choices::built_ins)]
    read: BuiltIns,
    #[arbitrary(with = |bytes: &mut arbitrary::Unstructured| {
        bytes.choose(&[Matching::Vulkan, Matching::Gl, Matching::GlEs]).copied()
    })]
    matching: Matching,
    #[arbitrary(with = |bytes: &mut arbitrary::Unstructured| bytes.choose(&Linking::ALL).copied())]
    linking: Linking,
    captures: Vec<CaptureInput>,
    is_separate: bool,
}

#[derive(Arbitrary, Clone, Debug)]
struct Declaration {
    name: u8,
    #[arbitrary(with = choices::varying)]
    varying: Varying,
}

#[derive(Arbitrary, Debug)]
enum CaptureInput {
    Position,
    PointSize,
    Whole(u8),
    Element(u8, u8),
    Component(u8, u8, u8),
    SkipComponents(u8),
    NextBuffer,
}

impl CaptureInput {
    fn capture(&self) -> Capture {
        match *self {
            Self::Position => Capture::Position,
            Self::PointSize => Capture::PointSize,
            Self::Whole(varying) => Capture::Whole((varying % 16).into()),
            Self::Element(varying, element) => {
                Capture::Element((varying % 16).into(), (element % 8).into())
            }
            Self::Component(varying, element, component) => {
                let (element, component) = (element % 8, component % 17);
                Capture::Component((varying % 16).into(), element.into(), component.into())
            }
            Self::SkipComponents(components) => Capture::SkipComponents((components % 6).into()),
            Self::NextBuffer => Capture::NextBuffer,
        }
    }
}

/// Names of variables, and of parts of one.
const NAMES: [&str; 12] = [
    "a",
    "b",
    "colour",
    "light.place",
    "light.size",
    "light[0]",
    "light[1]",
    "normal",
    "a_long_name_of_a_varying",
    "a_long_name_of_another",
    "uv",
    "",
];

fn named(declarations: &[Declaration]) -> Vec<NamedVarying<'static>> {
    let named = declarations.iter().map(|declaration| NamedVarying {
        name: NAMES[usize::from(declaration.name) % NAMES.len()],
        varying: declaration.varying,
    });
    named.collect()
}

/// Every vector has a location of its own or components of its own, within the 32 that there are.
fn check_locations(interface: &Interface, varyings: &[NamedVarying<'_>]) {
    assert_eq!(interface.varyings().len(), varyings.len());
    assert_eq!(interface.location(varyings.len()), None);
    let mut owners = [[None; 4]; 32];
    for (number, NamedVarying { varying, .. }) in varyings.iter().enumerate() {
        let first = interface.location(number).expect("a location") as usize;
        assert!(varying.location().is_none_or(|it| it as usize == first));
        let begin = varying.component() as usize;
        let vectors = varying.length() * varying.varying_type().columns();
        for owners in &mut owners[first..][..vectors as usize] {
            for owner in &mut owners[begin..][..varying.varying_type().components() as usize] {
                assert_eq!(owner.replace(number), None);
            }
        }
    }
    // A slot has the components from 0 to the last that is used, also those that no varying has.
    for (location, owners) in (0..).zip(owners) {
        let end = owners.iter().rposition(Option::is_some);
        let slot = interface.slot(location);
        assert_eq!(
            slot.map(|slot| usize::from(slot.components)),
            end.map(|last| last + 1)
        );
    }
}

impl StagesInput {
    pub(super) fn check(&self) {
        let common = usize::from(self.common).min(self.producer.len());
        let consumer = [&self.producer[..common], &self.consumer].concat();
        let (producer, consumer) = (named(&self.producer), named(&consumer));
        let linkage = Linkage::new(&producer, &consumer, self.matching, self.linking);
        let mut linkage = match linkage {
            Ok(linkage) => linkage,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                return;
            }
        };
        check_locations(&linkage.producer, &producer);
        check_locations(&linkage.consumer, &consumer);
        self.check_captures(&linkage);
        linkage.built_ins = [self.written, self.read];
        let outputs = linkage.outputs();
        let layout = match MemoryLayout::place(&outputs) {
            Ok(layout) => layout,
            Err(error) => {
                let (slots, allowed) = (outputs.len(), MAX_SLOTS);
                assert!(slots > MAX_SLOTS);
                return assert_eq!(error, Error::TooManySlots { slots, allowed });
            }
        };
        check_places(&layout);
        let inputs = linkage.inputs(MesaVersion::V26, self.draw.arch);
        check_linked(&self.draw, &layout, &inputs);
    }

    fn check_captures(&self, linkage: &Linkage) {
        let captures: Vec<Capture> = self.captures.iter().map(CaptureInput::capture).collect();
        let mode = if self.is_separate {
            CaptureMode::Separate
        } else {
            CaptureMode::Interleaved
        };
        let Ok(feedback) = TransformFeedback::new(linkage.producer.varyings(), &captures, mode)
        else {
            return;
        };
        let (pipeline, counts) = (self.draw.pipeline(), self.draw.counts());
        let draw = feedback.draw(&pipeline, &counts).expect("a small draw");
        let (vertex, instance) = (
            counts.vertices - 1,
            counts.instances.map_or(0, |count| count - 1),
        );
        let mut ends = Vec::new();
        for span in feedback.spans() {
            assert!(span.components > 0 && span.capture < captures.len());
            ends.resize(ends.len().max(span.buffer + 1), 0);
            // Spans follow each other in their buffer, and end within a vertex's part.
            assert!(span.offset >= ends[span.buffer], "{span:?}");
            let bytes = 4 * span.components;
            ends[span.buffer] = span.offset + bytes;
            assert!(Some(ends[span.buffer]) <= feedback.stride(span.buffer));
            let target = draw.target(&span, vertex, instance).expect("a place");
            assert!(Some(target + u64::from(bytes)) <= draw.size(span.buffer));
            assert_eq!(draw.target(&span, vertex + 1, instance), None);
        }
    }
}
