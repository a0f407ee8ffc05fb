use mali_instancing::vertex_input;

vertex_input! {
    const CUBE: arch = v6, vertices = 0xe000_0000;
    buffer mesh { stride = 20 }
}

fn main() {}
