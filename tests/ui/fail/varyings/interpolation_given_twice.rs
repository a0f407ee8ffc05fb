use mali_varyings::varyings;

varyings! {
    static CUBE: registers = 8;
    flat smooth vec2 uv;
}

fn main() {}
