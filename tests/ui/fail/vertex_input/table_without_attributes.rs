use mali_instancing::vertex_input;

vertex_input! {
    static CUBE: arch = v9, vertices = 70, resource_table = 64;
    buffer mesh { stride = 20 }
}

fn main() {}
