use mali_varyings::varyings;

varyings! {
    static CUBE: registers = 8;
    vec2 uv;
    vec5 color;
}

fn main() {}
