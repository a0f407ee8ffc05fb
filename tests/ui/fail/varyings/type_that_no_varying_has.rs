use mali_instancing::varyings;

varyings! {
    static CUBE: registers = 8;
    sampler2D colors;
}

fn main() {}
