use mali_instancing::instanced_attr;

instanced_attr! {
    static MODEL_ROW: vertices = 70, divisor = 3
    static COLOUR: vertices = 70, divisor = 1;
}

fn main() {}
