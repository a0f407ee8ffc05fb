//! From any words to the records that they are.
//!
//! ```
//! use mali_instancing::Arch;
//! use mali_instancing::decode::{Kind, Record, records};
//!
//! let words = [3, 0x8300_0000, 20, 1400, 0, 0, 0, 0];
//! for decoded in records(Arch::V7, Kind::Buffers, &words) {
//!     match decoded?.record {
//!         Record::AttributeBuffer(fields) => assert_eq!(fields.stride, 20),
//!         Record::Empty => {}
//!         other => panic!("{other:?}"),
//!     }
//! }
//! # Ok::<(), mali_instancing::DecodeError>(())
//! ```

use crate::arch::Arch;
use crate::descriptor::{
    self, Attribute, AttributeBuffer, AttributeBufferFields, AttributeFields, Buffer, BufferFields,
    DecodeError, Draw, DrawFields, Fault, Field, FieldValue, InstanceId, Invocation,
    InvocationFields, ValhallAttribute, ValhallAttributeFields, VertexId,
};
use crate::divisor::MagicDivisor;
use crate::padded_count::PaddedCount;

const OTHER_DIVISOR: u32 = descriptor::OTHER_DIVISOR.number;
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

/// What words are to be read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Kind {
    /// A table of buffers: attribute buffers, vertex and instance ID on V4 to V7, buffer
    /// descriptors from V9 on.
    Buffers,
    /// A table of attributes.
    Attributes,
    /// Words 0 and 1 of `Draw` records. V4 to V7 only.
    Draw,
    /// `Invocation` records. V4 to V7 only.
    Invocation,
}

/// One record, by its fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Record {
    /// An attribute buffer and, in the mode "other divisor", its continuation.
    AttributeBuffer(AttributeBufferFields),
    /// A vertex ID, and the padded vertex count of its draw if that is instanced.
    VertexId(Option<PaddedCount>),
    /// An instance ID, and the division that gives it.
    InstanceId(MagicDivisor),
    /// A record of zeros. On V4 to V7 it closes a table of attribute buffers or fills a place in it.
    /// From V9 on it is a gap in a table of either kind, genxml's "Null Descriptor".
    Empty,
    /// An attribute of V4 to V7.
    Attribute(AttributeFields),
    /// Words 0 and 1 of a draw.
    Draw(DrawFields),
    /// An invocation.
    Invocation(InvocationFields),
    /// An attribute of V9 and later.
    ValhallAttribute(ValhallAttributeFields),
    /// A buffer of V9 and later.
    Buffer(BufferFields),
}

impl Record {
    /// The fields of its kind of record on an architecture. Which of them a record has depends on its
    /// type, see [`Field::is_in`].
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing::decode::{Kind, records};
    ///
    /// let words = [0x2b00_4202, 12];
    /// let attribute = records(Arch::V7, Kind::Attributes, &words).next().unwrap()?;
    /// let mut values = attribute.record.fields(Arch::V7).iter().map(|field| field.get(&words));
    /// assert!(values.eq([Some(2), Some(1), Some(0x0a_c010), Some(12)]));
    /// # Ok::<(), mali_instancing::DecodeError>(())
    /// ```
    #[must_use]
    pub const fn fields(&self, arch: Arch) -> &'static [Field] {
        match self {
            Self::AttributeBuffer(_) => AttributeBuffer::FIELDS,
            Self::VertexId(_) => VertexId::FIELDS,
            Self::InstanceId(_) => InstanceId::FIELDS,
            Self::Empty => &[],
            Self::Attribute(_) => Attribute::FIELDS,
            Self::Draw(_) => Draw::FIELDS,
            Self::Invocation(_) => Invocation::FIELDS,
            Self::ValhallAttribute(_) => ValhallAttribute::FIELDS,
            Self::Buffer(_) => Buffer::fields(arch),
        }
    }
}

/// A record and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Decoded {
    /// The position of its first word.
    pub word: usize,
    /// How many words it has.
    pub length: usize,
    /// What it says.
    pub record: Record,
}

/// The records of some words, one after the other. They end with the first error.
///
/// Made by [`records`].
#[derive(Clone, Debug)]
pub struct Records<'a> {
    arch: Arch,
    kind: Kind,
    words: &'a [u32],
    word: usize,
}

/// Decodes words from front to back.
///
/// Each item is a record, or a [`DecodeError`] that names the word which cannot stand there on that
/// architecture. A record's fields pack to the same words again.
///
/// ```
/// use mali_instancing::Arch;
/// use mali_instancing::decode::{Kind, records};
///
/// let mut records = records(Arch::V7, Kind::Attributes, &[0x2b00_4202, 12, 7]);
/// assert!(records.next().unwrap().is_ok());
/// assert_eq!(records.next().unwrap().unwrap_err().word, 3);
/// assert!(records.next().is_none());
/// ```
#[must_use]
pub const fn records(arch: Arch, kind: Kind, words: &[u32]) -> Records<'_> {
    Records {
        arch,
        kind,
        words,
        word: 0,
    }
}

impl Records<'_> {
    /// The words of the record at hand.
    fn take<const LENGTH: usize>(&self) -> Result<[u32; LENGTH], DecodeError> {
        let rest = self.words.get(self.word..).unwrap_or_default();
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

    fn decode(&self) -> Result<(usize, Record), DecodeError> {
        let has_attribute_buffers = self.arch.has_attribute_buffers();
        match self.kind {
            Kind::Buffers if has_attribute_buffers => self.decode_attribute_buffer(),
            Kind::Attributes if has_attribute_buffers => {
                Ok((2, Record::Attribute(Attribute::decode(self.take()?))))
            }
            Kind::Buffers | Kind::Attributes if self.take()? == [0; 8] => Ok((8, Record::Empty)),
            Kind::Buffers => Ok((8, Record::Buffer(Buffer::decode(self.arch, self.take()?)?))),
            Kind::Attributes => Ok((
                8,
                Record::ValhallAttribute(ValhallAttribute::decode(self.take()?)?),
            )),
            Kind::Draw | Kind::Invocation if !has_attribute_buffers => {
                Err(DecodeError::new(&[], 0, Fault::Arch { arch: self.arch }))
            }
            Kind::Draw => Ok((2, Record::Draw(Draw::decode(self.take()?)?))),
            Kind::Invocation => Ok((2, Record::Invocation(Invocation::decode(self.take()?)?))),
        }
    }

    fn decode_attribute_buffer(&self) -> Result<(usize, Record), DecodeError> {
        let words: [u32; 4] = self.take()?;
        let [first, second, third, fourth] = words;
        let has_built_in_ids = self.arch.has_built_in_id_records();
        match first & AttributeBuffer::TYPE.mask(0) {
            0 => match words.iter().position(|word| *word != 0) {
                None => Ok((4, Record::Empty)),
                Some(word) => Err(DecodeError::reserved_bits(&words, word, u32::MAX)),
            },
            OTHER_DIVISOR if self.word / 4 % 2 == 1 => {
                Err(DecodeError::new(&words, 0, Fault::OddRecord))
            }
            OTHER_DIVISOR => {
                let fields = AttributeBuffer::decode(self.take()?)?;
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
}

impl Iterator for Records<'_> {
    type Item = Result<Decoded, DecodeError>;

    fn next(&mut self) -> Option<Self::Item> {
        let word = self.word;
        if word >= self.words.len() {
            return None;
        }
        let decoded = self.decode();
        self.word = match decoded {
            Ok((length, _)) => word + length,
            Err(_) => self.words.len(),
        };
        Some(match decoded {
            Ok((length, record)) => Ok(Decoded {
                word,
                length,
                record,
            }),
            Err(error) => Err(error.at(word)),
        })
    }
}

impl core::iter::FusedIterator for Records<'_> {}
