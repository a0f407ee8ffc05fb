use mali_instancing::vertex_input;

vertex_input! {
    static CUBE: arch = v5, vertices = 70, idvs = 1 < 2;
    buffer mesh { stride = 20 }
}

fn main() {}
