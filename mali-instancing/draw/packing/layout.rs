use core::ops::Range;

use super::attribute::INSTANCE_ID;
use super::words::{BUFFER_WORDS, DESCRIPTOR_WORDS};
use crate::arch::Arch;
use crate::draw::definition::Pipeline;
use crate::draw::error::DrawError;
use crate::draw::parts::{AttributeSource, VertexAttribute};
use crate::padded_count::PaddedCount;
use crate::thread_count::ThreadCount;

/// The largest number of buffers of a draw.
pub(in crate::draw) const MAX_BUFFERS: usize = 32;

/// The positions of a draw's tables in the words that were written. Words after the tables may be written too, up to
/// the length that any draw needs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Tables {
    /// The table of buffers. The hardware requires it to be aligned to 64 bytes.
    pub buffers: Range<usize>,
    /// The table of attributes, right after it.
    pub attributes: Range<usize>,
    /// The number of descriptors in the table of buffers, all of them. On V4 to V7 they have four words, and from
    /// V9 on eight.
    pub buffer_descriptors: usize,
    /// The number of descriptors in the table of attributes, all of them, of
    /// [`Arch::attribute_words`](crate::Arch::attribute_words) each.
    pub attribute_descriptors: usize,
    /// The padded vertex count of the draw; `None` from V9 on, where nothing is padded.
    pub padded_vertices: Option<PaddedCount>,
}

/// The lengths of a draw's tables, and the descriptors after those of the buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::draw) struct Layout {
    pub(in crate::draw) buffers: u32,
    pub(in crate::draw) attributes: u32,
    /// The length of both tables, in words, or the largest length.
    pub(in crate::draw) words_needed: u32,
    /// The number of the first attribute that is the instance ID.
    pub(in crate::draw) instance_id: Option<u32>,
    /// The number of descriptors after those of the buffers.
    pub(in crate::draw) trailing_descriptors: u16,
    /// The number of the driver's own descriptors after those of the attributes.
    pub(in crate::draw) reserved_attributes: u16,
    pub(in crate::draw) vertex_id: bool,
    pub(in crate::draw) needs_null_terminator: bool,
    pub(in crate::draw) has_attribute_buffers: bool,
}

/// The numbers of words of a descriptor in each table.
// Callers of one family of architectures pass a constant, so that lengths are multiplied by constants.
#[derive(Clone, Copy)]
pub(in crate::draw) struct DescriptorWords {
    buffer: usize,
    attribute: usize,
}

impl DescriptorWords {
    pub(in crate::draw) const V4_TO_V7: Self = Self {
        buffer: DESCRIPTOR_WORDS,
        attribute: 2,
    };
    pub(in crate::draw) const FROM_V9: Self = Self {
        buffer: BUFFER_WORDS,
        attribute: 8,
    };

    pub(in crate::draw) const fn of(arch: Arch) -> Self {
        if arch.has_attribute_buffers() {
            Self::V4_TO_V7
        } else {
            Self::FROM_V9
        }
    }
}

impl Layout {
    /// The layout of a checked pipeline.
    #[inline]
    pub(in crate::draw) const fn new(
        pipeline: &Pipeline,
        buffers: usize,
        attributes: &[VertexAttribute],
    ) -> Result<Self, DrawError> {
        let (mut vertex_id, mut instance_id) = (false, None);
        let mut attribute = 0;
        // On other architectures an ID is an error, which `AttributePacker` finds with its attribute.
        while pipeline.arch.has_id_descriptors() && attribute < attributes.len() {
            match attributes[attribute].source {
                AttributeSource::VertexId => vertex_id = true,
                AttributeSource::InstanceId if instance_id.is_none() => {
                    // The first one, which an error names. All attributes of an ID share one descriptor.
                    instance_id = Some(attribute as u32);
                }
                AttributeSource::Buffer(_) | AttributeSource::InstanceId => {}
            }
            attribute += 1;
        }
        if buffers > MAX_BUFFERS {
            return Err(DrawError::TooManyBuffers {
                buffers,
                maximum: MAX_BUFFERS,
            });
        }
        let needs_null_terminator = pipeline.arch.needs_null_terminator();
        let mut layout = Self {
            buffers: buffers as u32,
            attributes: attributes.len() as u32,
            words_needed: 0,
            instance_id,
            trailing_descriptors: pipeline.reserved_buffers as u16,
            reserved_attributes: pipeline.reserved_attributes as u16,
            vertex_id,
            needs_null_terminator,
            has_attribute_buffers: pipeline.arch.has_attribute_buffers(),
        };
        // Their order in the table: IDs, the driver's own descriptors, and last the null terminator.
        layout.trailing_descriptors += layout.own_trailing_descriptors();
        layout.words_needed = layout.tables_needed().attributes.end as u32;
        Ok(layout)
    }

    /// The number of descriptors after those of the buffers, without the driver's own.
    #[inline]
    pub(in crate::draw) const fn own_trailing_descriptors(&self) -> u16 {
        // On V4 and V5 at most two, on V6 and V7 one, and from V9 on none.
        self.vertex_id as u16
            + self.instance_id.is_some() as u16
            + self.needs_null_terminator as u16
    }

    /// The length of both tables, in words. If it depends on the counts, the largest length.
    #[inline]
    pub(in crate::draw) const fn words_needed(&self) -> usize {
        self.words_needed as usize
    }

    /// The tables at their largest length.
    #[inline]
    pub(in crate::draw) const fn tables_needed(&self) -> Tables {
        if self.has_attribute_buffers() {
            // Gaps take no more: after n buffers the next index is at most 2n, and rounded up to an even index it still
            // is.
            self.tables_after(2 * self.buffers, DescriptorWords::V4_TO_V7, None)
        } else {
            self.tables_after(self.buffers, DescriptorWords::FROM_V9, None)
        }
    }

    #[inline]
    pub(in crate::draw) const fn has_attribute_buffers(&self) -> bool {
        match Arch::BUILD_HAS_ATTRIBUTE_BUFFERS {
            Some(all_have) => all_have,
            None => self.has_attribute_buffers,
        }
    }

    #[inline]
    pub(in crate::draw) const fn has_ids(&self) -> bool {
        Arch::BUILD_HAS_ID_DESCRIPTORS && (self.vertex_id || self.instance_id.is_some())
    }

    /// Checks that the instance ID is right: in a draw of one instance it is 0 only for linear ids below
    /// 2^31.
    #[inline]
    pub(in crate::draw) const fn check_instance_id(
        &self,
        thread_count: ThreadCount,
        vertices: u32,
    ) -> Result<(), DrawError> {
        match self.instance_id {
            // See `NOT_INSTANCED_DIVISION`. With several instances the division is exact for every id.
            Some(attribute) if !thread_count.is_instanced() && vertices > 1 << 31 => {
                Err(DrawError::InstanceId {
                    attribute: attribute as usize,
                    vertices,
                })
            }
            _ => Ok(()),
        }
    }

    /// The index of an ID's descriptor, after `buffer_descriptors` descriptors of buffers.
    #[inline]
    pub(in crate::draw) const fn id_index(&self, id: u32, buffer_descriptors: u32) -> u32 {
        match id {
            INSTANCE_ID => buffer_descriptors + self.vertex_id as u32,
            _ => buffer_descriptors,
        }
    }

    /// The tables of a draw whose buffers have `buffer_descriptors` descriptors.
    #[inline]
    pub(in crate::draw) const fn tables_after(
        &self,
        buffer_descriptors: u32,
        DescriptorWords { buffer, attribute }: DescriptorWords,
        padded_vertices: Option<PaddedCount>,
    ) -> Tables {
        let buffer_descriptors = buffer_descriptors as usize + self.trailing_descriptors as usize;
        let attribute_descriptors = self.attributes as usize + self.reserved_attributes as usize;
        let end = buffer_descriptors * buffer;
        Tables {
            buffers: 0..end,
            attributes: end..end + attribute_descriptors * attribute,
            buffer_descriptors,
            attribute_descriptors,
            padded_vertices,
        }
    }
}
