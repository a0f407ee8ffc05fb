use mali_varyings::varyings;

varyings! {
    static CUBE: registers = 8;
    sampler2D colors;
}

fn main() {}
