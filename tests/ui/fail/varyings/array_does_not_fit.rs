use mali_varyings::varyings;

const LENGTH: u32 = 17;

varyings! {
    static CUBE: registers = 8;
    vec4 color;
    smooth vec2 offsets[1 + LENGTH];
}

fn main() {}
