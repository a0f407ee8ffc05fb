use mali_instancing::vertex_input;

vertex_input! {
    static CUBE: arch = v7, vertices = 70, instances = 100;
    buffer _0 { stride = 20 }
}

fn main() {}
