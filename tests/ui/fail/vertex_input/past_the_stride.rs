use mali_instancing::vertex_input;

vertex_input! {
    static CUBE: arch = v7, vertices = 70, instances = 100;
    buffer mesh { stride = 20 }
    attribute position: mesh { format = R32G32B32_SFLOAT, offset = 0 }
    attribute uv: mesh { format = R32G32_SFLOAT, offset = 8 + 8 }
}

fn main() {}
