use mali_varyings::varyings;


varyings! {
    static CUBE: memory = linked;
    struct Light { vec3 direction; };
    Light light;
    vec2 light_direction;
}

fn main() {}
