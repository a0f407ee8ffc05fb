use mali_instancing::vertex_input;

vertex_input! {
    static CUBE: arch = v7, vertices = 70,
    buffer mesh { stride = 20 }
}

fn main() {}
