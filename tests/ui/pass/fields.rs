//! Buffers of types, and attributes of their fields.

#![deny(warnings)]
#![forbid(unsafe_code)]
#![allow(non_upper_case_globals)]

use core::mem::offset_of;

use mali_instancing::vertex_input;

#[repr(C)]
pub struct Vertex {
    pub position: [f32; 3],
    pub normal: u32,
    pub uv: [u16; 2],
}

mod scene {
    #[repr(C)]
    pub struct Model<const ROWS: usize> {
        pub rows: [[f32; 4]; ROWS],
        pub colour: Colour,
    }

    #[repr(C)]
    pub struct Colour(pub [u8; 4], pub [f32; 2]);

    pub const SECOND_ROW: u8 = 1;
}

/// Of these fields the first begins at 0, the second at 1, the third at 2.
#[repr(C, packed)]
pub struct Packed {
    pub flags: u8,
    pub bone: u8,
    pub uv: [u16; 2],
}

/// Rust chooses the order of its fields.
pub struct Unordered {
    pub bone: u8,
    pub weight: f32,
}

/// A part of a vertex that is read in two ways.
#[repr(C)]
pub union Tint {
    pub word: u32,
    pub bytes: [u8; 4],
}

#[repr(C)]
pub struct Tinted {
    pub position: [f32; 3],
    pub tint: Tint,
}

/// A constant of a name that an expansion uses would be a pattern there.
const element: u32 = 0;

vertex_input! {
    /// The stride is a type's size, an offset a field's.
    pub static BY_FIELDS: arch = v7;
    /// 20 bytes.
    buffer mesh: Vertex;
    buffer model: scene::Model<3> { divisor = 1 }
    attribute position: mesh.position { format = R32G32B32_SFLOAT }
    attribute normal: mesh.normal { format = A2B10G10R10_SNORM_PACK32 }
    /// At byte 16.
    attribute uv: mesh.uv { format = R16G16_SFLOAT }
    attribute row0: model.rows[0] { format = R32G32B32A32_SFLOAT }
    attribute row1: model.rows[scene::SECOND_ROW] { format = R32G32B32A32_SFLOAT }
    attribute row2: model.rows[4 - 2] { format = R32G32B32A32_SFLOAT }
}

vertex_input! {
    static BY_OFFSETS: arch = v7;
    buffer mesh { stride = size_of::<Vertex>() }
    buffer model { stride = size_of::<scene::Model<3>>(), divisor = 1 }
    attribute position: mesh { format = R32G32B32_SFLOAT, offset = offset_of!(Vertex, position) }
    attribute normal: mesh { format = A2B10G10R10_SNORM_PACK32, offset = offset_of!(Vertex, normal) }
    attribute uv: mesh { format = R16G16_SFLOAT, offset = offset_of!(Vertex, uv) }
    attribute row0: model { format = R32G32B32A32_SFLOAT, offset = offset_of!(scene::Model<3>, rows) }
    attribute row1: model { format = R32G32B32A32_SFLOAT, offset = offset_of!(scene::Model<3>, rows) + 16 }
    attribute row2: model { format = R32G32B32A32_SFLOAT, offset = offset_of!(scene::Model<3>, rows) + 32 }
}

vertex_input! {
    static BY_NUMBERS: arch = v7;
    buffer mesh { stride = 20 }
    buffer model { stride = 60, divisor = 1 }
    attribute position: mesh { format = R32G32B32_SFLOAT }
    attribute normal: mesh { format = A2B10G10R10_SNORM_PACK32, offset = 12 }
    attribute uv: mesh { format = R16G16_SFLOAT, offset = 16 }
    attribute row0: model { format = R32G32B32A32_SFLOAT, offset = 0 }
    attribute row1: model { format = R32G32B32A32_SFLOAT, offset = 16 }
    attribute row2: model { format = R32G32B32A32_SFLOAT, offset = 32 }
}

vertex_input! {
    static DRAW: arch = v10, vertices = 70;
    // A part of a field by its offset, beside fields.
    attribute red: colours { format = R8_UNORM, offset = offset_of!(scene::Colour, 0) }
    attribute colour: colours.0 { format = R8G8B8A8_UNORM }
    attribute gloss: colours.1[1] { format = R32_SFLOAT }
    attribute bone: packed.bone { format = R8_UINT }
    attribute uv: packed.uv { format = R16G16_SFLOAT }
    attribute weight: unordered.weight { format = R32_SFLOAT }
    attribute whole: words { format = R32G32_UINT }
    buffer colours: scene::Colour;
    buffer packed: Packed { size = 70 * size_of::<Packed>() }
    buffer unordered: Unordered {}
    buffer words: [u32; 2] { rate = constant }
}

vertex_input! {
    static TINTED: arch = v10, vertices = 70;
    buffer mesh: Tinted;
    buffer tints: Tint;
    attribute tint: mesh.tint { format = R8G8B8A8_UNORM }
    // The macro can name a field of the union itself from Rust 1.92 on.
    attribute last: tints { format = R8_UNORM, offset = offset_of!(Tint, bytes) + 3 }
}

macro_rules! points {
    ($name:ident, $arch:ident, $vertex:ty, $field:ident, $array:ident, $index:expr) => {
        vertex_input! {
            static $name: arch = $arch;
            buffer mesh: $vertex;
            attribute position: mesh.$field { format = R32G32B32_SFLOAT }
            attribute uv: mesh.$array[$index] { format = R16_UINT }
        }
    };
}
points!(POINTS, v12, crate::Vertex, position, uv, 2 - 1);

fn main() {
    assert_eq!(BY_FIELDS, BY_OFFSETS);
    assert_eq!(BY_FIELDS, BY_NUMBERS);
    let _ = [BY_FIELDS.words_needed(), element as usize];

    // From V9 on, word 4 of an attribute is its stride, word 2 its offset.
    let strides_and_offsets = DRAW.attributes().map(|words| [words[4], words[2]]);
    let weight = if offset_of!(Unordered, weight) == 0 { 0 } else { 4 };
    assert_eq!(
        strides_and_offsets,
        [[12, 0], [12, 0], [12, 8], [6, 1], [6, 2], [8, weight], [0, 0]]
    );
    let strides_and_offsets = TINTED.attributes().map(|words| [words[4], words[2]]);
    assert_eq!(strides_and_offsets, [[16, 12], [4, 3]]);
    assert_eq!(DrawAttribute::Whole as usize, 6);
    assert_eq!(DrawBuffer::Words as usize, 3);
    let _ = POINTS.words_needed();
    let _ = [TintedBuffer::Tints as usize, TintedAttribute::Last as usize];
    let _ = [ByFieldsAttribute::Row2 as usize, ByOffsetsAttribute::Row2 as usize, ByNumbersAttribute::Row2 as usize];
    let _ = [ByFieldsBuffer::Model as usize, ByOffsetsBuffer::Model as usize, ByNumbersBuffer::Model as usize];
    let _ = [PointsBuffer::Mesh as usize, PointsAttribute::Uv as usize];
}
