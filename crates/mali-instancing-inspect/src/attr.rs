//! One attribute buffer, explained.

use std::fmt::{self, Write};

use mali_instancing::AttributeBuffer;
use mali_instancing::decode::Descriptor;
use serde::Serialize;

use crate::explain;
use crate::output::answer::Answer;
pub use mali_instancing_codegen::descriptor::attribute_buffer::AttributeBufferRequest;
use mali_instancing_codegen::descriptor::attribute_buffer::PackedBuffer;
use mali_instancing_codegen::descriptor::fields::Fields;
use mali_instancing_codegen::descriptor::mode::Mode;
use mali_instancing_codegen::descriptor::packed::DescriptorJson;
use mali_instancing_codegen::error::Rejected;
use mali_instancing_codegen::output::count::count;

/// What an attribute buffer comes to: counts, mode, fields and words.
///
/// ```
/// use mali_instancing::Arch;
/// use mali_instancing::draw::DrawCall;
/// use mali_instancing_inspect::attr::{AttributeBufferRequest, ExplainedBuffer};
///
/// let request = AttributeBufferRequest {
///     divisor: Some(3),
///     ..AttributeBufferRequest::new(DrawCall::new(Arch::V7, 70))
/// };
/// let text = ExplainedBuffer::new(&request)?.to_string();
/// assert!(text.contains("hardware divisor  216 (72 · 3)"));
/// # Ok::<(), mali_instancing_codegen::Rejected>(())
/// ```
pub struct ExplainedBuffer {
    request: AttributeBufferRequest,
    packed: PackedBuffer,
}

impl ExplainedBuffer {
    /// Packs the buffer, to be explained.
    ///
    /// # Errors
    ///
    /// A value that no attribute buffer can have, under its key.
    pub fn new(request: &AttributeBufferRequest) -> Result<Self, Rejected> {
        Ok(Self {
            packed: request.pack()?,
            request: request.clone(),
        })
    }
}

/// Writes a line for each thing that is known, and a line a word.
impl fmt::Display for ExplainedBuffer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        print(formatter, &self.request, &self.packed)
    }
}

impl Answer for ExplainedBuffer {
    fn write_json(&self, output: &mut dyn Write) -> fmt::Result {
        let json = ExplainedJson::new(&self.request, &self.packed);
        let json = serde_json::to_string_pretty(&json).map_err(|_| fmt::Error)?;
        writeln!(output, "{json}")
    }
}

fn print(
    output: &mut dyn Write,
    request: &AttributeBufferRequest,
    packed: &PackedBuffer,
) -> fmt::Result {
    let padded = packed.padded_vertices;
    let mut line = |name: &str, value: String| writeln!(output, "{name:<17} {value}");

    line("architecture", request.call.arch.to_string())?;
    line("vertices", request.call.vertices.to_string())?;
    if request.call.instances == Some(1) {
        line(
            "padded vertices",
            format!("{padded}, not used: one instance is not padded"),
        )?;
    } else {
        let wasted = count(
            wasted_threads(request, packed) as usize,
            "thread",
            "threads",
        );
        line(
            "padded vertices",
            format!("{padded}, {wasted} in {} wasted", padded.get()),
        )?;
    }
    if let Some(hardware_divisor) = packed.hardware_divisor {
        let divisor = hardware_divisor / padded.get();
        line(
            "hardware divisor",
            format!("{hardware_divisor} ({} · {divisor})", padded.get()),
        )?;
    }
    let mode = Mode::from(packed.mode);
    line("mode", mode.title)?;
    line("element", mode.element.to_owned())?;
    for (letter, value) in mode.fields.iter() {
        line(letter, value)?;
    }

    writeln!(output, "\nword  value       fields")?;
    let words = packed.buffer.words();
    let fields = AttributeBuffer::decode(words).map_err(|_| fmt::Error)?;
    let descriptor = Descriptor::AttributeBuffer(fields);
    explain::print_words(output, request.call.arch, &descriptor, &words, 0)?;
    Ok(())
}

/// How many threads of each instance are discarded.
fn wasted_threads(request: &AttributeBufferRequest, packed: &PackedBuffer) -> u32 {
    match request.call.instances {
        Some(1) => 0,
        _ => packed.padded_vertices.get() - request.call.vertices,
    }
}

/// What `gen` says of a descriptor, and what else is known of a single one.
#[derive(Serialize)]
struct ExplainedJson<'a> {
    vertices: u32,
    wasted_threads: u32,
    #[serde(flatten)]
    descriptor: DescriptorJson<'a>,
    fields: Fields,
}

impl ExplainedJson<'_> {
    fn new(request: &AttributeBufferRequest, packed: &PackedBuffer) -> Self {
        Self {
            vertices: request.call.vertices,
            wasted_threads: wasted_threads(request, packed),
            descriptor: request.descriptor(packed).to_json(None),
            fields: Mode::from(packed.mode).fields,
        }
    }
}
