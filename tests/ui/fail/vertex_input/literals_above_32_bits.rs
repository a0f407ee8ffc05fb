use mali_instancing::vertex_input;

// The lower 32 bits are 0.
vertex_input! {
    static NOTHING: arch = v7, vertices = 0x1_0000_0000;
}

// They are 4, and the attribute would reach past that stride.
vertex_input! {
    static STRIDE: arch = v7, vertices = 70;
    buffer mesh { stride = 0x1_0000_0004 }
    attribute position: mesh { format = R32G32B32_SFLOAT }
}

fn main() {}
