use mali_instancing::vertex_input;

vertex_input! {
    static CUBE: arch = v7, vertices = 70, instances = 100;
    buffer mesh { stride = 20 }
    attribute position: mesh { format = R32G32B32_SFLOAT, offset = 0 }
    attribute position: mesh { format = R16G16_UNORM, offset = 12 }
}

fn main() {}
