use mali_instancing::instanced_attr;

fn nobody_calls_this() {
    let _ = instanced_attr!(vertices = 5_000_000_000);
    // The lower 32 bits are 0, which are no vertices: an error of the library, if it saw them.
    let _ = instanced_attr!(vertices = 2 * 0x1_0000_0000);
    let _ = instanced_attr!(vertices = 70, address = 0x1_0000_0000_0000_0000);
}

fn main() {}
