use mali_instancing::vertex_input;

#[repr(C)]
struct Model {
    rows: [[f32; 4]; 3],
    colour: u32,
}

vertex_input! {
    static CUBE: arch = v7;
    buffer model: Model { divisor = 1 }
    attribute colour: model.colour[0] { format = R8_UNORM }
}

fn main() {}
