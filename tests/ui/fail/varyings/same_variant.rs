use mali_varyings::varyings;

varyings! {
    static CUBE: registers = 8;
    vec2 tex_coord;
    vec3 tex__coord;
}

fn main() {}
