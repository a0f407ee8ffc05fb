//! One attribute buffer, explained.

use std::fmt;

use mali_instancing::decode::Descriptor;
use mali_instancing::descriptor::AttributeBufferFields;
use mali_instancing::draw::{DrawCounts, Pipeline, VertexBuffer};
use mali_instancing::{Arch, AttributeBuffer, BufferAddress, Error, FetchMode, PaddedCount};
use mali_instancing_codegen::pack::hardware_divisor;
use serde::Serialize;

use crate::explain;
use crate::output::{Words, count};

/// An attribute buffer, explained: its counts, mode, fields and words.
///
/// ```
/// use mali_instancing::draw::{DrawCounts, Pipeline, VertexBuffer};
/// use mali_instancing::{Arch, InputRate};
/// use mali_instancing_inspect::attr::ExplainedBuffer;
///
/// let buffer = VertexBuffer::new(64, InputRate::from_gl_divisor(3));
/// let (pipeline, counts) = (Pipeline::new(Arch::V7), DrawCounts::any_instances(70));
/// let text = ExplainedBuffer::new(pipeline, counts, buffer, 0x1000_0000)?.to_string();
/// assert!(text.contains("hardware divisor  216 (72 · 3)"));
/// # Ok::<(), mali_instancing::Error>(())
/// ```
#[derive(Debug, Serialize)]
pub struct ExplainedBuffer {
    arch: Arch,
    vertices: u32,
    /// The vertices that each instance runs, a number that the hardware divides by quickly.
    padded_vertices: PaddedCount,
    /// The threads of each instance that are discarded.
    wasted_threads: u32,
    /// The number that the attribute unit divides by: the padded vertices times the divisor.
    hardware_divisor: Option<u32>,
    /// The mode: `linear`, `modulus`, `pot-divisor` or `npot-divisor`, or one of V9's modes.
    mode: &'static str,
    fields: Fields,
    words: Words,
    #[serde(skip)]
    buffer: AttributeBufferFields,
    #[serde(skip)]
    is_instanced: bool,
}

/// The fields of a mode, with genxml's names.
#[derive(Debug, Default, Serialize)]
struct Fields {
    #[serde(rename = "divisor_r", skip_serializing_if = "Option::is_none")]
    r: Option<u32>,
    #[serde(rename = "divisor_p", skip_serializing_if = "Option::is_none")]
    p: Option<u32>,
    #[serde(rename = "divisor_e", skip_serializing_if = "Option::is_none")]
    e: Option<u32>,
    /// D, in hexadecimal.
    #[serde(rename = "divisor_d", skip_serializing_if = "Option::is_none")]
    d: Option<String>,
}

impl Fields {
    fn new(mode: FetchMode) -> Self {
        let mut fields = Self::default();
        match mode {
            FetchMode::Linear | FetchMode::Constant => {}
            FetchMode::Modulus(padded) => {
                fields.r = Some(padded.shift());
                fields.p = Some(padded.odd() / 2);
            }
            FetchMode::PotDivisor(power) => fields.r = Some(power.divisor_r()),
            FetchMode::NpotDivisor { magic, .. } => {
                fields.r = Some(magic.divisor_r());
                fields.e = Some(magic.divisor_e().into());
                fields.d = Some(format!("{:#010x}", magic.divisor_d()));
            }
        }
        fields
    }
}

impl ExplainedBuffer {
    /// Packs and explains a buffer of a draw at an address, a multiple of 64 below 2^56.
    ///
    /// # Errors
    ///
    /// A value that no attribute buffer can have.
    pub fn new(
        pipeline: Pipeline,
        counts: DrawCounts,
        buffer: VertexBuffer,
        address: u64,
    ) -> Result<Self, Error> {
        pipeline.arch.check_attribute_buffers()?;
        let thread_count = pipeline.thread_count(&counts)?;
        let mode = FetchMode::new(thread_count, buffer.rate, pipeline.rounding)?;
        let hardware_divisor = hardware_divisor(thread_count, mode, buffer.rate)?;
        let buffer = AttributeBufferFields {
            mode,
            address: BufferAddress::new(address)?,
            stride: buffer.stride,
            size: buffer.size.unwrap_or_default(),
        };
        let packed = AttributeBuffer::new(mode, buffer.address, buffer.stride, buffer.size);
        let padded_vertices = thread_count.padded_vertices();
        let is_instanced = thread_count.is_instanced();
        // A padded count is never below the count.
        let wasted = padded_vertices.get() - counts.vertices;
        Ok(Self {
            arch: pipeline.arch,
            vertices: counts.vertices,
            padded_vertices,
            wasted_threads: if is_instanced { wasted } else { 0 },
            hardware_divisor,
            mode: mode.name(),
            fields: Fields::new(mode),
            words: packed.words()[..].into(),
            buffer,
            is_instanced,
        })
    }
}

/// Writes a line for each number, and a line for each word.
impl fmt::Display for ExplainedBuffer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (fields, mode) = (&self.fields, self.buffer.mode);
        let padded = self.padded_vertices.get();
        let wasted = count(self.wasted_threads as usize, "thread", "threads");
        let padding = if self.is_instanced {
            format!("{}, {wasted} in {padded} wasted", self.padded_vertices)
        } else {
            let padded = self.padded_vertices;
            format!("{padded}, not used: one instance is not padded")
        };
        // The product is a multiple of the padded count, and the quotient is the application's divisor.
        let product = |product| format!("{product} ({padded} · {})", product / padded);
        let number = |number: u32| number.to_string();
        for (name, value) in [
            ("architecture", Some(self.arch.to_string())),
            ("vertices", Some(self.vertices.to_string())),
            ("padded vertices", Some(padding)),
            ("hardware divisor", self.hardware_divisor.map(product)),
            ("mode", Some(mode.to_string())),
            ("element", Some(explain::element(mode).to_owned())),
            ("R", fields.r.map(number)),
            ("P", fields.p.map(number)),
            ("E", fields.e.map(number)),
            ("D", fields.d.clone()),
        ] {
            if let Some(value) = value {
                writeln!(formatter, "{name:<17} {value}")?;
            }
        }
        writeln!(formatter, "\nword  value       fields")?;
        let descriptor = Descriptor::AttributeBuffer(self.buffer);
        explain::print_words(formatter, self.arch, &descriptor, &self.words.0, 0)
    }
}
