use mali_instancing::instanced_attr;

fn nobody_calls_this() {
    let _ = instanced_attr!(vertices = 70, instances = 1 << 26, divisor = 3);
}

fn main() {}
