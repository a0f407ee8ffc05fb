use core::num::NonZeroU32;

use super::error::KeyError;
use super::keys::keys;
use crate::arch::Arch;
use crate::divisor::Rounding;
use crate::draw::{DrawCall, TableLayout};
use crate::error::Argument;
use crate::padded_count::PaddedCount;
use crate::padding::Padding;

keys! {
    /// The keys of a [`DrawCall`]. `arch` and `vertices` are required. A key that is absent has its value in
    /// [`DrawCall::any_instances`], and a key with that value is not written.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing::data::DrawCallKeys;
    /// use mali_instancing::draw::DrawCall;
    ///
    /// let keys: DrawCallKeys = toml::from_str("vertices = 70\ninstances = 100\n")?;
    /// assert_eq!((keys.vertices, keys.idvs), (Some(70), None));
    /// let call = DrawCall::try_from(DrawCallKeys { arch: Some(Arch::V7), ..keys }).unwrap();
    /// assert_eq!(call, DrawCall::instanced(Arch::V7, 70, 100));
    /// # Ok::<(), toml::de::Error>(())
    /// ```
    pub struct DrawCallKeys of DrawCall, "a table of a draw" {
        /// The GPU's architecture.
        arch: Arch,
        /// The number of vertices.
        vertices: u32 => 1..=u32::MAX.into(),
        /// The number of instances. Absent: an instanced draw whose number is not known yet.
        instances: u32 => 1..=u32::MAX.into(),
        /// The first vertex: GL's `first`, Vulkan's `firstVertex`. Of an indexed draw, the smallest index plus the
        /// base vertex.
        first_vertex: u32,
        /// Vulkan's `firstInstance`, GL's `baseinstance`.
        first_instance: u32,
        /// The number of vertices of a primitive: 3 for triangles, 2 for lines, 1 for points. V4 to V7 only.
        primitive_vertices: NonZeroU32,
        /// The padded vertex count, if it is known already: 1, 3, 5, 7 or 9 times a power of two. V4 to V7 only.
        padded_vertices: PaddedCount,
        /// The rule by which the vertex count is padded.
        padding: Padding,
        /// The rule by which multipliers are rounded.
        rounding: Rounding,
        /// Whether the draw uses index-driven vertex shading.
        idvs: bool,
        /// From V9 on, the resource table that holds the buffers, 0 to 63.
        resource_table: u32 => 0..=crate::descriptor::ValhallAttribute::MAX_TABLE.into(),
        /// The layout of the buffers' table: in the layout `fixed`, no word moves with the counts. V4 to V7 only.
        layout: TableLayout,
        /// The number of the driver's own descriptors in the table of buffers, after those of buffers and IDs.
        reserved_buffers: u32 => 0..=crate::draw::Pipeline::MAX_RESERVED.into(),
        /// The number of the driver's own descriptors at the end of the table of attributes.
        reserved_attributes: u32 => 0..=crate::draw::Pipeline::MAX_RESERVED.into(),
    }
    needs [arch, vertices]
}

impl TryFrom<DrawCallKeys> for DrawCall {
    type Error = KeyError;

    fn try_from(keys: DrawCallKeys) -> Result<Self, KeyError> {
        let arch = keys.arch.ok_or(KeyError::Missing {
            argument: Argument::Arch,
        })?;
        let vertices = keys.vertices.ok_or(KeyError::Missing {
            argument: Argument::Vertices,
        })?;
        let default = Self::any_instances(arch, vertices);
        Ok(Self {
            arch,
            vertices,
            instances: keys.instances,
            first_vertex: keys.first_vertex.unwrap_or(default.first_vertex),
            first_instance: keys.first_instance.unwrap_or(default.first_instance),
            primitive_vertices: keys.primitive_vertices,
            padded_vertices: keys.padded_vertices,
            padding: keys.padding.unwrap_or(default.padding),
            rounding: keys.rounding.unwrap_or(default.rounding),
            idvs: keys.idvs.unwrap_or(default.idvs),
            resource_table: keys.resource_table.unwrap_or(default.resource_table),
            layout: keys.layout.unwrap_or(default.layout),
            reserved_buffers: keys.reserved_buffers.unwrap_or(default.reserved_buffers),
            reserved_attributes: keys
                .reserved_attributes
                .unwrap_or(default.reserved_attributes),
        })
    }
}

impl From<DrawCall> for DrawCallKeys {
    fn from(call: DrawCall) -> Self {
        let default = DrawCall::any_instances(call.arch, call.vertices);
        Self {
            arch: Some(call.arch),
            vertices: Some(call.vertices),
            instances: call.instances,
            first_vertex: unless(call.first_vertex, default.first_vertex),
            first_instance: unless(call.first_instance, default.first_instance),
            primitive_vertices: call.primitive_vertices,
            padded_vertices: call.padded_vertices,
            padding: unless(call.padding, default.padding),
            rounding: unless(call.rounding, default.rounding),
            idvs: unless(call.idvs, default.idvs),
            resource_table: unless(call.resource_table, default.resource_table),
            layout: unless(call.layout, default.layout),
            reserved_buffers: unless(call.reserved_buffers, default.reserved_buffers),
            reserved_attributes: unless(call.reserved_attributes, default.reserved_attributes),
        }
    }
}

/// The value; `None` if it is the value of an absent key.
pub(super) fn unless<T: Copy + PartialEq>(value: T, absent: T) -> Option<T> {
    (value != absent).then_some(value)
}
