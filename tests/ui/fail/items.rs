use mali_instancing::instanced_attr;

instanced_attr! {
    /// A fine one.
    pub static MESH: vertices = 70, stride = 20;
    static NO_VERTICES: divisor = 3;
}

instanced_attr! {
    const ZERO_DIVISOR: vertices = 70, divisor = 1 - 1;
    static TOO_LARGE: vertices = 70, address = 1 << 60;
}

instanced_attr! {
    pub MESH: vertices = 70;
}

instanced_attr! {
    const NO_SEMICOLON: vertices = 70
}

fn main() {}
