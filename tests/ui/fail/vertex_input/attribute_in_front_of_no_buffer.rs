use mali_instancing::vertex_input;

vertex_input! {
    static CUBE: arch = v7, vertices = 70;
    attribute position: mehs { format = R32G32B32_SFLOAT }
    buffer mesh { stride = 20 }
}

fn main() {}
