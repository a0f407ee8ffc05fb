use mali_instancing::instanced_attr;

fn nobody_calls_this() {
    let _ = instanced_attr!(vertices = 70, padding = Padding::Tight);
}

fn main() {}
