//! The varyings that transform feedback captures, and their places in the buffers.

use mali_instancing::draw::{DrawCounts, Pipeline};
use mali_instancing_codegen::read::Quoted;
use mali_instancing_codegen::suggestion::unknown;
use mali_varyings::{Capture, CaptureMode, TransformFeedback};
use mali_varyings_shader::{Name, StageVaryings};
use serde::Serialize;

use crate::rejected::Rejected;

/// The varyings to capture.
#[derive(Clone, Debug, Default)]
pub struct FeedbackOptions {
    /// The names of varyings and of members of structures and blocks, of an element of an array as `uv[2]`,
    /// `gl_Position` and `gl_PointSize`. `gl_SkipComponents1` to `gl_SkipComponents4` leave components as they are, and
    /// captures after `gl_NextBuffer` go to the next buffer.
    pub captures: Vec<String>,
    /// Whether each capture goes to a buffer of its own, and not all to one.
    pub is_separate: bool,
    /// The vertices and the instances of a draw whose addresses are shown.
    pub draw: Option<(u32, u32)>,
}

/// The captured components, and the buffers.
#[derive(Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub(super) struct CapturedMemory {
    #[serde(rename = "feedback")]
    pub(super) spans: Vec<CapturedComponents>,
    #[serde(rename = "feedback_buffers")]
    pub(super) buffers: Vec<CaptureBuffer>,
}

/// Components that are captured.
#[derive(Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub(super) struct CapturedComponents {
    capture: String,
    pub(super) components: u32,
    pub(super) buffer: usize,
    pub(super) offset: u32,
}

/// A buffer of captures.
#[derive(Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub(super) struct CaptureBuffer {
    pub(super) stride: u32,
    /// The size of the data that a draw captures, in bytes.
    pub(super) size: Option<u64>,
    /// The distance from one instance to the next, in bytes.
    pub(super) instance_stride: Option<u64>,
}

impl FeedbackOptions {
    /// The draw, checked by itself so that its mistakes have the keys of its counts.
    pub(super) fn counts(&self, pipeline: &Pipeline) -> Result<Option<DrawCounts>, Rejected> {
        let Some((vertices, instances)) = self.draw else {
            return Ok(None);
        };
        if instances == 0 {
            let reason = "0 instances draw nothing: at least 1 is allowed, and absent means 1";
            return Err(Rejected::new("instances", reason));
        }
        let counts = DrawCounts::instanced(vertices, instances);
        pipeline.thread_count(&counts)?;
        Ok(Some(counts))
    }
}

impl CapturedMemory {
    pub(super) fn new(
        options: FeedbackOptions,
        pipeline: &Pipeline,
        counts: Option<&DrawCounts>,
        vertex: &StageVaryings,
    ) -> Result<Self, String> {
        let names = options.captures;
        for (number, name) in names.iter().enumerate() {
            if names[..number].contains(name) && !is_gap(name) {
                return Err(format!(
                    "`{}` is given twice: a program that captures a varying twice does not link",
                    Quoted::whole(name)
                ));
            }
        }
        let found = names.iter().map(|name| capture(name, &vertex.names));
        let captures: Vec<Capture> = found.collect::<Result<_, _>>()?;
        let mode = if options.is_separate {
            CaptureMode::Separate
        } else {
            CaptureMode::Interleaved
        };
        let feedback = TransformFeedback::new(&vertex.varyings, &captures, mode);
        let feedback = feedback.map_err(|error| error.to_string())?;
        let draw = counts.map(|counts| feedback.draw(pipeline, counts));
        let draw = draw.transpose();
        let draw = draw.map_err(|error| error.to_string())?;
        let spans = feedback.spans().map(|span| CapturedComponents {
            capture: names[span.capture].clone(),
            components: span.components,
            buffer: span.buffer,
            offset: span.offset,
        });
        let buffers = (0..).map_while(|buffer| {
            let size = draw.and_then(|draw| draw.size(buffer));
            let instances = options.draw.map(|(_, instances)| u64::from(instances));
            Some(CaptureBuffer {
                stride: feedback.stride(buffer)?,
                size,
                instance_stride: size
                    .zip(instances)
                    // `counts` has refused 0 instances, and all instances capture the same number of bytes.
                    .map(|(size, instances)| size / instances),
            })
        });
        Ok(Self {
            spans: spans.collect(),
            buffers: buffers.collect(),
        })
    }
}

impl CapturedComponents {
    /// The name without characters that would move a terminal's cursor.
    pub(super) fn label(&self) -> String {
        Quoted::whole(&self.capture).to_string()
    }
}

/// The names that are no varying's.
const NAMED: [(&str, Capture); 7] = [
    ("gl_Position", Capture::Position),
    ("gl_PointSize", Capture::PointSize),
    ("gl_SkipComponents1", Capture::SkipComponents(1)),
    ("gl_SkipComponents2", Capture::SkipComponents(2)),
    ("gl_SkipComponents3", Capture::SkipComponents(3)),
    ("gl_SkipComponents4", Capture::SkipComponents(4)),
    ("gl_NextBuffer", Capture::NextBuffer),
];

/// Whether the name captures nothing, and only moves the captures after it.
fn is_gap(name: &str) -> bool {
    // The first two are variables, which are captured.
    NAMED[2..].iter().any(|(known, _)| *known == name)
}

fn capture(name: &str, varyings: &[Name]) -> Result<Capture, String> {
    let named = NAMED.iter().find(|(known, _)| *known == name);
    let number = |name| varyings.iter().position(|varying| varying.text == name);
    let element = || {
        let (array, element) = name.strip_suffix(']')?.rsplit_once('[')?;
        Some(Capture::Element(number(array)?, element.parse().ok()?))
    };
    named
        .map(|&(_, capture)| capture)
        // The name of a member of an array of structures ends with an index too, so a whole varying comes first.
        .or_else(|| number(name).map(Capture::Whole))
        .or_else(element)
        .ok_or_else(|| {
            let mut known: Vec<_> = NAMED.iter().map(|(known, _)| *known).collect();
            known.extend(varyings.iter().map(|varying| varying.text.as_str()));
            unknown(name, &known)
        })
}
