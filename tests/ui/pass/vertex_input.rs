//! A whole draw, in every form.

#![deny(missing_docs)]

use std::num::NonZeroU32;

use mali_instancing::draw::{
    BufferRange, DrawCounts, Pipeline, TableLayout, VertexAttribute, VertexBuffer, VertexInput, VertexInputState,
};
use mali_instancing::{Arch, Format, InputRate, PaddedCount, Padding, Rounding, vertex_input};

vertex_input! {
    /// 70 vertices, 100 instances.
    pub static CUBE: arch = v7, vertices = 70, instances = 100;
    buffer mesh  { stride = 20 }
    /// The model's matrix.
    buffer model { stride = 64, divisor = 3, size = 6400 }
    attribute position: mesh  { format = R32G32B32_SFLOAT, offset = 0 }
    attribute uv:       mesh  { format = R16G16_UNORM,     offset = 12 }
    /// Its first row.
    attribute row_0:    model { format = R32G32B32A32_SFLOAT }
}

mod inner {
    mali_instancing::vertex_input! {
        pub(super) const EVERY_KEY: arch = v6, vertices = crate::VERTICES, instances = 2 * 50,
            first_vertex = 7, first_instance = 5, primitive_vertices = 3,
            padding = tight, rounding = nearest, idvs = true,
            layout = fixed, reserved_buffers = 3, reserved_attributes = 1 + 1, padded_vertices = 40;
        buffer light { stride = 16, rate = constant }
        buffer model { stride = size_of::<[f32; 16]>() as u32, rate = instance }
        attribute color: light { format = R32G32B32A32_SFLOAT, offset = 8, overlap = true }
        attribute r#type: model { format = R32_UINT, offset = 60, }
    }
}

const VERTICES: u32 = 33;

vertex_input! {
    #[derive(Clone, Copy, Debug, PartialEq)]
    static WITH_IDS: arch = v4, vertices = 70;
    buffer mesh { stride = 12 }
    attribute instance: instance_id;
    attribute position: mesh { format = R32G32B32_SFLOAT }
    attribute vertex: vertex_id;
}

vertex_input! {
    static GPU: arch = mali_g610, vertices = 70, instances = 100, resource_table = 2;
    buffer model { stride = 64, divisor = 3 }
    attribute row0: model { format = R32G32B32A32_SFLOAT, offset = 16 }
}

vertex_input! {
    static VALHALL: arch = v10, vertices = 70, instances = 100, resource_table = 2;
    buffer model { stride = 64, divisor = 3 }
    attribute row0: model { format = R32G32B32A32_SFLOAT, offset = 16 }
}

vertex_input! {
    static PIPELINE: arch = v7, padding = mesa, idvs = true;
    buffer mesh { stride = 12 }
    attribute position: mesh { format = R32G32B32_SFLOAT }
}

vertex_input! {
    const NOTHING: arch = v5, vertices = 3, instances = 1;
}

vertex_input! {
    #[cfg(any())]
    static NOTHING: arch = v5, vertices = 4;
}

macro_rules! triangle {
    ($name:ident, $stride:expr) => {
        vertex_input! {
            static $name: arch = v7, vertices = 3;
            buffer mesh { stride = $stride }
        }
    };
}
triangle!(TRIANGLE, 4 * 3);

vertex_input! {
    static ATTRIBUTE_FIRST: arch = v7, vertices = 3;
    attribute colour: colours { format = R32_UINT }
    attribute position: mesh { format = R32G32B32_SFLOAT }
    buffer mesh { stride = 12 }
    buffer colours { stride = 4 }
}

vertex_input! {
    const UNALIGNED: arch = v5, unaligned = true, bound_strides = true;
    buffer mesh { stride = 0 }
    attribute position: mesh { format = R32G32B32_SFLOAT, offset = 6, overlap = true }
}

fn main() {
    let mesh = WithIdsBuffer::Mesh;
    assert_eq!([mesh; 2], [mesh, WithIdsBuffer::Mesh]);
    assert_ne!(WithIdsAttribute::Instance, WithIdsAttribute::Vertex);
    let pipeline = Pipeline::new(Arch::V7);
    let counts = DrawCounts::instanced(70, 100);
    let buffers = [
        VertexBuffer::new(20, InputRate::Vertex),
        VertexBuffer::new(64, InputRate::from_gl_divisor(3)).with_size(Some(6400)),
    ];
    let attributes = [
        VertexAttribute::new(0, Format::R32G32B32_SFLOAT, 0),
        VertexAttribute::new(0, Format::R16G16_UNORM, 12),
        VertexAttribute::new(1, Format::R32G32B32A32_SFLOAT, 0),
    ];
    assert_eq!(CUBE, VertexInput::new(pipeline, counts, buffers, attributes).unwrap());
    assert_eq!((CubeBuffer::Mesh as usize, CubeBuffer::Model as usize), (0, 1));
    assert_eq!((CubeAttribute::Position as usize, CubeAttribute::Row0 as usize), (0, 2));

    let pipeline = Pipeline::new(Arch::V7).with_padding(Padding::Mesa).with_idvs(true);
    let mesh = [VertexBuffer::new(12, InputRate::Vertex)];
    let position = [VertexAttribute::new(0, Format::R32G32B32_SFLOAT, 0)];
    assert_eq!(PIPELINE, VertexInputState::new(pipeline, &mesh, &position).unwrap());
    assert_eq!(PipelineAttribute::Position as usize, 0);

    let pipeline = Pipeline::new(Arch::V6)
        .with_padding(Padding::Tight)
        .with_rounding(Rounding::Nearest)
        .with_idvs(true)
        .with_layout(TableLayout::Fixed)
        .with_reserved_buffers(3)
        .with_reserved_attributes(2);
    let counts = DrawCounts::instanced(33, 100)
        .with_first_vertex(7)
        .with_first_instance(5)
        .with_primitive_vertices(NonZeroU32::new(3))
        .with_padded_vertices(PaddedCount::from_exact(40).ok());
    let buffers = [
        VertexBuffer::new(16, InputRate::Constant),
        VertexBuffer::new(64, InputRate::from_gl_divisor(1)),
    ];
    let attributes = [
        VertexAttribute::new(0, Format::R32G32B32A32_SFLOAT, 8),
        VertexAttribute::new(1, Format::R32_UINT, 60),
    ];
    let every_key = VertexInput::new(pipeline, counts, buffers, attributes).unwrap();
    assert_eq!(inner::EVERY_KEY, every_key);
    assert_eq!(inner::EveryKeyAttribute::Type as usize, 1);

    assert_eq!(WITH_IDS.words_needed(), 4 + 4 + 4 + 6);
    let mut words = [0; WITH_IDS.words_needed()];
    let tables = WITH_IDS.write(&[BufferRange::new(0x40, 0)], &mut words).unwrap();
    assert_eq!(words[4..8], [0x22, 0x8300_0000, 0, 0]);
    assert_eq!(words[8..12], [0x24, 0x2600_0000, 0x638e_38e3, 0]);
    let attributes = &words[tables.attributes];
    assert_eq!(attributes[2 * WithIdsAttribute::Instance as usize] & 0x1ff, 2);
    assert_eq!(attributes[2 * WithIdsAttribute::Vertex as usize] & 0x1ff, 1);

    let expected = [0x2fc0_0035, 0x2100_0042, 16, 0, 64, 0x2aaa_aaaa, 0, 0];
    assert_eq!(VALHALL.attributes()[ValhallAttribute::Row0 as usize], expected);
    assert_eq!(VALHALL.draw_words(), None);
    assert_eq!(GPU, VALHALL);
    assert_eq!(NOTHING.words_needed(), 0);
    // The descriptor of the second buffer is number 1, and the first attribute reads it.
    let [colour, position] = *ATTRIBUTE_FIRST.attributes();
    assert_eq!((colour[0] & 0x1ff, position[0] & 0x1ff), (1, 0));
    assert_eq!(AttributeFirstAttribute::Position as usize, 1);
    assert_eq!(AttributeFirstBuffer::Colours as usize, 1);
    assert_eq!(TRIANGLE.buffers()[TriangleBuffer::Mesh as usize][2], 12);

    let pipeline = Pipeline::new(Arch::V5).with_unaligned(true).with_bound_strides(true);
    let mesh = [VertexBuffer::new(0, InputRate::Vertex)];
    let position = [VertexAttribute::new(0, Format::R32G32B32_SFLOAT, 6)];
    assert_eq!(UNALIGNED, VertexInputState::new(pipeline, &mesh, &position).unwrap());
    assert_eq!(UnalignedAttribute::Position as usize, 0);
    assert_eq!(UnalignedBuffer::Mesh as usize, 0);
}
