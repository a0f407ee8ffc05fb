use core::ops::Range;

use super::attribute::INSTANCE_ID;
use super::words::{BUFFER_WORDS, DESCRIPTOR_WORDS};
use crate::arch::Arch;
use crate::descriptor::Attribute;
use crate::draw::definition::Pipeline;
use crate::draw::error::DrawError;
use crate::draw::parts::{AttributeSource, VertexAttribute};
use crate::padded_count::PaddedCount;
use crate::thread_count::ThreadCount;

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
    pub(in crate::draw) buffers: usize,
    pub(in crate::draw) attributes: usize,
    /// The length of both tables, in words, or the largest length.
    words_needed: usize,
    /// The tables of a draw that has one descriptor a buffer.
    one_each: Lengths,
    /// The number of the first attribute that is the instance ID.
    pub(in crate::draw) instance_id: Option<u32>,
    /// The number of descriptors after those of the buffers.
    pub(in crate::draw) trailing_descriptors: u16,
    /// The number of the driver's own descriptors after those of the attributes.
    reserved_attributes: u16,
    pub(in crate::draw) vertex_id: bool,
    has_attribute_buffers: bool,
}

/// The ends of tables, from which the next ones begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Lengths {
    buffer_words: usize,
    words: usize,
    buffer_descriptors: usize,
    attribute_descriptors: usize,
}

/// The numbers of words of a descriptor in each table.
#[derive(Clone, Copy)]
pub(in crate::draw) struct DescriptorWords {
    buffer: usize,
    attribute: usize,
}

impl Layout {
    #[inline]
    pub(in crate::draw) const fn new(
        pipeline: &Pipeline,
        buffers: usize,
        attributes: &[VertexAttribute],
    ) -> Result<Self, DrawError> {
        let (mut vertex_id, mut instance_id) = (false, None);
        let mut attribute = 0;
        while pipeline.arch.has_id_descriptors() && attribute < attributes.len() {
            match attributes[attribute].source {
                AttributeSource::VertexId => vertex_id = true,
                AttributeSource::InstanceId if instance_id.is_none() => {
                    instance_id = Some(attribute as u32);
                }
                AttributeSource::Buffer(_) | AttributeSource::InstanceId => {}
            }
            attribute += 1;
        }
        Self::with_ids(pipeline, buffers, attributes.len(), vertex_id, instance_id)
    }

    /// The layout for V4 to V7, with the number of attributes and the IDs among them.
    #[inline]
    pub(in crate::draw) const fn with_ids(
        pipeline: &Pipeline,
        buffers: usize,
        attributes: usize,
        vertex_id: bool,
        instance_id: Option<u32>,
    ) -> Result<Self, DrawError> {
        if !pipeline.arch.has_attribute_buffers() {
            return Self::from_v9(pipeline, buffers, attributes);
        }
        let ids = vertex_id as u32 + instance_id.is_some() as u32;
        let trailing = ids + pipeline.reserved_buffers;
        let terminator = pipeline.arch.needs_null_terminator() as u32;
        let layout = Self {
            buffers,
            attributes,
            words_needed: 0,
            one_each: Lengths::NONE,
            instance_id,
            trailing_descriptors: (trailing + terminator) as u16,
            reserved_attributes: pipeline.reserved_attributes as u16,
            vertex_id,
            has_attribute_buffers: true,
        };
        // The number of descriptors of buffers that an attribute's index can name.
        layout.of_at_most((Attribute::MAX_BUFFER_INDEX as usize + 1 - trailing as usize) / 2)
    }

    /// The layout for V9 and later.
    #[inline]
    pub(in crate::draw) const fn from_v9(
        pipeline: &Pipeline,
        buffers: usize,
        attributes: usize,
    ) -> Result<Self, DrawError> {
        let trailing = pipeline.reserved_buffers;
        let layout = Self {
            buffers,
            attributes,
            words_needed: 0,
            one_each: Lengths::NONE,
            instance_id: None,
            trailing_descriptors: trailing as u16,
            reserved_attributes: pipeline.reserved_attributes as u16,
            vertex_id: false,
            has_attribute_buffers: false,
        };
        // The largest number of descriptors in a slice of the table's words.
        let maximum = isize::MAX as usize / size_of::<[u32; BUFFER_WORDS]>();
        layout.of_at_most(maximum - trailing as usize)
    }

    /// The layout, if it has at most `maximum` buffers.
    #[inline]
    const fn of_at_most(mut self, maximum: usize) -> Result<Self, DrawError> {
        let buffers = self.buffers;
        if buffers > maximum {
            return Err(DrawError::TooManyBuffers { buffers, maximum });
        }
        self.words_needed = self.tables_needed().attributes.end;
        self.one_each = self.lengths_after(buffers, self.descriptor_words());
        Ok(self)
    }

    /// The length of both tables, in words. If it depends on the counts, the largest length.
    pub(in crate::draw) const fn words_needed(&self) -> usize {
        self.words_needed
    }

    /// The tables at their largest length.
    pub(in crate::draw) const fn tables_needed(&self) -> Tables {
        let most = if self.has_attribute_buffers() {
            2 * self.buffers
        } else {
            self.buffers
        };
        self.tables_after(most, self.descriptor_words(), None)
    }

    const fn has_attribute_buffers(&self) -> bool {
        match Arch::ONLY {
            Some(only) => only.has_attribute_buffers(),
            None => self.has_attribute_buffers,
        }
    }

    const fn descriptor_words(&self) -> DescriptorWords {
        if self.has_attribute_buffers() {
            DescriptorWords::V4_TO_V7
        } else {
            DescriptorWords::FROM_V9
        }
    }

    /// The tables of a draw that has one descriptor a buffer.
    #[inline(always)]
    pub(in crate::draw) const fn tables_of_one_each(
        &self,
        padded_vertices: Option<PaddedCount>,
    ) -> Tables {
        self.one_each.tables(padded_vertices)
    }

    pub(in crate::draw) const fn has_ids(&self) -> bool {
        match Arch::ONLY {
            Some(only) if !only.has_id_descriptors() => false,
            _ => self.vertex_id || self.has_instance_id(),
        }
    }

    pub(in crate::draw) const fn has_instance_id(&self) -> bool {
        self.instance_id.is_some()
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
    pub(in crate::draw) const fn id_index(&self, id: u32, buffer_descriptors: usize) -> usize {
        match id {
            INSTANCE_ID => buffer_descriptors + self.vertex_id as usize,
            _ => buffer_descriptors,
        }
    }

    /// The tables of a draw whose buffers have `buffer_descriptors` descriptors.
    #[inline]
    pub(in crate::draw) const fn tables_after(
        &self,
        buffer_descriptors: usize,
        descriptor_words: DescriptorWords,
        padded_vertices: Option<PaddedCount>,
    ) -> Tables {
        self.lengths_after(buffer_descriptors, descriptor_words)
            .tables(padded_vertices)
    }

    #[inline(always)]
    const fn lengths_after(
        &self,
        buffer_descriptors: usize,
        descriptor_words: DescriptorWords,
    ) -> Lengths {
        let DescriptorWords { buffer, attribute } = descriptor_words;
        let buffer_descriptors = buffer_descriptors + self.trailing_descriptors as usize;
        let attribute_descriptors = self.attributes + self.reserved_attributes as usize;
        let buffer_words = buffer_descriptors * buffer;
        Lengths {
            buffer_words,
            words: buffer_words + attribute_descriptors * attribute,
            buffer_descriptors,
            attribute_descriptors,
        }
    }

    /// The first of the given words: the number that the tables can need.
    #[inline]
    pub(in crate::draw) fn words_of<'a>(
        &self,
        words: &'a mut [u32],
    ) -> Result<&'a mut [u32], DrawError> {
        let (given, needed) = (words.len(), self.words_needed());
        words
            .get_mut(..needed)
            .ok_or(DrawError::OutputTooSmall { given, needed })
    }
}

impl Lengths {
    const NONE: Self = Self {
        buffer_words: 0,
        words: 0,
        buffer_descriptors: 0,
        attribute_descriptors: 0,
    };

    #[inline(always)]
    const fn tables(self, padded_vertices: Option<PaddedCount>) -> Tables {
        Tables {
            buffers: 0..self.buffer_words,
            attributes: self.buffer_words..self.words,
            buffer_descriptors: self.buffer_descriptors,
            attribute_descriptors: self.attribute_descriptors,
            padded_vertices,
        }
    }
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
