use mali_instancing::instanced_attr;

fn nobody_calls_this() {
    let _ = instanced_attr!(vertices = 5_000_000_000);
}

fn main() {}
