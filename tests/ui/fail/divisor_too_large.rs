use mali_instancing::instanced_attr;

fn nobody_calls_this() {
    let _ = instanced_attr!(vertices = 70, divisor = 50_000_000 + 9_652_324);
}

fn main() {}
