//! Attributes and draws, as an application states them.

use mali_buffers::{
    ApplicationDraw, Attribute, AttributeArray, ConstantValue, ElementArray, IndexType,
};
use mali_instancing::draw::IndexBounds;

use super::memory::mali_inst_data_source;
use crate::abi::failure::Failure;
use crate::enums::{self, mali_inst_rate};
use crate::format::{format, mali_inst_format};

/// Where an attribute of a planned draw has its values from: one of `MALI_INST_ATTRIBUTE_*`.
pub type mali_inst_attribute_kind = u32;

/// An array.
pub const MALI_INST_ATTRIBUTE_ARRAY: mali_inst_attribute_kind = 0;
/// The same four floats for all vertices.
pub const MALI_INST_ATTRIBUTE_FLOAT: mali_inst_attribute_kind = 1;
/// The same four signed integers for all vertices.
pub const MALI_INST_ATTRIBUTE_INT: mali_inst_attribute_kind = 2;
/// The same four unsigned integers for all vertices.
pub const MALI_INST_ATTRIBUTE_UINT: mali_inst_attribute_kind = 3;
/// The vertex's number. V4 and V5 only.
pub const MALI_INST_ATTRIBUTE_VERTEX_ID: mali_inst_attribute_kind = 4;
/// The instance's number. V4 and V5 only.
pub const MALI_INST_ATTRIBUTE_INSTANCE_ID: mali_inst_attribute_kind = 5;

/// An attribute as an application states it. What its kind does not need is not looked at.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_planned_attribute {
    /// Of an array, its first byte in the source.
    pub offset: u64,
    /// Where the values are from.
    pub kind: mali_inst_attribute_kind,
    /// Of an array, where its bytes are.
    pub source: mali_inst_data_source,
    /// Of an array, what its bytes mean.
    pub format: mali_inst_format,
    /// Of an array, the distance between elements in bytes; 0 where all read the element at `offset`.
    pub stride: u32,
    /// Of an array, what steps from one element to the next.
    pub rate: mali_inst_rate,
    /// With `MALI_INST_RATE_INSTANCE`, how many instances share an element.
    pub divisor: u32,
    /// Of a constant, the bits of its four components.
    pub constant: [u32; 4],
}

impl mali_inst_planned_attribute {
    pub(super) fn convert(&self, number: usize) -> Result<Attribute, Failure> {
        let constant = self.constant;
        Ok(match self.kind {
            MALI_INST_ATTRIBUTE_ARRAY => Attribute::Array(AttributeArray {
                source: self.source.convert(Some(number))?,
                format: format(self.format, number)?,
                stride: self.stride,
                offset: self.offset,
                rate: enums::rate(self.rate, self.divisor, number)?,
            }),
            MALI_INST_ATTRIBUTE_FLOAT => {
                Attribute::Constant(ConstantValue::Float(constant.map(f32::from_bits)))
            }
            MALI_INST_ATTRIBUTE_INT => Attribute::Constant(ConstantValue::Int(
                constant.map(|bits| i32::from_ne_bytes(bits.to_ne_bytes())),
            )),
            MALI_INST_ATTRIBUTE_UINT => Attribute::Constant(ConstantValue::Uint(constant)),
            MALI_INST_ATTRIBUTE_VERTEX_ID => Attribute::VertexId,
            MALI_INST_ATTRIBUTE_INSTANCE_ID => Attribute::InstanceId,
            kind => {
                return Err(Failure::value(
                    "kind of attribute",
                    Some(number),
                    kind,
                    "MALI_INST_ATTRIBUTE_*, 0 to 5,",
                ));
            }
        })
    }
}

/// A draw as an application states it. A field that is not set is 0, except `count` and `instances`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_planned_draw {
    /// Of an indexed draw, the first byte of its indices in their source.
    pub index_offset: u64,
    /// The number of vertices or indices.
    pub count: u32,
    /// The number of instances.
    pub instances: u32,
    /// The first vertex; of an indexed draw, not looked at.
    pub first: u32,
    /// The first instance.
    pub first_instance: u32,
    /// The size of an index: 1, 2 or 4 bytes; 0 where there are no indices.
    pub index_size: u32,
    /// Of an indexed draw, where its indices are.
    pub index_source: mali_inst_data_source,
    /// The number that is added to every index.
    pub base_vertex: i32,
    /// Not 0 where `restart_index` restarts a primitive.
    pub has_restart_index: u32,
    /// The index that does.
    pub restart_index: u32,
    /// Not 0 where the application says that no index is below `minimum_index` and none above `maximum_index`.
    pub has_index_bounds: u32,
    /// The smallest index.
    pub minimum_index: u32,
    /// The largest index.
    pub maximum_index: u32,
}

impl mali_inst_planned_draw {
    pub(super) fn convert(&self) -> Result<ApplicationDraw, Failure> {
        let draw = match self.index_size {
            0 => ApplicationDraw::arrays(self.first, self.count),
            size => ApplicationDraw::elements(ElementArray {
                source: self.index_source.convert(None)?,
                index_type: match size {
                    1 => IndexType::U8,
                    2 => IndexType::U16,
                    4 => IndexType::U32,
                    _ => return Err(Failure::value("index_size", None, size, "0, 1, 2 and 4")),
                },
                offset: self.index_offset,
                count: self.count,
                base_vertex: self.base_vertex,
                restart_index: (self.has_restart_index != 0).then_some(self.restart_index),
                bounds: (self.has_index_bounds != 0).then_some(IndexBounds {
                    minimum: self.minimum_index,
                    maximum: self.maximum_index,
                }),
            }),
        };
        let draw = draw.with_instances(self.instances);
        Ok(draw.with_first_instance(self.first_instance))
    }
}
