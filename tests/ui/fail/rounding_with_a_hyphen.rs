use mali_instancing::instanced_attr;

fn nobody_calls_this() {
    let _ = instanced_attr!(vertices = 70, divisor = 3, rounding = round-down);
}

fn main() {}
