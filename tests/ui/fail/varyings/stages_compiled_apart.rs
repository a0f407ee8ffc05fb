use mali_varyings::varyings;

varyings! {
    static CUBE: memory = separable;
    out vec4 colour;
    vec2 uv;
}

fn main() {}
