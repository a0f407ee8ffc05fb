use mali_varyings::varyings;


varyings! {
    static CUBE: memory = linked;
    Surface { vec4 colour; out float depth; } surface;
}

fn main() {}
