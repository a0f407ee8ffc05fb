//! A user's constants may have any name.

#![allow(non_camel_case_types, non_upper_case_globals, dead_code)]

use mali_instancing::instanced_attr;

const __MALI_INSTANCING_DESCRIPTOR: u32 = 70;
const __MALI_INSTANCING_DESCRIPTOR_: u32 = 3;
const __mali_instancing_vertices: u32 = 70;
const __mali_instancing_divisor: u32 = 3;
const vertices: u32 = 70;
const divisor: u32 = 3;
const value: u32 = 64;
const padded: u32 = 0;
const mode: u32 = 0;
const error: u32 = 0;
const __private: u32 = 0;

struct AttributeBuffer;
struct Number;
struct Padding;

mod core {}
mod std {}

fn main() {
    let expected = [4, 0x2700_0000, 64, 0, 0x20, 0x17b4_25ed, 0, 3];
    let hidden = instanced_attr!(
        vertices = __MALI_INSTANCING_DESCRIPTOR,
        divisor = __MALI_INSTANCING_DESCRIPTOR_,
        stride = value
    );
    assert_eq!(hidden.words(), expected);
    let prefixed = instanced_attr!(
        vertices = __mali_instancing_vertices,
        divisor = __mali_instancing_divisor,
        stride = value
    );
    assert_eq!(prefixed.words(), expected);
    let keys = instanced_attr!(vertices = vertices, divisor = divisor, stride = value);
    assert_eq!(keys.words(), expected);
}
