use mali_instancing::instanced_attr;

fn nobody_calls_this() {
    let _ = instanced_attr!(70, 3);
}

fn main() {}
