use mali_instancing::vertex_input;

vertex_input! {
    static CUBE: arch = v7, vertices = 70;
    buffer mesh { stride = 20 }
    buffer model { stride = 64, divisor = 59_652_000 + 324 }
}

fn main() {}
