use mali_instancing::vertex_input;

const ROW: usize = 3;

#[repr(C)]
struct Model {
    rows: [[f32; 4]; 3],
    colour: u32,
}

vertex_input! {
    static CUBE: arch = v7;
    buffer model: Model { divisor = 1 }
    attribute row3: model.rows[ROW] { format = R32G32B32A32_SFLOAT }
}

fn main() {}
