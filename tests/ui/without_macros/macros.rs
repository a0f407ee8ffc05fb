use mali_instancing::{instanced_attr, vertex_input};

vertex_input! {
    static CUBE: arch = v7, vertices = 70;
}

fn main() {
    let _ = instanced_attr!(vertices = 70);
}
