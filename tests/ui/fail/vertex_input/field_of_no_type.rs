use mali_instancing::vertex_input;

vertex_input! {
    static CUBE: arch = v7;
    buffer mesh { stride = 20 }
    attribute uv: mesh.uv { format = R16G16_SFLOAT }
}

fn main() {}
