use mali_instancing::instanced_attr;

const DIVISOR: u32 = 59_652_324;

fn nobody_calls_this() {
    let _ = instanced_attr!(vertices = 70, divisor = DIVISOR, stride = 64);
}

fn main() {}
