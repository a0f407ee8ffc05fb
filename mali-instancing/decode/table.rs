use super::descriptor::{Decoded, Descriptor, Kind};
use crate::arch::Arch;
use crate::descriptor::{
    Attribute, AttributeBuffer, Buffer, DecodeError, DecodeErrorKind, Draw, FieldValue, InstanceId,
    Invocation, ValhallAttribute, VertexId,
};

/// The types of descriptors that a table of buffers can have on V4 and V5.
const TABLE_TYPES: &[FieldValue] = &[
    AttributeBuffer::TYPE.value(AttributeBuffer::LINEAR),
    AttributeBuffer::TYPE.value(AttributeBuffer::POT_DIVISOR),
    AttributeBuffer::TYPE.value(AttributeBuffer::MODULUS),
    AttributeBuffer::TYPE.value(AttributeBuffer::NPOT_DIVISOR),
    VertexId::TYPE.value(VertexId::VERTEX_ID),
    InstanceId::TYPE.value(InstanceId::INSTANCE_ID),
];

/// Words of descriptors of one kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table<'a> {
    pub(super) arch: Arch,
    pub(super) kind: Kind,
    pub(super) words: &'a [u32],
}

impl Table<'_> {
    /// The number of words from one descriptor number to the next: the length of the shortest descriptor.
    pub(super) const fn descriptor_words(&self) -> usize {
        match self.kind {
            Kind::Buffers if self.arch.has_attribute_buffers() => 4,
            Kind::Buffers => 8,
            Kind::Attributes => self.arch.attribute_words(),
            Kind::Draw | Kind::Invocation => 2,
        }
    }

    /// The descriptor that begins at a word.
    pub(super) fn decode(&self, word: usize) -> Result<Decoded, DecodeError> {
        let Some(rest) = self.words.get(word..) else {
            let missing = (word - self.words.len()).saturating_add(self.descriptor_words());
            let kind = DecodeErrorKind::Truncated { missing };
            // At the end of the table: the word itself does not exist.
            return Err(DecodeError::new(&[], 0, kind).at(self.words.len()));
        };
        match self.decode_first(rest, word) {
            Ok((length, descriptor)) => Ok(Decoded {
                word,
                length,
                descriptor,
            }),
            Err(error) => Err(error.at(word)),
        }
    }

    /// The descriptor that `rest` begins with, and its length. `rest` begins at `word`.
    fn decode_first(&self, rest: &[u32], word: usize) -> Result<(usize, Descriptor), DecodeError> {
        let has_attribute_buffers = self.arch.has_attribute_buffers();
        match self.kind {
            Kind::Buffers if has_attribute_buffers => self.decode_attribute_buffer(rest, word),
            Kind::Attributes if has_attribute_buffers => {
                Ok((2, Descriptor::Attribute(Attribute::decode(take(rest)?))))
            }
            // From V9 on. The decoders refuse zeros, which drivers write into gaps.
            Kind::Buffers | Kind::Attributes if take(rest)? == [0; 8] => Ok((8, Descriptor::Empty)),
            Kind::Buffers => Ok((
                8,
                Descriptor::Buffer(Buffer::decode(self.arch, take(rest)?)?),
            )),
            Kind::Attributes => Ok((
                8,
                Descriptor::ValhallAttribute(ValhallAttribute::decode(take(rest)?)?),
            )),
            Kind::Draw | Kind::Invocation if !has_attribute_buffers => Err(DecodeError::new(
                &[],
                0,
                DecodeErrorKind::Arch { arch: self.arch },
            )),
            Kind::Draw => Ok((2, Descriptor::Draw(Draw::decode(take(rest)?)?))),
            Kind::Invocation => Ok((2, Descriptor::Invocation(Invocation::decode(take(rest)?)?))),
        }
    }

    fn decode_attribute_buffer(
        &self,
        rest: &[u32],
        word: usize,
    ) -> Result<(usize, Descriptor), DecodeError> {
        // Only one type has eight words, and a table may end after four of any other.
        let words: [u32; 4] = take(rest)?;
        let [first, second, third, fourth] = words;
        let has_built_in_ids = self.arch.has_id_descriptors();
        match AttributeBuffer::TYPE.read(&words) {
            0 => match words.iter().position(|word| *word != 0) {
                None => Ok((4, Descriptor::Empty)),
                Some(word) => Err(DecodeError::reserved_bits(&words, word, u32::MAX)),
            },
            AttributeBuffer::NPOT_DIVISOR if word / 4 % 2 == 1 => {
                Err(DecodeError::new(&words, 0, DecodeErrorKind::OddDescriptor))
            }
            AttributeBuffer::NPOT_DIVISOR => {
                let fields = AttributeBuffer::decode(take(rest)?)?;
                Ok((8, Descriptor::AttributeBuffer(fields)))
            }
            VertexId::VERTEX_ID if has_built_in_ids => {
                Ok((4, Descriptor::VertexId(VertexId::decode(words)?)))
            }
            InstanceId::INSTANCE_ID if has_built_in_ids => {
                Ok((4, Descriptor::InstanceId(InstanceId::decode(words)?)))
            }
            _ => {
                // The next four words are those of another descriptor.
                let words = [first, second, third, fourth, 0, 0, 0, 0];
                match AttributeBuffer::decode(words) {
                    Ok(fields) => Ok((4, Descriptor::AttributeBuffer(fields))),
                    // An unknown type: on V4 and V5 the types of IDs are allowed, too.
                    Err(DecodeError {
                        kind: DecodeErrorKind::Value { field, .. },
                        ..
                    }) if has_built_in_ids => Err(DecodeError::value(&words, field, TABLE_TYPES)),
                    Err(error) => Err(error),
                }
            }
        }
    }

    /// The length, in words, of the invalid descriptor that begins at `word`, as far as its words show it.
    pub(super) fn refused_words(&self, word: usize) -> usize {
        let rest = self.words.get(word..).unwrap_or_default();
        // Both types show the pair. With one of them wrong, the next descriptor may begin after four words.
        let has_continuation = rest.first_chunk().is_some_and(|words: &[u32; 8]| {
            AttributeBuffer::TYPE.read(words) == AttributeBuffer::NPOT_DIVISOR
                && AttributeBuffer::CONTINUATION_TYPE.read(words) == AttributeBuffer::CONTINUATION
        });
        match self.kind {
            Kind::Buffers if self.arch.has_attribute_buffers() && has_continuation => 8,
            _ => self.descriptor_words().min(rest.len()),
        }
    }
}

/// The words of the descriptor that `rest` begins with.
fn take<const LENGTH: usize>(rest: &[u32]) -> Result<[u32; LENGTH], DecodeError> {
    match rest.first_chunk() {
        Some(words) => Ok(*words),
        None => {
            let kind = DecodeErrorKind::Truncated {
                missing: LENGTH - rest.len(),
            };
            Err(DecodeError::new(rest, rest.len(), kind))
        }
    }
}
