use std::num::NonZeroU32;

use mali_instancing::instanced_attr;

const SCALE: f32 = 3.0;
const WIDE: u128 = 3;
const VERTICES: usize = 70;

fn nobody_calls_this() {
    let _ = instanced_attr!(vertices = 70, divisor = SCALE);
    let _ = instanced_attr!(vertices = 70, divisor = WIDE);
    let _ = instanced_attr!(vertices = 70, divisor = NonZeroU32::MIN);
    let _ = instanced_attr!(vertices = VERTICES > 3);
}

fn main() {}
