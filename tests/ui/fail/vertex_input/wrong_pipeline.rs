use mali_instancing::vertex_input;

vertex_input! {
    static TABLE: arch = v9, resource_table = 32 * 2;
}

vertex_input! {
    static DIVISOR: arch = v7;
    buffer model { stride = 64, divisor = 3 - 3 }
}

vertex_input! {
    static OVERLAP: arch = v7;
    buffer mesh { stride = 8 }
    attribute position: mesh { format = R32G32B32_SFLOAT }
}

fn main() {}
