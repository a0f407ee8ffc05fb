use mali_varyings::varyings;

varyings! {
    static CUBE: registers = 0;
    vec2 uv;
}

fn main() {}
