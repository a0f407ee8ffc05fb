use mali_instancing::vertex_input;

#[repr(C)]
struct Model {
    rows: [[f32; 4]; 3],
    colour: u32,
}

vertex_input! {
    static CUBE: arch = v7;
    buffer model: Model { divisor = 1 }
    attribute row1: model.rows[1] { format = R32G32B32_SFLOAT }
}

vertex_input! {
    static ALL: arch = v7;
    buffer model: Model { divisor = 1 }
    attribute rows: model.rows { format = R32G32B32A32_SFLOAT }
}

fn main() {}
