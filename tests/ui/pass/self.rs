//! Arguments that contain `Self`.

use mali_instancing::{AttributeBuffer, instanced_attr};

struct Cube;

impl Cube {
    const VERTICES: u32 = 70;

    const ROW: AttributeBuffer = instanced_attr!(vertices = Self::VERTICES, divisor = 3, stride = 64);

    fn row() -> AttributeBuffer {
        instanced_attr!(vertices = (Self::VERTICES), divisor = 3, stride = 64)
    }
}

trait Mesh {
    const VERTICES: u32;

    fn row() -> AttributeBuffer {
        instanced_attr!(vertices = Self::VERTICES, divisor = 3, stride = 64)
    }
}

impl Mesh for Cube {
    const VERTICES: u32 = 70;
}

fn main() {
    let expected = [4, 0x2700_0000, 64, 0, 0x20, 0x17b4_25ed, 0, 3];
    assert_eq!(Cube::ROW.words(), expected);
    assert_eq!(Cube::row().words(), expected);
    assert_eq!(<Cube as Mesh>::row().words(), expected);
}
