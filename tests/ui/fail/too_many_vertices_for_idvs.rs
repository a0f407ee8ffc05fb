use mali_instancing::instanced_attr;

fn nobody_calls_this() {
    let _ = instanced_attr!(vertices = 0xdfff_fffd, idvs = true);
}

fn main() {}
