use mali_instancing::instanced_attr;

fn nobody_calls_this() {
    let _ = instanced_attr!(vertices = 70, size = 4_000_000_000 * 2);
    let _ = instanced_attr!(vertices = 1 << 32);
}

fn main() {}
