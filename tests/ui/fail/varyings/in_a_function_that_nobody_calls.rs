use mali_varyings::varyings;

pub fn nobody_calls_this() {
    varyings! {
        const CUBE: registers = 1, rules = chosen;
        flat vec4 color;
        vec2 uv;
    }
}

fn main() {}
