use mali_instancing::instanced_attr;

fn nobody_calls_this() {
    let _ = instanced_attr!(vertices = 70, address = 0x1000_0000 + 16);
}

fn main() {}
