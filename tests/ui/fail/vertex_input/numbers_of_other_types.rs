use mali_instancing::vertex_input;

const VERTICES: i64 = -70;
const OFFSET: f32 = 4.0;

vertex_input! {
    static COUNT: arch = v7, vertices = VERTICES;
    buffer mesh { stride = 12 }
}

vertex_input! {
    static STRIDE: arch = v7;
    buffer mesh { stride = size_of::<[u64; 1 << 30]>() }
}

vertex_input! {
    static SIZE: arch = v7;
    buffer mesh { stride = 12, size = (1_u64 << 32) * 12 }
}

vertex_input! {
    static FLOAT: arch = v7;
    buffer mesh { stride = 12 }
    attribute position: mesh { format = R32_SFLOAT, offset = OFFSET }
}

fn main() {}
