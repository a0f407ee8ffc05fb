use mali_instancing::vertex_input;

vertex_input! {
    static CUBE: arch = v7, vertexes = 70;
}

fn main() {}
