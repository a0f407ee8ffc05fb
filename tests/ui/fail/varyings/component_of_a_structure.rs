use mali_varyings::varyings;


varyings! {
    static CUBE: memory = linked;
    struct Light { vec3 direction; };
    layout(location = 2, component = 1) Light light;
}

fn main() {}
