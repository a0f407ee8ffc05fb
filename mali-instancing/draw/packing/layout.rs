use core::ops::Range;

use super::placement::Placement;
use super::words::{BUFFER_WORDS, DESCRIPTOR_WORDS};
use crate::descriptor::Attribute;
use crate::draw::definition::Pipeline;
use crate::draw::error::DrawError;
use crate::draw::parts::{AttributeSource, VertexAttribute};
use crate::draw::table_layout::TableLayout;
use crate::padded_count::PaddedCount;
use crate::thread_count::ThreadCount;

/// Where the tables of a draw lie among the words that were written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Tables {
    /// The table of buffers. The hardware wants it aligned to 64 bytes.
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

/// How long a draw's tables are, and which descriptors are after those of the buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::draw) struct Layout {
    pub(in crate::draw) buffers: usize,
    pub(in crate::draw) attributes: usize,
    of_table: TableLayout,
    /// The descriptors of buffers, at most: two a buffer on V4 to V7.
    buffer_descriptors: usize,
    /// Those after them.
    trailing_descriptors: usize,
    /// With those of the driver's own.
    attribute_descriptors: usize,
    /// The words of a descriptor.
    buffer_words: usize,
    attribute_words: usize,
    pub(in crate::draw) vertex_id: bool,
    /// The first attribute that is the instance ID.
    pub(in crate::draw) instance_id: Option<usize>,
    /// The length of both tables, in words, at most.
    words_needed: usize,
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
                    instance_id = Some(attribute);
                }
                AttributeSource::Buffer(_) | AttributeSource::InstanceId => {}
            }
            attribute += 1;
        }
        Self::with_ids(pipeline, buffers, attributes.len(), vertex_id, instance_id)
    }

    /// Of so many attributes, among which are those IDs.
    #[inline]
    pub(in crate::draw) const fn with_ids(
        pipeline: &Pipeline,
        buffers: usize,
        attributes: usize,
        vertex_id: bool,
        instance_id: Option<usize>,
    ) -> Result<Self, DrawError> {
        let arch = pipeline.arch;
        let mut layout = Self {
            buffers,
            attributes,
            of_table: pipeline.layout,
            buffer_descriptors: buffers,
            trailing_descriptors: 0,
            attribute_descriptors: attributes + pipeline.reserved_attributes as usize,
            buffer_words: BUFFER_WORDS,
            attribute_words: arch.attribute_words(),
            vertex_id,
            instance_id,
            words_needed: 0,
        };
        let ids = layout.vertex_id as usize + layout.has_instance_id() as usize;
        let trailing = ids + pipeline.reserved_buffers as usize;
        let maximum;
        if arch.has_attribute_buffers() {
            // As many as an attribute's index can name.
            maximum = (Attribute::MAX_BUFFER_INDEX as usize + 1 - trailing) / 2;
            let terminator = arch.needs_null_terminator() as usize;
            layout.buffer_descriptors = buffers.saturating_mul(2);
            layout.trailing_descriptors = trailing + terminator;
            layout.buffer_words = DESCRIPTOR_WORDS;
        } else {
            // As many as a slice of the table's words can have.
            maximum = isize::MAX as usize / size_of::<[u32; BUFFER_WORDS]>() - trailing;
            layout.trailing_descriptors = trailing;
        }
        if buffers > maximum {
            return Err(DrawError::TooManyBuffers { buffers, maximum });
        }
        layout.words_needed = layout.tables_needed().attributes.end;
        Ok(layout)
    }

    /// The length of both tables, in words: at most, where it depends on the counts.
    pub(in crate::draw) const fn words_needed(&self) -> usize {
        self.words_needed
    }

    /// The tables where they are longest.
    pub(in crate::draw) const fn tables_needed(&self) -> Tables {
        self.tables_after(self.buffer_descriptors, None)
    }

    pub(in crate::draw) const fn has_ids(&self) -> bool {
        self.vertex_id || self.has_instance_id()
    }

    pub(in crate::draw) const fn has_instance_id(&self) -> bool {
        self.instance_id.is_some()
    }

    /// Checks that the instance's ID is right in a draw: in one of one instance it is 0 for small linear ids
    /// only.
    #[inline]
    pub(in crate::draw) const fn check_instance_id(
        &self,
        thread_count: ThreadCount,
        vertices: u32,
    ) -> Result<(), DrawError> {
        match self.instance_id {
            Some(attribute) if !thread_count.is_instanced() && vertices > 1 << 31 => {
                Err(DrawError::InstanceId {
                    attribute,
                    vertices,
                })
            }
            _ => Ok(()),
        }
    }

    pub(in crate::draw) const fn placement(&self) -> Placement {
        Placement::new(self.of_table)
    }

    /// The tables of a draw whose buffers have so many descriptors.
    #[inline]
    pub(in crate::draw) const fn tables_after(
        &self,
        buffer_descriptors: usize,
        padded_vertices: Option<PaddedCount>,
    ) -> Tables {
        let buffer_descriptors = buffer_descriptors + self.trailing_descriptors;
        let buffers = buffer_descriptors * self.buffer_words;
        Tables {
            buffers: 0..buffers,
            attributes: buffers..buffers + self.attribute_descriptors * self.attribute_words,
            buffer_descriptors,
            attribute_descriptors: self.attribute_descriptors,
            padded_vertices,
        }
    }

    /// The first of the words that were given: as many as the tables can take.
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

    /// The words of the buffers' descriptors, of those after them, and of the attributes.
    #[inline]
    pub(in crate::draw) fn split<'a>(
        &self,
        words: &'a mut [u32],
        tables: &Tables,
    ) -> [&'a mut [u32]; 3] {
        let (table, attributes) = words
            .split_at_mut_checked(tables.buffers.end)
            .unwrap_or_default();
        let trailing = self.trailing_descriptors * self.buffer_words;
        let (buffers, trailing) = table
            .split_at_mut_checked(tables.buffers.end - trailing)
            .unwrap_or_default();
        [buffers, trailing, attributes]
    }
}
