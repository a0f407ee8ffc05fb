use mali_instancing::vertex_input;

vertex_input! {
    static CUBE: arch = v7, vertices = 65_537, padding = tight, instances = 40_000;
    buffer mesh { stride = 20 }
}

fn main() {}
