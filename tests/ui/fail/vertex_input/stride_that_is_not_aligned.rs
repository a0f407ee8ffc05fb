use mali_instancing::vertex_input;

vertex_input! {
    static CUBE: arch = v9;
    buffer mesh { stride = 9 * 2 }
    attribute position: mesh { format = R32G32B32_SFLOAT }
    attribute normal: mesh { format = R16G16B16_SFLOAT, offset = 12 }
}

fn main() {}
