use mali_instancing::vertex_input;

mod scene {
    #[repr(C)]
    pub struct Vertex {
        position: [f32; 3],
    }
}

vertex_input! {
    static CUBE: arch = v7;
    buffer mesh: scene::Vertex;
    attribute position: mesh.position { format = R32G32B32_SFLOAT }
}

fn main() {}
