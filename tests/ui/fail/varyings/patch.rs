use mali_varyings::varyings;

varyings! {
    static CUBE: memory = linked;
    patch out vec2 uv;
}

fn main() {}
