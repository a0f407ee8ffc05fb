use mali_varyings::varyings;

varyings! {
    static CUBE: registers = 8;
    smooth vec4 rows[7];
    vec2 uv;
    mat3 tangent_space;
}

fn main() {}
