use mali_instancing::instanced_attr;

const STRIDE: i32 = -64;

fn nobody_calls_this() {
    let _ = instanced_attr!(vertices = 70, stride = STRIDE);
    let _ = instanced_attr!(vertices = 70, address = 64 + 2 * STRIDE as i64);
}

fn main() {}
