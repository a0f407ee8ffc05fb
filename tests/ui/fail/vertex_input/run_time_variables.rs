use mali_instancing::vertex_input;

fn draw(vertices: u32, row: u32, overlap: bool) {
    vertex_input! {
        static CUBE: arch = v7, vertices = vertices;
        buffer mesh { stride = row * 4 }
        attribute position: mesh { format = R32G32B32_SFLOAT, overlap = overlap }
    }
}

fn main() {
    draw(70, 5, false);
}
