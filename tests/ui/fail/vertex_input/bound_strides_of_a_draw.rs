use mali_instancing::vertex_input;

vertex_input! {
    static CUBE: arch = v7, vertices = 70, bound_strides = 1 < 2;
    buffer mesh { stride = 0 }
    attribute position: mesh { format = R32G32B32_SFLOAT }
}

fn main() {}
