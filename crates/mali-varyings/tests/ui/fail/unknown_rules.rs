use mali_varyings::varyings;

varyings! {
    static CUBE: registers = 8, rules = stict;
    vec2 uv;
}

fn main() {}
