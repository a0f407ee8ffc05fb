use mali_varyings::varyings;

fn pack(count: u32) {
    varyings! {
        static CUBE: registers = count;
        vec2 uv;
    }
}

fn main() {
    pack(8);
}
