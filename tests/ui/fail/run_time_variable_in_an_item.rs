use mali_instancing::instanced_attr;

fn pack(count: usize, step: u32) {
    instanced_attr! {
        static ROWS: vertices = 2 * count as u32, stride = step;
    }
}

fn main() {
    pack(70, 64);
}
