use mali_instancing::instanced_attr;

macro_rules! model_row {
    ($vertices:expr, $divisor:expr) => {
        instanced_attr!(vertices = $vertices, divisor = $divisor, stride = 64)
    };
}

fn nobody_calls_this() {
    let _ = model_row!(70 + 2, 3 - 3);
}

fn main() {}
