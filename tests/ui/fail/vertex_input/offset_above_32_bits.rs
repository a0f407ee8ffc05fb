use mali_instancing::vertex_input;

vertex_input! {
    static CUBE: arch = v7, vertices = 70, first_instance = 1 << 31;
    buffer model { stride = 64, divisor = 3 }
    attribute row0: model { format = R32_SFLOAT }
}

fn main() {}
