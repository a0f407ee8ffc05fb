use mali_varyings::varyings;

varyings! {
    static CUBE: registers = 8, rows = 4;
    vec2 uv;
}

fn main() {}
