use mali_instancing::vertex_input;

#[repr(C)]
struct Vertex {
    position: [f32; 3],
    normal: u32,
    uv: [u16; 2],
}

vertex_input! {
    static CUBE: arch = v7;
    buffer mesh: Vertex
    attribute uv: mesh.uv { format = R16G16_SFLOAT }
}

fn main() {}
