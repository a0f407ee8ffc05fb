use mali_instancing::vertex_input;

vertex_input! {
    static CUBE: arch = v7, instances = 100;
    buffer mesh { stride = 20 }
}

fn main() {}
