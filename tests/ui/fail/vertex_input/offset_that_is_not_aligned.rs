use mali_instancing::vertex_input;

vertex_input! {
    static CUBE: arch = v7, vertices = 70;
    buffer mesh { stride = 20 }
    attribute position: mesh { format = R32G32B32_SFLOAT }
    attribute uv: mesh { format = R16G16_SFLOAT, offset = 12 + 1 }
}

fn main() {}
