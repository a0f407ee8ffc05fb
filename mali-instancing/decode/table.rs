use super::record::{Decoded, Kind, Record};
use crate::arch::Arch;
use crate::descriptor::{
    self, Attribute, AttributeBuffer, Buffer, DecodeError, Draw, Fault, FieldValue, InstanceId,
    Invocation, ValhallAttribute, VertexId,
};

const OTHER_DIVISOR: u32 = descriptor::OTHER_DIVISOR.number;
const CONTINUATION: u32 = descriptor::CONTINUATION.number;
const VERTEX_ID: u32 = descriptor::VERTEX_ID.number;
const INSTANCE_ID: u32 = descriptor::INSTANCE_ID.number;

/// The types of records that a table of buffers can have on V4 and V5.
const TABLE_TYPES: &[FieldValue] = &[
    descriptor::LINEAR,
    descriptor::POWER_OF_TWO_DIVISOR,
    descriptor::MODULUS,
    descriptor::OTHER_DIVISOR,
    descriptor::VERTEX_ID,
    descriptor::INSTANCE_ID,
];

/// Words that are records of one kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table<'a> {
    pub(super) arch: Arch,
    pub(super) kind: Kind,
    pub(super) words: &'a [u32],
}

impl Table<'_> {
    /// How many words the numbers of its records count: those of the shortest record.
    pub(super) const fn record_words(&self) -> usize {
        match self.kind {
            Kind::Buffers if self.arch.has_attribute_buffers() => 4,
            Kind::Buffers => 8,
            Kind::Attributes => self.arch.attribute_words(),
            Kind::Draw | Kind::Invocation => 2,
        }
    }

    /// The record that begins at a word.
    pub(super) fn decode(&self, word: usize) -> Result<Decoded, DecodeError> {
        let Some(rest) = self.words.get(word..) else {
            let missing = (word - self.words.len()).saturating_add(self.record_words());
            let fault = Fault::Truncated { missing };
            return Err(DecodeError::new(&[], 0, fault).at(self.words.len()));
        };
        match self.decode_first(rest, word) {
            Ok((length, record)) => Ok(Decoded {
                word,
                length,
                record,
            }),
            Err(error) => Err(error.at(word)),
        }
    }

    /// The record that `rest` begins with, and its length. `rest` begins at `word`.
    fn decode_first(&self, rest: &[u32], word: usize) -> Result<(usize, Record), DecodeError> {
        let has_attribute_buffers = self.arch.has_attribute_buffers();
        match self.kind {
            Kind::Buffers if has_attribute_buffers => self.decode_attribute_buffer(rest, word),
            Kind::Attributes if has_attribute_buffers => {
                Ok((2, Record::Attribute(Attribute::decode(take(rest)?))))
            }
            Kind::Buffers | Kind::Attributes if take(rest)? == [0; 8] => Ok((8, Record::Empty)),
            Kind::Buffers => Ok((8, Record::Buffer(Buffer::decode(self.arch, take(rest)?)?))),
            Kind::Attributes => Ok((
                8,
                Record::ValhallAttribute(ValhallAttribute::decode(take(rest)?)?),
            )),
            Kind::Draw | Kind::Invocation if !has_attribute_buffers => {
                Err(DecodeError::new(&[], 0, Fault::Arch { arch: self.arch }))
            }
            Kind::Draw => Ok((2, Record::Draw(Draw::decode(take(rest)?)?))),
            Kind::Invocation => Ok((2, Record::Invocation(Invocation::decode(take(rest)?)?))),
        }
    }

    fn decode_attribute_buffer(
        &self,
        rest: &[u32],
        word: usize,
    ) -> Result<(usize, Record), DecodeError> {
        let words: [u32; 4] = take(rest)?;
        let [first, second, third, fourth] = words;
        let has_built_in_ids = self.arch.has_built_in_id_records();
        match record_type(first) {
            0 => match words.iter().position(|word| *word != 0) {
                None => Ok((4, Record::Empty)),
                Some(word) => Err(DecodeError::reserved_bits(&words, word, u32::MAX)),
            },
            OTHER_DIVISOR if word / 4 % 2 == 1 => {
                Err(DecodeError::new(&words, 0, Fault::OddRecord))
            }
            OTHER_DIVISOR => {
                let fields = AttributeBuffer::decode(take(rest)?)?;
                Ok((8, Record::AttributeBuffer(fields)))
            }
            VERTEX_ID if has_built_in_ids => Ok((4, Record::VertexId(VertexId::decode(words)?))),
            INSTANCE_ID if has_built_in_ids => {
                Ok((4, Record::InstanceId(InstanceId::decode(words)?)))
            }
            _ => {
                let words = [first, second, third, fourth, 0, 0, 0, 0];
                match AttributeBuffer::decode(words) {
                    Ok(fields) => Ok((4, Record::AttributeBuffer(fields))),
                    Err(DecodeError {
                        fault: Fault::Value { field, .. },
                        ..
                    }) if has_built_in_ids => Err(DecodeError::value(&words, field, TABLE_TYPES)),
                    Err(error) => Err(error),
                }
            }
        }
    }

    /// How many words the record has that begins at `word` and is refused, as far as they say it.
    pub(super) fn refused_words(&self, word: usize) -> usize {
        let rest = self.words.get(word..).unwrap_or_default();
        let has_continuation = matches!(
            *rest,
            [first, _, _, _, fifth, _, _, _, ..]
                if record_type(first) == OTHER_DIVISOR && record_type(fifth) == CONTINUATION
        );
        match self.kind {
            Kind::Buffers if self.arch.has_attribute_buffers() && has_continuation => 8,
            _ => self.record_words().min(rest.len()),
        }
    }
}

/// The type of a record of a table of buffers, V4 to V7.
const fn record_type(first_word: u32) -> u32 {
    first_word & AttributeBuffer::TYPE.mask(0)
}

/// The words of the record that `rest` begins with.
fn take<const LENGTH: usize>(rest: &[u32]) -> Result<[u32; LENGTH], DecodeError> {
    match rest.first_chunk() {
        Some(words) => Ok(*words),
        None => {
            let fault = Fault::Truncated {
                missing: LENGTH - rest.len(),
            };
            Err(DecodeError::new(rest, rest.len(), fault))
        }
    }
}
