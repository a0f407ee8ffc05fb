//! The golden rows of `tests/vectors/`, and constants made of their inputs.

use mali_instancing::descriptor::AttributeFields;
use mali_instancing::{AttributeBuffer, instanced_attr, vertex_input};

pub struct AttributeBufferRow {
    pub vertices: u32,
    pub instances: u32,
    pub divisor: u32,
    pub nearest: bool,
    pub address: u64,
    pub stride: u32,
    pub size: u32,
    pub words: [u32; 8],
}

pub struct AttributeRow {
    pub fields: AttributeFields,
    pub words: [u32; 2],
}

pub struct BuiltInIdRow {
    pub vertex_id: bool,
    pub vertices: u32,
    pub instances: u32,
    pub nearest: bool,
    pub words: [u32; 4],
}

pub struct DrawRow {
    pub vertices: u32,
    pub instances: u32,
    pub offset_start: u32,
    pub words: [u32; 2],
}

pub struct InvocationRow {
    pub is_draw: bool,
    pub size: [u32; 3],
    pub workgroups: [u32; 3],
    pub words: [u32; 2],
}

pub struct ValhallAttributeRow {
    pub divisor: u32,
    pub nearest: bool,
    pub format: u32,
    pub stride: u32,
    pub offset: i32,
    pub buffer_index: u32,
    pub words: [u32; 8],
}

include!(concat!(env!("OUT_DIR"), "/golden.rs"));
