use mali_varyings::varyings;

varyings! {
    registers = 8;
    vec2 uv;
}

fn main() {}
