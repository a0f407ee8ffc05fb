use mali_instancing::instanced_attr;

fn nobody_calls_this<const N: u32>() {
    let _ = instanced_attr!(vertices = N);
}

fn main() {}
