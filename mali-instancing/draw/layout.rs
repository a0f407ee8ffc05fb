use super::call::DrawCall;
use super::error::DrawError;
use super::parts::{Source, VertexAttribute};
use crate::arch::Arch;
use crate::descriptor::{Attribute, InstanceId, VertexId};
use crate::dispatch::Dispatch;

/// How long a draw's tables are, and which records stand behind those of the buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Layout {
    arch: Arch,
    buffers: usize,
    attributes: usize,
    vertex_id: bool,
    instance_id: bool,
}

pub(super) const BUFFER_WORDS: usize = 8;
pub(super) const RECORD_WORDS: usize = 4;

impl Layout {
    pub(super) const fn new(
        arch: Arch,
        buffers: usize,
        attributes: &[VertexAttribute],
    ) -> Result<Self, DrawError> {
        let mut layout = Self {
            arch,
            buffers,
            attributes: attributes.len(),
            vertex_id: false,
            instance_id: false,
        };
        let mut attribute = 0;
        while attribute < attributes.len() {
            match attributes[attribute].source {
                Source::Buffer(buffer) if buffer >= buffers => {
                    return Err(DrawError::UnknownBuffer {
                        attribute,
                        buffer,
                        buffers,
                    });
                }
                Source::Buffer(_) => {}
                Source::VertexId | Source::InstanceId if !arch.has_built_in_id_records() => {
                    return Err(DrawError::BuiltInId { attribute, arch });
                }
                Source::VertexId => layout.vertex_id = true,
                Source::InstanceId => layout.instance_id = true,
            }
            attribute += 1;
        }
        match layout.check_buffers() {
            Ok(()) => Ok(layout),
            Err(error) => Err(error),
        }
    }

    const fn check_buffers(self) -> Result<(), DrawError> {
        let (buffers, maximum) = (self.buffers, self.most_buffers());
        if buffers > maximum {
            Err(DrawError::TooManyBuffers { buffers, maximum })
        } else {
            Ok(())
        }
    }

    /// As many as an attribute's index can name, with the vertex and instance ID behind them.
    const fn most_buffers(self) -> usize {
        if self.arch.has_attribute_buffers() {
            let records = Attribute::MAX_BUFFER_INDEX as usize + 1;
            (records - self.vertex_id as usize - self.instance_id as usize) / 2
        } else {
            // As many as a slice of the table's words can have.
            isize::MAX as usize / size_of::<[u32; BUFFER_WORDS]>()
        }
    }

    /// The length of both tables, in words.
    pub(super) const fn words_needed(self) -> usize {
        self.buffer_table_words() + self.attributes * self.arch.attribute_words()
    }

    /// The length of the table of buffers, in words.
    pub(super) const fn buffer_table_words(self) -> usize {
        self.buffers * BUFFER_WORDS + self.trailing_record_count() * RECORD_WORDS
    }

    /// How many records stand behind those of the buffers.
    pub(super) const fn trailing_record_count(self) -> usize {
        let closing_record = matches!(self.arch, Arch::V6 | Arch::V7);
        self.vertex_id as usize + self.instance_id as usize + closing_record as usize
    }

    /// The buffer index of an attribute.
    pub(super) const fn buffer_index(self, source: Source) -> u32 {
        let index = match source {
            Source::Buffer(buffer) if !self.arch.has_attribute_buffers() => buffer,
            Source::Buffer(buffer) => 2 * buffer,
            Source::VertexId => 2 * self.buffers,
            Source::InstanceId => 2 * self.buffers + self.vertex_id as usize,
        };
        index as u32
    }

    /// The records behind those of the buffers: at most two. The closing record and those that are not
    /// used are zeros.
    pub(super) const fn trailing_records(
        self,
        call: &DrawCall,
        dispatch: Dispatch,
    ) -> [[u32; RECORD_WORDS]; 2] {
        let mut records = [[0; RECORD_WORDS]; 2];
        if self.vertex_id {
            records[0] = VertexId::new(dispatch).words();
        }
        if self.instance_id {
            records[self.vertex_id as usize] = InstanceId::new(dispatch, call.rounding).words();
        }
        records
    }
}
