use mali_instancing::instanced_attr;

const VERTICES: u64 = 10_000_000_000;

fn nobody_calls_this() {
    let _ = instanced_attr!(vertices = VERTICES);
    let _ = instanced_attr!(vertices = 70, divisor = 3_u64 << 32);
    let _ = instanced_attr!(vertices = 70, size = VERTICES as usize * size_of::<[f32; 4]>());
}

fn main() {}
