use mali_varyings::varyings;


varyings! {
    static CUBE: memory = linked;
    struct Light { vec3 direction; vec4 rows[2]; };
    layout(location = 31) Light light;
}

fn main() {}
