use mali_varyings::varyings;

varyings! {
    static CUBE: memory = linked;
    layout(location = 32) vec2 uv;
}

fn main() {}
