use mali_instancing::vertex_input;

#[repr(C)]
struct Model {
    rows: [[f32; 4]; 3],
    colour: u32,
}

fn nobody_calls_this(row: usize) {
    vertex_input! {
        static CUBE: arch = v7;
        buffer model: Model { divisor = 1 }
        attribute row: model.rows[row] { format = R32G32B32A32_SFLOAT }
    }
}

fn main() {}
