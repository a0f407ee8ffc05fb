//! The draws of an application.

use mali_buffers::{ApplicationDraw, ElementArray, IndexType};
use mali_instancing::draw::IndexBounds;

use super::source::mali_inst_data_source;
use crate::abi::failure::Failure;
use crate::abi::growth::growing;

growing! {
    mali_inst_planned_draw: a b c d;
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
