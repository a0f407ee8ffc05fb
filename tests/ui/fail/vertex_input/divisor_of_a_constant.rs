use mali_instancing::vertex_input;

vertex_input! {
    static CUBE: arch = v7, vertices = 70, instances = 100;
    buffer light { stride = 64, rate = constant, divisor = 1 }
}

fn main() {}
