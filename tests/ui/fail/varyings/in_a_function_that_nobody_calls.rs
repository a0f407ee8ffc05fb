use mali_varyings::varyings;

pub fn nobody_calls_this() {
    varyings! {
        const CUBE: registers = 1, rules = es300;
        flat vec4 color;
        vec2 uv;
    }
}

fn main() {}
