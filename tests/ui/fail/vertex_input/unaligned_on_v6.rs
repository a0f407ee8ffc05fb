use mali_instancing::vertex_input;

vertex_input! {
    static CUBE: arch = v6, unaligned = false;
    buffer mesh { stride = 12 }
    attribute position: mesh { format = R32G32B32_SFLOAT }
}

fn main() {}
