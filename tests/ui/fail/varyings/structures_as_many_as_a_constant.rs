use mali_varyings::varyings;

const LIGHTS: u32 = 2;

varyings! {
    static CUBE: memory = linked;
    struct Light { vec3 direction; };
    Light lights[LIGHTS];
}

fn main() {}
