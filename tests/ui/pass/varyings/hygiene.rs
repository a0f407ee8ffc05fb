//! A user's types and constants may have any name.

#![allow(dead_code, non_camel_case_types, non_upper_case_globals)]

use mali_varyings::varyings;

struct usize;
struct u32;
struct bool;
struct Location;
struct Packing;
struct Option;
mod core {}

const registers: ::core::primitive::u32 = 8;

varyings! {
    static CUBE: registers = registers;
    vec3 normal;
    vec2 uv[registers / 4];
}

fn main() {
    // Three components are placed before two.
    assert_eq!(CUBE.placement(CubeVarying::Uv).register(), 1);
    assert_eq!(CUBE.placement(CubeVarying::Normal).register(), 0);
}
