//! `[[attribute_buffer]]`: an attribute buffer of V4 to V7 and its continuation.

use mali_instancing::data::{BufferRangeKeys, DrawCallKeys, VertexBufferKeys};
use mali_instancing::draw::DrawCall;
use mali_instancing::{Arch, BufferAddress, FetchMode, InputRate, descriptor};

use super::kind::{Kind, Wrong};
use super::table::table;
use crate::pack::{PackedDescriptor, hardware_divisor};

table! {
    /// `[[attribute_buffer]]`: an attribute buffer of V4 to V7 and its continuation.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing::data::{DrawCallKeys, VertexBufferKeys};
    /// use mali_instancing::draw::{DrawCall, VertexBuffer};
    /// use mali_instancing::InputRate;
    /// use mali_instancing_codegen::{AttributeBuffer, Language, Manifest, Naming, generate};
    ///
    /// let model = AttributeBuffer {
    ///     name: "model".to_owned(),
    ///     call: DrawCall::new(Arch::V7, 70).into(),
    ///     buffer: VertexBuffer::new(64, InputRate::from_gl_divisor(3)).into(),
    ///     ..AttributeBuffer::default()
    /// };
    /// let mut manifest = Manifest::new("draws");
    /// manifest.descriptors.push(model.into());
    /// let rust = generate(&manifest, Language::Rust, Naming::default())?;
    /// assert!(String::from_utf8_lossy(&rust).contains("pub static MODEL: [u32; 8]"));
    /// # Ok::<(), mali_instancing_codegen::TextError>(())
    /// ```
    pub struct AttributeBuffer
    of {
        /// The draw: its counts, rules and architecture.
        call: DrawCallKeys = &["arch", "vertices", "instances", "padding", "rounding", "idvs"],
        /// The buffer: its stride, rate and size. Absent: 0.
        buffer: VertexBufferKeys = &["rate", "divisor", "stride", "size"],
        /// Where the buffer begins: a multiple of 64 below 2^56. Absent: 0.
        range: BufferRangeKeys = &["address"],
    }
    needs { "required": ["vertices"] }
}

impl AttributeBuffer {
    pub(super) const KIND: Kind = Kind {
        name: "attribute_buffer",
        alignment: align_of::<descriptor::AttributeBuffer>(),
        archs: Arch::V4..=Arch::V7,
        default_arch: Some(Arch::V7),
    };

    pub(crate) fn pack(&self, arch: Arch) -> Result<PackedDescriptor, Wrong> {
        let call = DrawCall::try_from(DrawCallKeys {
            arch: Some(arch),
            ..self.call
        })?;
        let thread_count = call.thread_count()?;
        let rate = InputRate::try_from(self.buffer.rate)?;
        let mode = FetchMode::new(thread_count, rate, call.rounding)?;
        let divisor = hardware_divisor(thread_count, mode, rate)?;
        let address = BufferAddress::new(self.range.address.unwrap_or(0))?;
        let size = self.buffer.size.or(self.range.size).unwrap_or(0);
        let stride = self.buffer.stride.unwrap_or(0);
        let padded = thread_count.padded_vertices().get();
        let summary = match mode {
            FetchMode::Linear => "linear: an element per vertex".to_owned(),
            FetchMode::Constant => "linear, stride 0: one element for all threads".to_owned(),
            FetchMode::Modulus(_) => {
                format!("modulus: an element per vertex, {padded} threads an instance")
            }
            FetchMode::PotDivisor(_) | FetchMode::NpotDivisor { .. } => format!(
                "divisor: an element per {} threads, {padded} threads an instance",
                divisor.unwrap_or_default()
            ),
        };
        let words = descriptor::AttributeBuffer::new(mode, address, stride, size).words();
        Ok(PackedDescriptor {
            mode: Some(mode.name()),
            padded_vertices: Some(padded),
            hardware_divisor: Some(divisor),
            ..PackedDescriptor::new(arch, words, summary)
        })
    }
}
