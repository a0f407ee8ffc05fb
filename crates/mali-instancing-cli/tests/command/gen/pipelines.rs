// SPDX-License-Identifier: MIT OR Apache-2.0
// Made by mali-instancing 0.1.0 from pipelines.toml. Do not edit.

mali_instancing::vertex_input! {
    /// Mali v6, vertex input of a pipeline: 3 buffers, 3 attributes.
    pub static EVERY_KEY: arch = v6, padding = tight, rounding = nearest, idvs = true, layout = fixed, reserved_buffers = 1, reserved_attributes = 2;
    buffer SELF_LIT { rate = vertex, stride = 20, size = 1400 }
    buffer TYPE { divisor = 3, stride = 64 }
    buffer LIGHT { rate = constant, stride = 16 }
    attribute POSITION: SELF_LIT { format = R32G32B32_SFLOAT }
    attribute IN: TYPE { format = R32G32B32A32_SFLOAT, offset = 56, overlap = true }
    attribute COLOUR: LIGHT { format = R8G8B8A8_UNORM, offset = 4 }
}

/// The number of the buffer `self_lit` of [`EVERY_KEY`].
pub const EVERY_KEY_BUFFER_SELF_LIT: usize = 0;

/// The number of the buffer `type` of [`EVERY_KEY`].
pub const EVERY_KEY_BUFFER_TYPE: usize = 1;

/// The number of the buffer `light` of [`EVERY_KEY`].
pub const EVERY_KEY_BUFFER_LIGHT: usize = 2;

/// The number of the attribute `position` of [`EVERY_KEY`].
pub const EVERY_KEY_ATTRIBUTE_POSITION: usize = 0;

/// The number of the attribute `in` of [`EVERY_KEY`].
pub const EVERY_KEY_ATTRIBUTE_IN: usize = 1;

/// The number of the attribute `colour` of [`EVERY_KEY`].
pub const EVERY_KEY_ATTRIBUTE_COLOUR: usize = 2;

mali_instancing::vertex_input! {
    /// Mali v5, vertex input of a pipeline: 1 buffer, 3 attributes.
    pub static IDS: arch = v5;
    buffer MESH { stride = 12 }
    attribute INSTANCE: instance_id;
    attribute POSITION: MESH { format = R32G32B32_SFLOAT }
    attribute VERTEX: vertex_id;
}

/// The number of the buffer `mesh` of [`IDS`].
pub const IDS_BUFFER_MESH: usize = 0;

/// The number of the attribute `instance` of [`IDS`].
pub const IDS_ATTRIBUTE_INSTANCE: usize = 0;

/// The number of the attribute `position` of [`IDS`].
pub const IDS_ATTRIBUTE_POSITION: usize = 1;

/// The number of the attribute `vertex` of [`IDS`].
pub const IDS_ATTRIBUTE_VERTEX: usize = 2;

mali_instancing::vertex_input! {
    /// Mali v10, vertex input of a pipeline: 1 buffer, 1 attribute.
    pub static VALHALL: arch = v10, rounding = nearest, resource_table = 2;
    buffer MODEL { divisor = 3, stride = 64 }
    attribute ROW0: MODEL { format = R32G32B32A32_SFLOAT, offset = 16 }
}

/// The number of the buffer `model` of [`VALHALL`].
pub const VALHALL_BUFFER_MODEL: usize = 0;

/// The number of the attribute `row0` of [`VALHALL`].
pub const VALHALL_ATTRIBUTE_ROW0: usize = 0;
