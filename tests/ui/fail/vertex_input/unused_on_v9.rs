use mali_instancing::vertex_input;

vertex_input! {
    static PADDING: arch = v9, vertices = 70, padding = hardware;
    buffer mesh { stride = 20 }
}

vertex_input! {
    static IDVS: arch = v10, vertices = 70, idvs = false;
    buffer mesh { stride = 20 }
}

vertex_input! {
    static FIRST_VERTEX: arch = v11, vertices = 70, first_vertex = 0;
    buffer mesh { stride = 20 }
}

vertex_input! {
    static PRIMITIVE_VERTICES: arch = v14, vertices = 70, primitive_vertices = 1 + 2;
    buffer mesh { stride = 20 }
}

fn main() {}
