use mali_varyings::varyings;

varyings! {
    static CUBE: registers = 8;
    centroid sample vec2 uv;
}

fn main() {}
