//! A constant may have a name like a variable's, and the macro's test for that causes no warning.

#![deny(warnings)]

use mali_instancing::{instanced_attr, vertex_input};

#[allow(non_upper_case_globals)]
const rows: u32 = 35;
#[allow(non_upper_case_globals)]
const stride: usize = 12;
#[allow(non_upper_case_globals)]
const overlap: bool = false;

vertex_input! {
    static CUBE: arch = v7, vertices = 2 * rows, idvs = overlap;
    buffer mesh { stride = stride as u32 }
    attribute position: mesh { format = R32G32B32_SFLOAT, overlap = overlap }
}

fn main() {
    let buffer = instanced_attr!(vertices = (2 * rows), stride = stride as u32);
    assert_eq!(buffer.words()[..3], [3, 0x8300_0000, 12]);
    assert_eq!(CUBE.draw_words(), Some([0x0083_0000, 0]));
}
