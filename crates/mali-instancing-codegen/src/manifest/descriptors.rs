//! The kinds of single descriptors. Each is a table of a manifest.

use mali_instancing::Arch;
use mali_instancing::data::{
    BufferRangeKeys, BuiltInId, DrawCountsKeys, PipelineKeys, VertexBufferKeys,
};

use super::table::table;
use super::value::{Flag, FormatOrField, named};

table! {
    /// `[[attribute_buffer]]`: an attribute buffer of V4 to V7 and its continuation.
    ///
    /// ```
    /// use mali_instancing::draw::{DrawCounts, Pipeline, VertexBuffer};
    /// use mali_instancing::{Arch, InputRate};
    /// use mali_instancing_codegen::{AttributeBuffer, Language, Manifest, Naming, generate};
    ///
    /// let model = AttributeBuffer {
    ///     name: "model".to_owned(),
    ///     pipeline: Pipeline::new(Arch::V7).into(),
    ///     counts: DrawCounts::any_instances(70).into(),
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
        /// The rules and the architecture.
        pipeline: PipelineKeys = &["arch", "padding", "rounding", "idvs"],
        /// The counts.
        counts: DrawCountsKeys = &["vertices", "instances"],
        /// The buffer: its stride, rate and size. Absent: 0.
        buffer: VertexBufferKeys = &["rate", "divisor", "stride", "size"],
        /// The buffer's address: a multiple of 64 below 2^56. Absent: 0.
        range: BufferRangeKeys = &["address"],
    }
    needs { "required": ["vertices"] }
}

table! {
    /// `[[attribute]]`: an attribute of V4 to V7.
    ///
    /// ```
    /// use mali_instancing_codegen::{Language, Manifest, Naming, generate};
    ///
    /// let toml = "[[attribute]]\nname = \"uv\"\nbuffer_index = 2\nformat = \"R16G16_UNORM\"\n";
    /// let manifest = Manifest::from_toml("draws.toml", toml)?;
    /// let bytes = generate(&manifest, Language::Bin, Naming::default())?;
    /// assert_eq!(bytes, [0x02, 0x42, 0x00, 0x2b, 0, 0, 0, 0]);
    /// # Ok::<(), mali_instancing_codegen::TextError>(())
    /// ```
    pub struct Attribute
    with {
        /// The architecture.
        arch: Arch,
        /// The number of the buffer's descriptor in its table.
        buffer_index: u32 => 0..=511,
        /// Whether the offset start of the draw is added to the index. Absent: yes.
        offset_enable: Flag,
        /// The format.
        format: FormatOrField,
        /// The offset of the attribute in its element, in bytes.
        offset: i32,
    }
    needs { "required": ["buffer_index", "format"] }
}

table! {
    /// `[[special]]`: a vertex or instance ID of V4 and V5.
    ///
    /// ```
    /// use mali_instancing_codegen::{Language, Manifest, Naming, generate};
    ///
    /// let toml = "[[special]]\nname = \"id\"\nrecord = \"vertex-id\"\nvertices = 70\n";
    /// let manifest = Manifest::from_toml("ids.toml", toml)?;
    /// let bytes = generate(&manifest, Language::Bin, Naming::default())?;
    /// assert_eq!(bytes[..8], [0x22, 0, 0, 0, 0, 0, 0, 0x83]);
    /// # Ok::<(), mali_instancing_codegen::TextError>(())
    /// ```
    pub struct Special
    of {
        /// The rules and the architecture.
        pipeline: PipelineKeys = &["arch", "padding", "rounding", "idvs"],
        /// The counts.
        counts: DrawCountsKeys = &["vertices", "instances"],
    }
    with {
        /// The number that shaders read.
        record: BuiltInId,
    }
    needs { "required": ["record", "vertices"] }
}

table! {
    /// `[[invocation]]`: the number of threads that a draw or a compute job of V4 to V7 runs.
    ///
    /// ```
    /// use mali_instancing_codegen::{Language, Manifest, Naming, generate};
    ///
    /// let toml = "[[invocation]]\nname = \"cube\"\nkind = \"draw\"\nworkgroups_y = 22\nworkgroups_z = 905\n";
    /// let manifest = Manifest::from_toml("draws.toml", toml)?;
    /// let bytes = generate(&manifest, Language::Bin, Naming::default())?;
    /// assert_eq!(bytes, [0x15, 0x71, 0, 0, 0, 0, 0x40, 0x21]);
    /// # Ok::<(), mali_instancing_codegen::TextError>(())
    /// ```
    pub struct Invocation
    with {
        /// The architecture.
        arch: Arch,
        /// The job that runs.
        kind: Job,
        /// Workgroups in the first dimension. Absent: 1, as in all others.
        workgroups_x: u32 => 1..=u32::MAX.into(),
        /// Workgroups in the second dimension; a draw's vertices.
        workgroups_y: u32 => 1..=u32::MAX.into(),
        /// Workgroups in the third dimension; a draw's instances.
        workgroups_z: u32 => 1..=u32::MAX.into(),
        /// Threads of a workgroup in the first dimension.
        size_x: u32 => 1..=0x8000,
        /// Threads of a workgroup in the second dimension.
        size_y: u32 => 1..=0x8000,
        /// Threads of a workgroup in the third dimension.
        size_z: u32 => 1..=0x8000,
    }
    needs { "required": ["kind"] }
}

/// The jobs that an [`Invocation`] runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Job {
    /// A draw, whose vertices and instances are workgroups.
    Draw,
    /// A compute job.
    Compute,
}

named!(Job: Draw = "draw", Compute = "compute");

table! {
    /// `[[draw]]`: words 0 and 1 of a draw of V4 to V7.
    ///
    /// ```
    /// use mali_instancing_codegen::{Language, Manifest, Naming, generate};
    ///
    /// let toml = "[[draw]]\nname = \"cube\"\nvertices = 70\noffset_start = 7\n";
    /// let manifest = Manifest::from_toml("draws.toml", toml)?;
    /// let bytes = generate(&manifest, Language::Bin, Naming::default())?;
    /// assert_eq!(bytes, [0, 0, 0x83, 0, 7, 0, 0, 0]);
    /// # Ok::<(), mali_instancing_codegen::TextError>(())
    /// ```
    pub struct Draw
    of {
        /// The rules and the architecture.
        pipeline: PipelineKeys = &["arch", "padding", "idvs"],
        /// The counts.
        counts: DrawCountsKeys = &["vertices", "instances", "primitive_vertices"],
    }
    with {
        /// The vertex of the first thread. Absent: 0.
        offset_start: u32,
    }
    needs { "required": ["vertices"] }
}

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
        /// The rules and the architecture.
        pipeline: PipelineKeys = &["arch", "rounding"],
        /// The counts.
        counts: DrawCountsKeys = &["vertices", "instances"],
        /// The buffer: its stride and rate. Absent stride: 0.
        buffer: VertexBufferKeys = &["rate", "divisor", "stride"],
    }
    with {
        /// The format.
        format: FormatOrField,
        /// The offset of the attribute in its element, in bytes. Absent: 0.
        offset: i32,
        /// The number of the buffer in its table.
        buffer_index: u32,
    }
    needs { "required": ["buffer_index", "format"] }
}
