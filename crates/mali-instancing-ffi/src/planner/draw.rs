//! The attributes and draws of an application.

use mali_buffers::{
    ApplicationDraw, Attribute, AttributeArray, ConstantValue, ElementArray, IndexType,
};
use mali_instancing::draw::IndexBounds;

use super::source::mali_inst_data_source;
use crate::abi::failure::Failure;
use crate::abi::growth::{Growing, growing};
use crate::enums::{self, mali_inst_rate};
use crate::format::{format, mali_inst_format};

/// The source of the values of a planned attribute: one of `MALI_INST_ATTRIBUTE_*`.
pub type mali_inst_attribute_kind = u32;

/// An array.
pub const MALI_INST_ATTRIBUTE_ARRAY: mali_inst_attribute_kind = 0;
/// The same four floats for all vertices.
pub const MALI_INST_ATTRIBUTE_FLOAT: mali_inst_attribute_kind = 1;
/// The same four signed integers for all vertices.
pub const MALI_INST_ATTRIBUTE_INT: mali_inst_attribute_kind = 2;
/// The same four unsigned integers for all vertices.
pub const MALI_INST_ATTRIBUTE_UINT: mali_inst_attribute_kind = 3;
/// The vertex's number, counted from the draw's first vertex. V4 and V5 only.
pub const MALI_INST_ATTRIBUTE_VERTEX_ID: mali_inst_attribute_kind = 4;
/// The instance's number. V4 and V5 only.
pub const MALI_INST_ATTRIBUTE_INSTANCE_ID: mali_inst_attribute_kind = 5;

/// An attribute, as an application states it. Fields that its kind does not need are ignored.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_planned_attribute {
    /// The offset of an array in its source, in bytes.
    pub offset: u64,
    /// The source of the values.
    pub kind: mali_inst_attribute_kind,
    /// The place of an array's bytes.
    pub source: mali_inst_data_source,
    /// The format of an array's bytes.
    pub format: mali_inst_format,
    /// The distance between elements of an array, in bytes. If it is 0, all vertices and instances read the element at
    /// `offset`.
    pub stride: u32,
    /// The rate at which an array steps from one element to the next.
    pub rate: mali_inst_rate,
    /// The number of instances that share an element, with `MALI_INST_RATE_INSTANCE`.
    pub divisor: u32,
    /// The bits of the four components of a constant.
    pub constant: [u32; 4],
    /// Zeros, for fields of later versions.
    pub reserved: [u32; 4],
}

growing! {
    mali_inst_planned_attribute: a b c d;
    mali_inst_planned_draw: a b c d;
}

impl mali_inst_planned_attribute {
    pub(super) fn convert(&self, number: usize) -> Result<Attribute, Failure> {
        self.check("attributes", Some(number))?;
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

/// A draw, as an application states it. Every field except `count` and `instances` can be left at 0.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_planned_draw {
    /// The offset of the first index in its source, in bytes.
    pub index_offset: u64,
    /// The number of vertices or indices.
    pub count: u32,
    /// The number of instances.
    pub instances: u32,
    /// The first vertex. It is ignored if the draw has indices.
    pub first: u32,
    /// The first instance.
    pub first_instance: u32,
    /// The size of an index: 1, 2 or 4 bytes, or 0 if there are no indices.
    pub index_size: u32,
    /// The place of the indices.
    pub index_source: mali_inst_data_source,
    /// The number that is added to each index.
    pub base_vertex: i32,
    /// Whether `restart_index` restarts primitives: not 0 if it does.
    pub has_restart_index: u32,
    /// The index that restarts primitives.
    pub restart_index: u32,
    /// Whether the application states that no index is below `minimum_index` and none above `maximum_index`: not 0 if
    /// it does.
    pub has_index_bounds: u32,
    /// The smallest index.
    pub minimum_index: u32,
    /// The largest index.
    pub maximum_index: u32,
    /// Zeros, for fields of later versions.
    pub reserved: [u32; 4],
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
