use mali_instancing::vertex_input;

#[repr(C, packed)]
struct Packed {
    flags: u8,
    uv: [u16; 2],
    pad: u8,
}

vertex_input! {
    static CUBE: arch = v7;
    buffer mesh: Packed;
    attribute uv: mesh.uv { format = R16G16_SFLOAT }
}

vertex_input! {
    static ELEMENT: arch = v7;
    buffer mesh: Packed;
    attribute uv: mesh.uv[1] { format = R16_SFLOAT }
}

fn main() {}
