use mali_varyings::varyings;

varyings! {
    static CUBE: registers = 8;
    #[cfg(any())]
    vec2 uv;
}

fn main() {}
