use mali_instancing::vertex_input;

vertex_input! {
    static CUBE: arch = v7, vertices = 70, instances = 100;
    buffer mesh { stride = 20 }
    attribute self_: mesh { format = R32_SFLOAT }
}

fn main() {}
