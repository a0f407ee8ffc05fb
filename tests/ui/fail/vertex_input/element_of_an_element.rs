use mali_instancing::vertex_input;

#[repr(C)]
struct Model {
    rows: [[f32; 4]; 3],
    colour: u32,
}

vertex_input! {
    static CUBE: arch = v7;
    buffer model: Model { divisor = 1 }
    attribute last: model.rows[2][3] { format = R32_SFLOAT }
}

fn main() {}
