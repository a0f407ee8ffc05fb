//! Numbers of every integer type.

#![deny(warnings)]
#![forbid(unsafe_code)]

use core::mem::offset_of;

use mali_instancing::{AttributeBuffer, instanced_attr, vertex_input};

#[repr(C)]
pub struct Vertex {
    position: [f32; 3],
    normal: u32,
    uv: [u16; 2],
}

const VERTICES: usize = 70;
const DIVISOR: u8 = 3;
const ADDRESS: u64 = 1 << 40;
const SHIFT: i64 = 31;

macro_rules! twenty {
    () => {
        20
    };
}

macro_rules! descriptor {
    ($vertices:expr) => {
        instanced_attr!(vertices = $vertices, stride = size_of::<Vertex>())
    };
}

static TYPED: AttributeBuffer = instanced_attr!(
    vertices = VERTICES,
    divisor = DIVISOR,
    stride = size_of::<Vertex>(),
    size = 1 << SHIFT,
    address = ADDRESS
);
static SUFFIXES: AttributeBuffer =
    instanced_attr!(vertices = 70u16, stride = twenty!(), size = VERTICES * 4, address = size_of::<Vertex>() * 16);
static BRANCHES: AttributeBuffer = instanced_attr!(
    vertices = if VERTICES > 3 { 3_000_000_000 } else { 4 },
    stride = { 20 },
    size = !0,
    address = 1 << 50
);
static CASTS: AttributeBuffer = instanced_attr!(
    vertices = 4 * DIVISOR,
    stride = size_of::<Vertex>() as _,
    size = size_of::<Vertex>() as u32 * 4,
    address = 0
);
static SIGNED: AttributeBuffer =
    instanced_attr!(vertices = -(-5i32), stride = b' ', size = (3_000_000_000), address = 0x40_u64);

vertex_input! {
    static CUBE: arch = v7, vertices = VERTICES, instances = 100_u64, first_instance = 3_i8;
    buffer mesh { stride = size_of::<Vertex>(), size = VERTICES * size_of::<Vertex>() }
    buffer model { stride = 64_i16, divisor = DIVISOR }
    attribute position: mesh { format = R32G32B32_SFLOAT, offset = offset_of!(Vertex, position) }
    attribute normal: mesh { format = A2B10G10R10_SNORM_PACK32, offset = core::mem::offset_of!(Vertex, normal) }
    attribute uv: mesh { format = R16G16_SFLOAT, offset = offset_of!(Vertex, uv) }
    attribute row: model { format = R32G32B32A32_SFLOAT, offset = 16_isize }
}

vertex_input! {
    static LITERALS: arch = v7, vertices = 70, instances = 100, first_instance = 3;
    buffer mesh { stride = 20, size = 1400 }
    buffer model { stride = 64, divisor = 3 }
    attribute position: mesh { format = R32G32B32_SFLOAT, offset = 0 }
    attribute normal: mesh { format = A2B10G10R10_SNORM_PACK32, offset = 12 }
    attribute uv: mesh { format = R16G16_SFLOAT, offset = 16 }
    attribute row: model { format = R32G32B32A32_SFLOAT, offset = 16 }
}

fn main() {
    assert_eq!(TYPED.words(), [4, 0x2700_0100, 20, 0x8000_0000, 0x20, 0x17b4_25ed, 0, 3]);
    assert_eq!(SUFFIXES.words()[..4], [0x143, 0x8300_0000, 20, 280]);
    // 3 · 2^30 is the first padded count above 3,000,000,000.
    assert_eq!(BRANCHES.words()[..4], [3, 0x3e04_0000, 20, u32::MAX]);
    assert_eq!(CASTS.words()[..4], [3, 0x0400_0000, 20, 80]);
    assert_eq!(SIGNED.words()[..4], [0x43, 0x0300_0000, 32, 3_000_000_000]);
    assert_eq!(descriptor!(70), descriptor!(VERTICES));
    assert_eq!(CUBE, LITERALS);
    assert_eq!([CubeBuffer::Mesh as usize, CubeAttribute::Row as usize], [0, 3]);
    assert_eq!([LiteralsBuffer::Model as usize, LiteralsAttribute::Uv as usize], [1, 2]);
}
