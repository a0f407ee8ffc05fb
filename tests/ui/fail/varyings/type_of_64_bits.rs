use mali_varyings::varyings;

varyings! {
    static CUBE: memory = linked;
    out dvec2 uv;
}

fn main() {}
