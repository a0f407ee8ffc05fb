//! `[[valhall_attribute]]`: an attribute of V9 and later.

use mali_instancing::data::{DrawCallKeys, VertexBufferKeys};
use mali_instancing::descriptor::{self, ValhallAttributeFields, ValhallFetchMode};
use mali_instancing::draw::DrawCall;
use mali_instancing::{Arch, InputRate};

use super::format::FormatOrField;
use super::kind::{Kind, Wrong};
use super::table::table;
use crate::pack::PackedDescriptor;

table! {
    /// `[[valhall_attribute]]`: an attribute of V9 and later.
    ///
    /// ```
    /// use mali_instancing_codegen::{Language, Manifest, Naming, generate};
    ///
    /// let toml = "[[valhall_attribute]]\nname = \"row\"\nbuffer_index = 1\nformat = 0\nstride = 64\n";
    /// let manifest = Manifest::from_toml("rows.toml", toml)?;
    /// let bytes = generate(&manifest, Language::Bin, Naming::default())?;
    /// assert_eq!(bytes.len(), 32);
    /// # Ok::<(), mali_instancing_codegen::TextError>(())
    /// ```
    pub struct ValhallAttribute
    of {
        /// The draw. Its counts are not in the descriptor, but a draw must be able to have them.
        call: DrawCallKeys = &["arch", "vertices", "instances", "rounding"],
        /// The buffer: its stride and rate. The stride is 0 where it is absent.
        buffer: VertexBufferKeys = &["rate", "divisor", "stride"],
    }
    with {
        /// The format.
        format: FormatOrField,
        /// Where the attribute begins in its element, in bytes. Absent: 0.
        offset: i32,
        /// The number of the buffer in its table.
        buffer_index: u32,
    }
    needs { "required": ["buffer_index", "format"] }
}

impl ValhallAttribute {
    pub(super) const KIND: Kind = Kind {
        name: "valhall_attribute",
        alignment: align_of::<descriptor::ValhallAttribute>(),
        archs: Arch::V9..=Arch::V14,
        default_arch: Some(Arch::V9),
    };

    pub(crate) fn pack(&self, arch: Arch) -> Result<PackedDescriptor, Wrong> {
        let call = DrawCall::try_from(DrawCallKeys {
            arch: Some(arch),
            vertices: self.call.vertices.or(Some(1)),
            ..self.call
        })?;
        call.thread_count()?;
        let format = self.format.ok_or(Wrong::missing("format"))?;
        let rate = InputRate::try_from(self.buffer.rate)?;
        let fields = ValhallAttributeFields {
            mode: ValhallFetchMode::new(rate, call.rounding),
            format: format
                .field(arch)
                .map_err(|error| Wrong::new("format", error))?,
            table: 0,
            offset: self.offset.unwrap_or(0),
            buffer_index: self.buffer_index.ok_or(Wrong::missing("buffer_index"))?,
            stride: self.buffer.stride.unwrap_or(0),
        };
        let summary = format!(
            "attribute of buffer {}, {}: format {:#08x}, offset {}",
            fields.buffer_index, fields.mode, fields.format, fields.offset
        );
        let words = descriptor::ValhallAttribute::new(fields)?.words();
        Ok(PackedDescriptor {
            mode: Some(fields.mode.name()),
            ..PackedDescriptor::new(arch, words, summary)
        })
    }
}
