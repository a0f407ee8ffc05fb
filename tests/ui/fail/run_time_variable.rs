use mali_instancing::instanced_attr;

fn nobody_calls_this() {
    let vertices = 70;
    let _ = instanced_attr!(vertices = vertices);
}

fn main() {}
