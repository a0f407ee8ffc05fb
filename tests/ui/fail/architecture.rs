use mali_instancing::{AttributeBuffer, instanced_attr};

static OF_V9: AttributeBuffer = instanced_attr!(vertices = 70, arch = v9);

instanced_attr! {
    static OF_V7: arch = v7, vertices = 70;
}

fn main() {}
