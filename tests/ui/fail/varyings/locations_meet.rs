use mali_varyings::varyings;

varyings! {
    static CUBE: memory = separable;
    layout(location = 1) vec2 uv[2];
    layout(location = 2) out vec2 normal;
}

fn main() {}
