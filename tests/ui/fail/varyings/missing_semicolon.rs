use mali_varyings::varyings;

varyings! {
    static CUBE: registers = 8;
    vec2 uv
    vec3 normal;
}

fn main() {}
