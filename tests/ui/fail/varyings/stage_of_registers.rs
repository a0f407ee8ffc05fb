use mali_varyings::varyings;

varyings! {
    static CUBE: registers = 8;
    out vec2 uv;
}

fn main() {}
