use mali_varyings::varyings;

varyings! {
    static CUBE: registers = 8, rules = es100;
    vec2 uv;
    flat uint material;
}

fn main() {}
