use mali_instancing::varyings;

varyings! {
    static CUBE: rules = strict;
    vec2 uv;
}

fn main() {}
