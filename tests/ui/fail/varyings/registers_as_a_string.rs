use mali_varyings::varyings;

varyings! {
    static CUBE: registers = "8";
    vec2 uv;
}

fn main() {}
