//! One attribute buffer, explained.

use std::fmt;

use mali_instancing::decode::Descriptor;
use mali_instancing::draw::DrawCall;
use mali_instancing::{
    Arch, AttributeBuffer, BufferAddress, Error, FetchMode, InputRate, PaddedCount,
};
use serde::Serialize;

use crate::explain;
use crate::mode::Mode;
use crate::output::count::count;
use crate::output::words::Words;

/// An attribute buffer that is to be explained.
#[derive(Clone, Copy, Debug)]
pub struct AttributeBufferRequest {
    /// The draw: vertices and instances, the rules and the architecture.
    pub call: DrawCall,
    /// How often the element changes.
    pub rate: InputRate,
    /// The address of the buffer: a multiple of 64 below 2^56.
    pub address: u64,
    /// The distance between elements, in bytes.
    pub stride: u32,
    /// The buffer's size, in bytes.
    pub size: u32,
}

impl AttributeBufferRequest {
    /// A buffer of the draw's vertices, of which nothing else is said: address, stride and size are 0.
    #[must_use]
    pub const fn new(call: DrawCall, rate: InputRate) -> Self {
        Self {
            call,
            rate,
            address: 0,
            stride: 0,
            size: 0,
        }
    }
}

/// An attribute buffer, explained: its counts, mode, fields and words.
///
/// ```
/// use mali_instancing::draw::DrawCall;
/// use mali_instancing::{Arch, InputRate};
/// use mali_instancing_inspect::attr::{AttributeBufferRequest, ExplainedBuffer};
///
/// let call = DrawCall::new(Arch::V7, 70);
/// let request = AttributeBufferRequest::new(call, InputRate::from_gl_divisor(3));
/// let text = ExplainedBuffer::new(&request)?.to_string();
/// assert!(text.contains("hardware divisor  216 (72 · 3)"));
/// # Ok::<(), mali_instancing::Error>(())
/// ```
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct ExplainedBuffer {
    #[cfg_attr(feature = "schemars", schemars(with = "String"))]
    arch: Arch,
    vertices: u32,
    /// The vertices that each instance runs, a number that the hardware divides by quickly.
    #[cfg_attr(feature = "schemars", schemars(with = "u32"))]
    padded_vertices: PaddedCount,
    /// The threads of each instance that are discarded.
    wasted_threads: u32,
    /// The number that the attribute unit divides by: the padded vertices times the divisor.
    hardware_divisor: Option<u32>,
    #[serde(flatten)]
    mode: Mode,
    words: Words,
    #[serde(skip)]
    is_instanced: bool,
}

impl ExplainedBuffer {
    /// Packs the buffer, to be explained.
    ///
    /// # Errors
    ///
    /// A value that no attribute buffer can have.
    pub fn new(request: &AttributeBufferRequest) -> Result<Self, Error> {
        let AttributeBufferRequest {
            call,
            rate,
            address,
            stride,
            size,
        } = *request;
        call.arch.check_attribute_buffers()?;
        let thread_count = call.thread_count()?;
        let mode = FetchMode::new(thread_count, rate, call.rounding)?;
        let hardware_divisor = match (mode, rate) {
            (
                FetchMode::PotDivisor(_) | FetchMode::NpotDivisor { .. },
                InputRate::Instance { divisor },
            ) => Some(thread_count.hardware_divisor(divisor)?.get()),
            _ => None,
        };
        let buffer = AttributeBuffer::new(mode, BufferAddress::new(address)?, stride, size);
        let padded_vertices = thread_count.padded_vertices();
        let is_instanced = thread_count.is_instanced();
        Ok(Self {
            arch: call.arch,
            vertices: call.vertices,
            padded_vertices,
            wasted_threads: if is_instanced {
                padded_vertices.get() - call.vertices
            } else {
                0
            },
            hardware_divisor,
            mode: mode.into(),
            words: Words(buffer.words().to_vec()),
            is_instanced,
        })
    }
}

/// Writes a line for each thing that is known, and a line a word.
impl fmt::Display for ExplainedBuffer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let padded = self.padded_vertices;
        let mut line =
            |name: &str, value: &dyn fmt::Display| writeln!(formatter, "{name:<17} {value}");
        line("architecture", &self.arch)?;
        line("vertices", &self.vertices)?;
        if self.is_instanced {
            let wasted = count(self.wasted_threads as usize, "thread", "threads");
            let wasted = format!("{padded}, {wasted} in {} wasted", padded.get());
            line("padded vertices", &wasted)?;
        } else {
            let unused = format!("{padded}, not used: one instance is not padded");
            line("padded vertices", &unused)?;
        }
        if let Some(hardware_divisor) = self.hardware_divisor {
            let padded = padded.get();
            let product = format!(
                "{hardware_divisor} ({padded} · {})",
                hardware_divisor / padded
            );
            line("hardware divisor", &product)?;
        }
        line("mode", &self.mode.title)?;
        line("element", &self.mode.element)?;
        for (letter, value) in self.mode.fields.iter() {
            line(letter, &value)?;
        }

        writeln!(formatter, "\nword  value       fields")?;
        let words = self.words.0.first_chunk().ok_or(fmt::Error)?;
        let fields = AttributeBuffer::decode(*words).map_err(|_| fmt::Error)?;
        let descriptor = Descriptor::AttributeBuffer(fields);
        explain::print_words(formatter, self.arch, &descriptor, &self.words.0, 0)
    }
}
