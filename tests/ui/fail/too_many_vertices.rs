use mali_instancing::instanced_attr;

fn nobody_calls_this() {
    let _ = instanced_attr!(vertices = 0xe000_0000);
}

fn main() {}
