//! What transform feedback captures, and where to.

use std::fmt::Write;

use mali_instancing::Arch;
use mali_instancing::draw::DrawCall;
use mali_varyings::{
    Capture, CaptureMode, CapturedDraw, CapturedSource, CapturedSpan, Linkage, TransformFeedback,
};
use serde::Serialize;

use super::constant::Constant;
use crate::document::Name;
use crate::notation::escape_controls;
use crate::output::table::{self, Word};
use mali_instancing_codegen::suggestion::unknown;

/// What is to be captured.
#[derive(Clone, Debug, Default)]
pub struct FeedbackOptions {
    /// Varyings and members of structures and blocks by their names, an element of an array as `uv[2]`,
    /// `gl_Position` and `gl_PointSize`.
    pub captures: Vec<String>,
    /// Each into a buffer of its own, and not one behind the other.
    pub is_separate: bool,
    /// The vertices and the instances of a draw whose addresses are shown.
    pub draw: Option<(u32, u32)>,
}

/// What is captured, checked against what there is.
pub(super) struct Feedback {
    names: Vec<String>,
    captures: Vec<Capture>,
    mode: CaptureMode,
    call: Option<DrawCall>,
}

impl Feedback {
    /// And the stages with what is captured stored.
    pub(super) fn new(
        options: FeedbackOptions,
        arch: Arch,
        linkage: &Linkage,
        varyings: &[Name],
    ) -> Result<(Linkage, Self), String> {
        let captures = options.captures.iter().map(|name| capture(name, varyings));
        let feedback = Self {
            captures: captures.collect::<Result<_, _>>()?,
            names: options.captures,
            mode: if options.is_separate {
                CaptureMode::Separate
            } else {
                CaptureMode::Interleaved
            },
            call: options.draw.map(|(vertices, instances)| DrawCall {
                instances: Some(instances),
                ..DrawCall::new(arch, vertices)
            }),
        };
        let made = feedback.of(linkage).map_err(|error| error.to_string())?;
        if let Some(call) = &feedback.call {
            made.draw(call).map_err(|error| error.to_string())?;
        }
        Ok((*made.linkage(), feedback))
    }

    fn of(&self, linkage: &Linkage) -> Result<TransformFeedback<'_>, mali_varyings::Error> {
        TransformFeedback::new(*linkage, &self.captures, self.mode)
    }
}

fn capture(name: &str, varyings: &[Name]) -> Result<Capture, String> {
    let number = |name| varyings.iter().position(|varying| varying.text == name);
    let element = || {
        let (array, element) = name.strip_suffix(']')?.rsplit_once('[')?;
        Some(Capture::element(number(array)?, element.parse().ok()?))
    };
    match name {
        "gl_Position" => Ok(Capture::POSITION),
        "gl_PointSize" => Ok(Capture::POINT_SIZE),
        _ => number(name)
            .map(Capture::whole)
            .or_else(element)
            .ok_or_else(|| {
                let mut known = vec!["gl_Position", "gl_PointSize"];
                known.extend(varyings.iter().map(|varying| varying.text.as_str()));
                unknown(name, &known)
            }),
    }
}

/// Components that are captured.
#[derive(Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
struct CapturedComponents<'a> {
    capture: &'a str,
    source: &'static str,
    byte: Option<u32>,
    bits: u32,
    components: u32,
    buffer: usize,
    offset: u32,
}

impl<'a> CapturedComponents<'a> {
    fn new(span: &CapturedSpan, feedback: &'a Feedback) -> Self {
        let (source, byte) = match span.source {
            CapturedSource::Position | CapturedSource::PointSize => ("shader", None),
            CapturedSource::Generic { byte } => ("memory", Some(byte)),
        };
        Self {
            capture: &feedback.names[span.capture],
            source,
            byte,
            bits: span.bits,
            components: span.components,
            buffer: span.buffer,
            offset: span.offset,
        }
    }
}

/// A buffer of captures.
#[derive(Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
struct CaptureBuffer {
    stride: u32,
    /// What a draw captures, in bytes.
    size: Option<u64>,
    /// From one instance to the next, in bytes.
    instance_stride: Option<u64>,
}

/// The captured components, the buffers, and the bytes from one instance to the next in memory.
#[derive(Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub(super) struct CapturedMemory<'a> {
    #[serde(rename = "feedback")]
    spans: Vec<CapturedComponents<'a>>,
    #[serde(rename = "feedback_buffers")]
    buffers: Vec<CaptureBuffer>,
    #[serde(rename = "feedback_source_instance_stride")]
    step: Option<u64>,
}

impl<'a> CapturedMemory<'a> {
    pub(super) fn new(feedback: &'a Feedback, linkage: &Linkage) -> Self {
        let made = feedback
            .of(linkage)
            .expect("it was checked when it was made");
        let draw: Option<CapturedDraw<'_>> = feedback
            .call
            .as_ref()
            .map(|call| made.draw(call).expect("it was checked when it was made"));
        let spans = made
            .spans()
            .map(|span| CapturedComponents::new(&span, feedback));
        let buffers = (0..).map_while(|buffer| {
            let size = draw.and_then(|draw| draw.size(buffer));
            let instances = feedback.call.and_then(|call| call.instances);
            Some(CaptureBuffer {
                stride: made.stride(buffer)?,
                size,
                instance_stride: size
                    .zip(instances)
                    .map(|(size, instances)| size / u64::from(instances)),
            })
        });
        let step = made.spans().find_map(|span| {
            let [first, second] = [0, 1].map(|instance| draw?.source(&span, 0, instance));
            Some(second? - first?)
        });
        Self {
            spans: spans.collect(),
            buffers: buffers.collect(),
            step,
        }
    }
}

pub(super) fn text(feedback: &Feedback, linkage: &Linkage) -> String {
    let CapturedMemory {
        spans,
        buffers,
        step,
    } = CapturedMemory::new(feedback, linkage);
    let header = [
        "capture",
        "from",
        "byte",
        "bits",
        "components",
        "buffer",
        "lands at",
    ];
    let mut lines = vec![Vec::from(header.map(Word::plain))];
    for span in spans {
        let words = [
            escape_controls(span.capture),
            span.source.to_owned(),
            span.byte
                .map_or_else(|| "-".to_owned(), |byte| byte.to_string()),
            span.bits.to_string(),
            span.components.to_string(),
            span.buffer.to_string(),
            span.offset.to_string(),
        ];
        lines.push(Vec::from(words.map(Word::plain)));
    }
    let mut text = format!("\n{}\n", table::aligned(&lines));
    for (number, buffer) in buffers.iter().enumerate() {
        write!(
            text,
            "feedback buffer {number}: {} bytes of each vertex",
            buffer.stride
        )
        .expect("a String takes any text");
        if let (Some(size), Some(instance)) = (buffer.size, buffer.instance_stride) {
            write!(text, ", {instance} of each instance, {size} of the draw")
                .expect("a String takes any text");
        }
        text.push('\n');
    }
    if let Some(step) = step {
        writeln!(text, "in memory, padded: {step} bytes of each instance")
            .expect("a String takes any text");
    }
    text
}

/// The spans and the buffers as code has them.
pub(super) fn constants(feedback: &Feedback, linkage: &Linkage, prefix: &str) -> Vec<Constant> {
    let CapturedMemory {
        spans,
        buffers,
        step,
    } = CapturedMemory::new(feedback, linkage);
    let name = |of: &str| format!("{prefix}FEEDBACK_{of}");
    let row = |span: &CapturedComponents<'_>| {
        let byte = span
            .byte
            .map_or_else(|| "0xffffffff".to_owned(), |byte| byte.to_string());
        vec![
            byte,
            span.bits.to_string(),
            span.components.to_string(),
            span.buffer.to_string(),
            span.offset.to_string(),
        ]
    };
    let mut constants = vec![
        Constant::Comment(
            "Captured: byte in the vertex's section (0xffffffff: the shader stores it), bits of a component, \
             components, buffer, byte there."
                .to_owned(),
        ),
        Constant::Table(name("SPANS"), spans.iter().map(row).collect()),
        Constant::Comment("Bytes of a vertex in each buffer of captures.".to_owned()),
        Constant::Numbers(
            name("STRIDES"),
            buffers.iter().map(|buffer| buffer.stride).collect(),
        ),
    ];
    let sizes: Option<Vec<u64>> = buffers.iter().map(|buffer| buffer.size).collect();
    let instances: Option<Vec<u64>> = buffers
        .iter()
        .map(|buffer| buffer.instance_stride)
        .collect();
    for (about, of, bytes) in [
        ("Bytes of the draw there.", "SIZES", sizes),
        ("Bytes of an instance there.", "INSTANCE_STRIDES", instances),
        (
            "Bytes from one instance to the next in memory, padded.",
            "SOURCE_INSTANCE_STRIDE",
            step.map(|step| vec![step]),
        ),
    ] {
        if let Some(bytes) = bytes {
            constants.push(Constant::Comment(about.to_owned()));
            constants.push(Constant::Wide(name(of), bytes));
        }
    }
    constants
}
