use mali_instancing::vertex_input;

vertex_input! {
    static CUBE: arch = v7;
    buffer mesh: [u64; 1 << 30];
}

fn main() {}
