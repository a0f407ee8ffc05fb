use mali_varyings::varyings;

varyings! {
    static CUBE: memory = linked;
    flat uint material;
    out vec2 uv;
    in vec3 uv;
}

fn main() {}
