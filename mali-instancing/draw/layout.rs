use core::ops::Range;

use super::call::DrawCall;
use super::error::DrawError;
use super::parts::{AttributeSource, VertexAttribute};
use crate::arch::Arch;
use crate::descriptor::Attribute;
use crate::thread_count::ThreadCount;

/// Where the tables of a draw lie among the words that were written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Tables {
    /// The table of buffers. The hardware wants it aligned to 64 bytes.
    pub buffers: Range<usize>,
    /// The table of attributes, right after it.
    pub attributes: Range<usize>,
}

/// How long a draw's tables are, and which descriptors are after those of the buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Layout {
    pub(super) buffers: usize,
    attribute_table_words: usize,
    pub(super) vertex_id: bool,
    pub(super) instance_id: bool,
    null_terminator: bool,
}

pub(super) const BUFFER_WORDS: usize = 8;
pub(super) const DESCRIPTOR_WORDS: usize = 4;

impl Layout {
    pub(super) const fn new(
        arch: Arch,
        buffers: usize,
        attributes: &[VertexAttribute],
    ) -> Result<Self, DrawError> {
        let mut layout = Self {
            buffers,
            attribute_table_words: attributes.len() * arch.attribute_words(),
            vertex_id: false,
            instance_id: false,
            null_terminator: arch.needs_null_terminator(),
        };
        let mut attribute = 0;
        while arch.has_id_descriptors() && attribute < attributes.len() {
            match attributes[attribute].source {
                AttributeSource::Buffer(_) => {}
                AttributeSource::VertexId => layout.vertex_id = true,
                AttributeSource::InstanceId => layout.instance_id = true,
            }
            attribute += 1;
        }
        let maximum = layout.most_buffers(arch);
        if buffers > maximum {
            Err(DrawError::TooManyBuffers { buffers, maximum })
        } else {
            Ok(layout)
        }
    }

    /// As many as an attribute's index can name, with the vertex and instance ID after them.
    const fn most_buffers(self, arch: Arch) -> usize {
        if arch.has_attribute_buffers() {
            let descriptors = Attribute::MAX_BUFFER_INDEX as usize + 1;
            (descriptors - self.vertex_id as usize - self.instance_id as usize) / 2
        } else {
            // As many as a slice of the table's words can have.
            isize::MAX as usize / size_of::<[u32; BUFFER_WORDS]>()
        }
    }

    /// The length of both tables, in words.
    pub(super) const fn words_needed(self) -> usize {
        self.buffer_table_words() + self.attribute_table_words
    }

    /// The length of the table of buffers, in words.
    const fn buffer_table_words(self) -> usize {
        self.buffers * BUFFER_WORDS + self.trailing_descriptor_count() * DESCRIPTOR_WORDS
    }

    /// How many descriptors are after those of the buffers.
    pub(super) const fn trailing_descriptor_count(self) -> usize {
        self.vertex_id as usize + self.instance_id as usize + self.null_terminator as usize
    }

    pub(super) const fn tables(self) -> Tables {
        let buffers = self.buffer_table_words();
        Tables {
            buffers: 0..buffers,
            attributes: buffers..self.words_needed(),
        }
    }

    /// Takes the first of the words that were given: those of the buffers, of the descriptors after
    /// them, and of the attributes.
    pub(super) fn split(self, words: &mut [u32]) -> Result<[&mut [u32]; 3], DrawError> {
        let (given, needed) = (words.len(), self.words_needed());
        let error = DrawError::OutputTooSmall { given, needed };
        let trailing = self.trailing_descriptor_count() * DESCRIPTOR_WORDS;
        let Some((buffers, rest)) = words.split_at_mut_checked(self.buffers * BUFFER_WORDS) else {
            return Err(error);
        };
        let Some((descriptors, rest)) = rest.split_at_mut_checked(trailing) else {
            return Err(error);
        };
        match rest.get_mut(..self.attribute_table_words) {
            Some(attributes) => Ok([buffers, descriptors, attributes]),
            None => Err(error),
        }
    }
}

/// The numbers that the tables of a draw are made by: its threads, and where descriptors are.
pub(super) const fn thread_count_and_layout(
    call: &DrawCall,
    buffers: usize,
    attributes: &[VertexAttribute],
) -> Result<(ThreadCount, Layout), DrawError> {
    if let Err(error) = call.check_resource_table() {
        return Err(DrawError::Draw(error));
    }
    let thread_count = match call.thread_count() {
        Ok(thread_count) => thread_count,
        Err(error) => return Err(DrawError::Draw(error)),
    };
    match Layout::new(call.arch, buffers, attributes) {
        Ok(layout) => Ok((thread_count, layout)),
        Err(error) => Err(error),
    }
}

/// Writes a descriptor to a place of its length.
#[inline]
pub(super) const fn set<const WORDS: usize>(words: &mut [u32], descriptor: [u32; WORDS]) {
    if let Some(words) = words.first_chunk_mut() {
        *words = descriptor;
    }
}
