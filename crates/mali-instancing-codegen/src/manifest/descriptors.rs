//! The kinds of single descriptors. Each is a table of a manifest.

use std::num::NonZeroU32;

use mali_instancing::data::{BuiltInId, Rate};
use mali_instancing::{Arch, Padding, Rounding};

use super::table::table;
use super::value::{Flag, FormatOrField, Job};
use crate::choice::Named;
use crate::read::Number;

table! {
    /// `[[attribute_buffer]]`: an attribute buffer of V4 to V7 and its continuation.
    ///
    /// ```
    /// use mali_instancing_codegen::{AttributeBuffer, Language, Manifest, Naming, Number, generate};
    ///
    /// let model = AttributeBuffer {
    ///     name: "model".to_owned(),
    ///     vertices: Some(Number(70)),
    ///     stride: Some(Number(64)),
    ///     divisor: Some(Number(3)),
    ///     ..AttributeBuffer::default()
    /// };
    /// let mut manifest = Manifest::new("draws");
    /// manifest.descriptors.push(model.into());
    /// let rust = generate(&manifest, Language::Rust, Naming::default())?;
    /// assert!(String::from_utf8_lossy(&rust).contains("pub static MODEL: [u32; 8]"));
    /// # Ok::<(), mali_instancing_codegen::TextError>(())
    /// ```
    #[cfg_attr(feature = "schemars", schemars(inline, extend("required" = ["name", "vertices"])))]
    pub struct AttributeBuffer {
        /// The name, which differs from all other names in the array.
        pub name: String,
        /// The GPU's architecture. Absent: the manifest's, or v7.
        pub arch: Option<Arch>,
        /// The rule by which the vertex count is padded. V4 to V7 only.
        pub padding: Option<Padding>,
        /// The rule by which multipliers are rounded.
        pub rounding: Option<Rounding>,
        /// Whether the draw uses index-driven vertex shading. V6 and V7 only.
        pub idvs: Option<bool>,
        /// The number of vertices.
        #[cfg_attr(feature = "schemars", schemars(range(min = 1)))]
        pub vertices: Option<Number<u32>>,
        /// The number of instances. Absent: an instanced draw whose number is not known yet.
        #[cfg_attr(feature = "schemars", schemars(range(min = 1)))]
        pub instances: Option<Number<u32>>,
        /// The rate at which elements change.
        pub rate: Option<Rate>,
        /// The number of instances that share an element.
        pub divisor: Option<Number<u32>>,
        /// The distance between elements, in bytes.
        pub stride: Option<Number<u32>>,
        /// The size in bytes, if it is known before the buffer is bound.
        pub size: Option<Number<u32>>,
        /// The address of the first byte: a multiple of 64 below 2^56. Absent: 0.
        pub address: Option<Number<u64>>,
    }
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
    #[cfg_attr(
        feature = "schemars",
        schemars(inline, extend("required" = ["name", "buffer_index", "format"]))
    )]
    pub struct Attribute {
        /// The name, which differs from all other names in the array.
        pub name: String,
        /// The GPU's architecture. Absent: the manifest's, or v7.
        pub arch: Option<Arch>,
        /// The number of the buffer's descriptor in its table.
        #[cfg_attr(feature = "schemars", schemars(range(max = 511)))]
        pub buffer_index: Option<Number<u32>>,
        /// Whether the offset start of the draw is added to the index. Absent: yes.
        pub offset_enable: Option<Flag>,
        /// The format.
        pub format: Option<FormatOrField>,
        /// The offset of the attribute in its element, in bytes.
        pub offset: Option<Number<i32>>,
    }
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
    #[cfg_attr(
        feature = "schemars",
        schemars(inline, extend("required" = ["name", "record", "vertices"]))
    )]
    pub struct Special {
        /// The name, which differs from all other names in the array.
        pub name: String,
        /// The GPU's architecture. Absent: the manifest's, or v5.
        pub arch: Option<Arch>,
        /// The rule by which the vertex count is padded. V4 to V7 only.
        pub padding: Option<Padding>,
        /// The rule by which multipliers are rounded.
        pub rounding: Option<Rounding>,
        /// Whether the draw uses index-driven vertex shading. V6 and V7 only.
        pub idvs: Option<bool>,
        /// The number of vertices.
        #[cfg_attr(feature = "schemars", schemars(range(min = 1)))]
        pub vertices: Option<Number<u32>>,
        /// The number of instances. Absent: an instanced draw whose number is not known yet.
        #[cfg_attr(feature = "schemars", schemars(range(min = 1)))]
        pub instances: Option<Number<u32>>,
        /// The number that shaders read.
        pub record: Option<BuiltInId>,
    }
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
    #[cfg_attr(feature = "schemars", schemars(inline, extend("required" = ["name", "kind"])))]
    pub struct Invocation {
        /// The name, which differs from all other names in the array.
        pub name: String,
        /// The GPU's architecture. Absent: the manifest's, or v7.
        pub arch: Option<Arch>,
        /// The job that runs.
        pub kind: Option<Named<Job>>,
        /// Workgroups in the first dimension. Absent: 1, as in all others.
        #[cfg_attr(feature = "schemars", schemars(range(min = 1)))]
        pub workgroups_x: Option<Number<u32>>,
        /// Workgroups in the second dimension; a draw's vertices.
        #[cfg_attr(feature = "schemars", schemars(range(min = 1)))]
        pub workgroups_y: Option<Number<u32>>,
        /// Workgroups in the third dimension; a draw's instances.
        #[cfg_attr(feature = "schemars", schemars(range(min = 1)))]
        pub workgroups_z: Option<Number<u32>>,
        /// Threads of a workgroup in the first dimension.
        #[cfg_attr(feature = "schemars", schemars(range(min = 1, max = 0x8000)))]
        pub size_x: Option<Number<u32>>,
        /// Threads of a workgroup in the second dimension.
        #[cfg_attr(feature = "schemars", schemars(range(min = 1, max = 0x8000)))]
        pub size_y: Option<Number<u32>>,
        /// Threads of a workgroup in the third dimension.
        #[cfg_attr(feature = "schemars", schemars(range(min = 1, max = 0x8000)))]
        pub size_z: Option<Number<u32>>,
    }
}

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
    #[cfg_attr(feature = "schemars", schemars(inline, extend("required" = ["name", "vertices"])))]
    pub struct Draw {
        /// The name, which differs from all other names in the array.
        pub name: String,
        /// The GPU's architecture. Absent: the manifest's, or v7.
        pub arch: Option<Arch>,
        /// The rule by which the vertex count is padded. V4 to V7 only.
        pub padding: Option<Padding>,
        /// Whether the draw uses index-driven vertex shading. V6 and V7 only.
        pub idvs: Option<bool>,
        /// The number of vertices.
        #[cfg_attr(feature = "schemars", schemars(range(min = 1)))]
        pub vertices: Option<Number<u32>>,
        /// The number of instances. Absent: an instanced draw whose number is not known yet.
        #[cfg_attr(feature = "schemars", schemars(range(min = 1)))]
        pub instances: Option<Number<u32>>,
        /// The number of vertices of a primitive: 3 for triangles, 2 for lines, 1 for points. Absent: an instance
        /// primitive size of 1. V4 to V7 only.
        pub primitive_vertices: Option<Number<NonZeroU32>>,
        /// The vertex of the first thread. Absent: 0.
        pub offset_start: Option<Number<u32>>,
    }
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
    #[cfg_attr(
        feature = "schemars",
        schemars(inline, extend("required" = ["name", "buffer_index", "format"]))
    )]
    pub struct ValhallAttribute {
        /// The name, which differs from all other names in the array.
        pub name: String,
        /// The GPU's architecture. Absent: the manifest's, or v9.
        pub arch: Option<Arch>,
        /// The rule by which multipliers are rounded.
        pub rounding: Option<Rounding>,
        /// The number of vertices.
        #[cfg_attr(feature = "schemars", schemars(range(min = 1)))]
        pub vertices: Option<Number<u32>>,
        /// The number of instances. Absent: an instanced draw whose number is not known yet.
        #[cfg_attr(feature = "schemars", schemars(range(min = 1)))]
        pub instances: Option<Number<u32>>,
        /// The rate at which elements change.
        pub rate: Option<Rate>,
        /// The number of instances that share an element.
        pub divisor: Option<Number<u32>>,
        /// The distance between elements, in bytes.
        pub stride: Option<Number<u32>>,
        /// The format.
        pub format: Option<FormatOrField>,
        /// The offset of the attribute in its element, in bytes. Absent: 0.
        pub offset: Option<Number<i32>>,
        /// The number of the buffer in its table.
        pub buffer_index: Option<Number<u32>>,
    }
}
