use mali_varyings::varyings;

varyings! {
    static CUBE: registers = 8 * 8 + 1;
    vec2 uv;
}

fn main() {}
