use mali_instancing::vertex_input;

#[repr(C, packed)]
struct Packed {
    uv: [u16; 2],
    flags: u8,
}

vertex_input! {
    static CUBE: arch = v7;
    buffer mesh: crate::Packed { size = 1400 }
    attribute uv: mesh.uv { format = R16G16_SFLOAT }
}

fn main() {}
