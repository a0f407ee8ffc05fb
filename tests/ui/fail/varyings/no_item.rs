use mali_instancing::varyings;

varyings! {
    registers = 8;
    vec2 uv;
}

fn main() {}
