//! The crate under another name, and another item under the crate's own name.

extern crate mali_instancing as gpu;

mod mali_instancing {}

fn main() {
    let descriptor = gpu::instanced_attr!(vertices = 70, divisor = 3, stride = 64);
    assert_eq!(descriptor.words()[5], 0x17b4_25ed);
}
