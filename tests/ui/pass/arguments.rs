//! Every key, with every form of value.

use mali_instancing::instanced_attr;

#[repr(C)]
struct Row([f32; 16]);

const VERTICES: u32 = 70;

mod inner {
    pub const DIVISOR: u32 = 3;
}

macro_rules! row {
    ($vertices:expr, $divisor:literal) => {
        instanced_attr!(vertices = $vertices, divisor = $divisor, stride = 64)
    };
}

fn main() {
    let expected = [0x1000_0004, 0x2700_0000, 64, 6400, 0x20, 0x17b4_25ed, 0, 3];
    let all = instanced_attr!(
        idvs = false,
        rounding = round_down,
        padding = hardware,
        rate = instance,
        address = 0x1000_0000,
        size = 6_400,
        stride = size_of::<Row>() as u32,
        instances = { 10 * 10 },
        divisor = inner::DIVISOR,
        vertices = VERTICES
    );
    assert_eq!(all.words(), expected);
    assert_eq!(row!(35 * 2, 3).words()[5], 0x17b4_25ed);

    let padded = |descriptor: mali_instancing::AttributeBuffer| descriptor.words()[1] >> 24;
    assert_eq!(padded(instanced_attr!(vertices = 5)), 0x03);
    assert_eq!(padded(instanced_attr!(vertices = 5, padding = tight)), 0x40);
    assert_eq!(padded(instanced_attr!(vertices = 5, padding = mesa)), 0x40);
    assert_eq!(padded(instanced_attr!(vertices = 5, padding = tight, idvs = true)), 0x03);
    assert_eq!(padded(instanced_attr!(vertices = 5, padding = tight, idvs = 1 > 2)), 0x40);

    let one_instance = instanced_attr!(vertices = 5, divisor = 3, instances = 1, stride = 4);
    assert_eq!(one_instance.words(), [1, 0, 0, 0, 0, 0, 0, 0]);
    let constant = instanced_attr!(vertices = 5, rate = constant, stride = 4);
    assert_eq!(constant.words(), [1, 0, 0, 0, 0, 0, 0, 0]);
    let each = instanced_attr!(vertices = 5, rate = instance, stride = 4);
    assert_eq!(each, instanced_attr!(vertices = 5, divisor = 1, stride = 4));
    let vertex = instanced_attr!(vertices = 5, rate = vertex, stride = 4);
    assert_eq!(vertex, instanced_attr!(vertices = 5, stride = 4));
}
