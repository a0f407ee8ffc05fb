use mali_varyings::varyings;

varyings! {
    static CUBE: rules = es320;
    vec2 uv;
}

fn main() {}
