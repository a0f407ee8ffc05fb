use core::ops::Range;

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
    buffer_words: usize,
    trailing_words: usize,
    attribute_words: usize,
    pub(super) vertex_id: bool,
    /// The first attribute that is the instance ID.
    instance_id: Option<usize>,
}

pub(super) const BUFFER_WORDS: usize = 8;
pub(super) const DESCRIPTOR_WORDS: usize = 4;

impl Layout {
    #[inline]
    pub(super) const fn new(
        arch: Arch,
        buffers: usize,
        attributes: &[VertexAttribute],
    ) -> Result<Self, DrawError> {
        let mut layout = Self {
            buffers,
            buffer_words: buffers.saturating_mul(BUFFER_WORDS),
            trailing_words: 0,
            attribute_words: attributes.len() * arch.attribute_words(),
            vertex_id: false,
            instance_id: None,
        };
        let mut attribute = 0;
        while arch.has_id_descriptors() && attribute < attributes.len() {
            match attributes[attribute].source {
                AttributeSource::VertexId => layout.vertex_id = true,
                AttributeSource::InstanceId if layout.instance_id.is_none() => {
                    layout.instance_id = Some(attribute);
                }
                AttributeSource::Buffer(_) | AttributeSource::InstanceId => {}
            }
            attribute += 1;
        }
        let ids = layout.vertex_id as usize + layout.has_instance_id() as usize;
        layout.trailing_words = (ids + arch.needs_null_terminator() as usize) * DESCRIPTOR_WORDS;
        let maximum = most_buffers(arch, ids);
        if buffers > maximum {
            Err(DrawError::TooManyBuffers { buffers, maximum })
        } else {
            Ok(layout)
        }
    }

    /// The length of both tables, in words.
    pub(super) const fn words_needed(&self) -> usize {
        self.buffer_words + self.trailing_words + self.attribute_words
    }

    pub(super) const fn has_ids(&self) -> bool {
        self.vertex_id || self.has_instance_id()
    }

    pub(super) const fn has_instance_id(&self) -> bool {
        self.instance_id.is_some()
    }

    /// Checks that the instance's ID is right in a draw: in one of one instance it is 0 for small linear ids
    /// only.
    #[inline]
    pub(super) const fn check_instance_id(
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

    /// The index of the descriptor of an ID, after those of the buffers.
    pub(super) const fn index_of_id(&self, is_instance_id: bool) -> u32 {
        2 * self.buffers as u32 + (is_instance_id && self.vertex_id) as u32
    }

    #[inline]
    pub(super) const fn tables(&self) -> Tables {
        let buffers = self.buffer_words + self.trailing_words;
        Tables {
            buffers: 0..buffers,
            attributes: buffers..buffers + self.attribute_words,
        }
    }

    /// Takes the first of the words that were given: those of the buffers, of the descriptors after
    /// them, and of the attributes.
    #[inline]
    pub(super) fn split<'a>(&self, words: &'a mut [u32]) -> Result<[&'a mut [u32]; 3], DrawError> {
        let (given, needed) = (words.len(), self.words_needed());
        let error = DrawError::OutputTooSmall { given, needed };
        // Its parts are as long as it is; only the compiler does not know.
        let words = words.get_mut(..needed).ok_or(error)?;
        let (buffers, rest) = words.split_at_mut_checked(self.buffer_words).ok_or(error)?;
        let (trailing, attributes) = rest
            .split_at_mut_checked(self.trailing_words)
            .ok_or(error)?;
        Ok([buffers, trailing, attributes])
    }
}

/// As many buffers as an attribute's index can name, with the vertex and instance ID after them.
const fn most_buffers(arch: Arch, ids: usize) -> usize {
    if arch.has_attribute_buffers() {
        let descriptors = Attribute::MAX_BUFFER_INDEX as usize + 1;
        (descriptors - ids) / 2
    } else {
        // As many as a slice of the table's words can have.
        isize::MAX as usize / size_of::<[u32; BUFFER_WORDS]>()
    }
}

/// Writes a descriptor to a place of its length.
#[inline]
pub(super) const fn set<const WORDS: usize>(words: &mut [u32], descriptor: [u32; WORDS]) {
    if let Some(words) = words.first_chunk_mut() {
        *words = descriptor;
    }
}
