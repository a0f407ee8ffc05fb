use mali_varyings::varyings;

varyings! {
    static CUBE: rules = strict;
    vec2 uv;
}

fn main() {}
