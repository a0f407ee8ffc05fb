//! From words to descriptors, and from descriptors to fields.

use core::ffi::c_char;

use mali_instancing::decode::{Decoded, Descriptor, Kind, descriptors};
use mali_instancing::descriptor::FieldKind;

use crate::abi::arguments::arguments;
use crate::abi::cause::Cause;
use crate::abi::status::{MALI_INST_ERROR_DECODE, MALI_INST_OK, mali_inst_error, mali_inst_status};
use crate::abi::text;
use crate::abi::values::values;
use crate::enums::{self, mali_inst_arch};

/// The kind of table that words are read as: one of `MALI_INST_KIND_*`.
pub type mali_inst_kind = u32;

values! {
    mali_inst_kind read as Kind by kind, "MALI_INST_KIND_*, 0 to 3,";
    /// A table of buffers.
    MALI_INST_KIND_BUFFERS = 0 => Buffers;
    /// A table of attributes.
    MALI_INST_KIND_ATTRIBUTES = 1 => Attributes;
    /// Words 0 and 1 of `Draw` descriptors. V4 to V7 only.
    MALI_INST_KIND_DRAW = 2 => Draw;
    /// `Invocation` descriptors. V4 to V7 only.
    MALI_INST_KIND_INVOCATION = 3 => Invocation;
}

/// The type of a descriptor: one of `MALI_INST_DESCRIPTOR_*`.
pub type mali_inst_descriptor_type = u32;

values! {
    mali_inst_descriptor_type written for Descriptor by descriptor_type;
    /// Words that are not a descriptor.
    MALI_INST_DESCRIPTOR_NONE = 0;
    /// A descriptor of zeros: the end of a table, or a gap in it.
    MALI_INST_DESCRIPTOR_EMPTY = 1 => Empty;
    /// An attribute buffer of V4 to V7, with its continuation if it has one.
    MALI_INST_DESCRIPTOR_ATTRIBUTE_BUFFER = 2 => AttributeBuffer;
    /// A vertex ID of V4 and V5.
    MALI_INST_DESCRIPTOR_VERTEX_ID = 3 => VertexId;
    /// An instance ID of V4 and V5.
    MALI_INST_DESCRIPTOR_INSTANCE_ID = 4 => InstanceId;
    /// An attribute of V4 to V7.
    MALI_INST_DESCRIPTOR_ATTRIBUTE = 5 => Attribute;
    /// Words 0 and 1 of a draw.
    MALI_INST_DESCRIPTOR_DRAW = 6 => Draw;
    /// An invocation.
    MALI_INST_DESCRIPTOR_INVOCATION = 7 => Invocation;
    /// An attribute of V9 and later.
    MALI_INST_DESCRIPTOR_VALHALL_ATTRIBUTE = 8 => ValhallAttribute;
    /// A buffer of V9 and later.
    MALI_INST_DESCRIPTOR_BUFFER = 9 => Buffer;
}

/// The size of the text of a descriptor in bytes, with its 0.
pub const MALI_INST_DESCRIPTOR_TEXT_SIZE: usize = 320;

/// A descriptor, or words that are not a descriptor.
#[repr(C)]
pub struct mali_inst_descriptor {
    /// The position of its first word. For words that are not a descriptor, the position of the wrong word.
    pub word: usize,
    /// The number of its words; 0 if it is not a descriptor.
    pub length: usize,
    /// The type of the descriptor.
    pub descriptor_type: mali_inst_descriptor_type,
    /// `MALI_INST_OK`, or `MALI_INST_ERROR_DECODE` for words that are not a descriptor.
    pub status: mali_inst_status,
    /// The descriptor's fields with their values, or the error. It ends with a 0.
    pub text: [c_char; MALI_INST_DESCRIPTOR_TEXT_SIZE],
}

/// The meaning of a field's value: one of `MALI_INST_FIELD_*`.
pub type mali_inst_field_kind = u32;

values! {
    mali_inst_field_kind written for FieldKind by field_kind, otherwise MALI_INST_FIELD_OTHER;
    /// A number.
    MALI_INST_FIELD_NUMBER = 0 => Number;
    /// 1 for yes, 0 for no.
    MALI_INST_FIELD_FLAG = 1 => Flag;
    /// Bits that are shown in hexadecimal.
    MALI_INST_FIELD_HEXADECIMAL = 2 => Hexadecimal;
    /// A number of bytes.
    MALI_INST_FIELD_BYTES = 3 => Bytes;
    /// A signed number of bytes: read the value as an `int64_t`.
    MALI_INST_FIELD_SIGNED_BYTES = 4 => SignedBytes;
    /// An address, in bytes.
    MALI_INST_FIELD_ADDRESS = 5 => Address;
    /// The hardware's number of a format.
    MALI_INST_FIELD_FORMAT = 6 => Format;
    /// A padded vertex count, in its 8-bit form.
    MALI_INST_FIELD_PADDED_COUNT = 7 => PaddedCount;
    /// One of several named values. The text has the name.
    MALI_INST_FIELD_NAMED = 8 => Named;
    /// Another kind.
    MALI_INST_FIELD_OTHER = 255;
}

/// The size of the name of a field in bytes, with its 0.
pub const MALI_INST_FIELD_NAME_SIZE: usize = 32;
/// The size of the text of a field in bytes, with its 0.
pub const MALI_INST_FIELD_TEXT_SIZE: usize = 96;

/// A field of a descriptor.
#[repr(C)]
pub struct mali_inst_field {
    /// Its value, in the unit of its kind.
    pub value: u64,
    /// Its lowest bit, counted from bit 0 of the descriptor's word 0.
    pub start: u32,
    /// The number of its bits.
    pub width: u32,
    /// The meaning of its value.
    pub kind: mali_inst_field_kind,
    /// Its name in Mesa's genxml, in lower case. It ends with a 0.
    pub name: [c_char; MALI_INST_FIELD_NAME_SIZE],
    /// Its name and its value: "stride 64 bytes". It ends with a 0.
    pub text: [c_char; MALI_INST_FIELD_TEXT_SIZE],
}

/// The words of a descriptor that was decoded from them.
fn words_of<'a>(words: &'a [u32], decoded: &Decoded) -> &'a [u32] {
    // A descriptor is within the words from which it was decoded, so both defaults are never used.
    let rest = words.get(decoded.word..).unwrap_or_default();
    rest.get(..decoded.length).unwrap_or_default()
}

/// Decodes words from the first to the last. `found` gets the number of descriptors, which can be more than `capacity`.
/// At most `capacity` are written; `descriptors` may be null if `capacity` is 0.
///
/// Words that are not a descriptor count as one, and the words after them are decoded.
///
/// # Safety
///
/// The words may be read. `capacity` descriptors, `found` and `error` may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_decode(
    arch: mali_inst_arch,
    kind: mali_inst_kind,
    words: *const u32,
    word_count: usize,
    descriptors: *mut mali_inst_descriptor,
    capacity: usize,
    found: *mut usize,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { words[word_count], descriptors[capacity], found, error });
    error.status_of(|| {
        let arch = enums::arch(arch)?;
        let kind = self::kind(kind)?;
        let words = words.slice()?;
        let mut list = descriptors.list(found)?;
        for decoded in self::descriptors(arch, kind, words) {
            list.push(|| match decoded {
                Ok(decoded) => {
                    let words = words_of(words, &decoded);
                    let fields = decoded.descriptor.fields(arch).iter();
                    mali_inst_descriptor {
                        word: decoded.word,
                        length: decoded.length,
                        descriptor_type: descriptor_type(&decoded.descriptor),
                        status: MALI_INST_OK,
                        text: match decoded.descriptor {
                            Descriptor::Empty => text::array("empty"),
                            _ => text::list(fields.filter(|field| field.is_in(words)), |field| {
                                field.display(words)
                            }),
                        },
                    }
                }
                Err(fault) => mali_inst_descriptor {
                    word: fault.word,
                    length: 0,
                    descriptor_type: MALI_INST_DESCRIPTOR_NONE,
                    status: MALI_INST_ERROR_DECODE,
                    text: text::array(fault),
                },
            });
        }
        Ok(())
    })
}

/// The fields of the descriptor that begins at a word, in the order of their bits. `found` gets their number, which can
/// be more than `capacity`. At most `capacity` are written.
///
/// # Errors
///
/// `MALI_INST_ERROR_NO_DESCRIPTOR`.
///
/// # Safety
///
/// The words may be read. `capacity` fields, `found` and `error` may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_decode_fields(
    arch: mali_inst_arch,
    kind: mali_inst_kind,
    words: *const u32,
    word_count: usize,
    word: usize,
    fields: *mut mali_inst_field,
    capacity: usize,
    found: *mut usize,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { words[word_count], fields[capacity], found, error });
    error.status_of(|| {
        let arch = enums::arch(arch)?;
        let kind = self::kind(kind)?;
        let words = words.slice()?;
        let mut list = fields.list(found)?;
        let mut descriptors = self::descriptors(arch, kind, words).flatten();
        let Some(decoded) = descriptors.find(|decoded| decoded.word == word) else {
            return Err(Cause::NoDescriptor { word }.into());
        };
        let words = words_of(words, &decoded);
        // The fields of a descriptor depend on its words: P is one of the mode modulus, E one of `npot-divisor`.
        for field in decoded
            .descriptor
            .fields(arch)
            .iter()
            .filter(|field| field.is_in(words))
        {
            list.push(|| mali_inst_field {
                value: field.get(words).unwrap_or_default(),
                start: field.start,
                width: field.width,
                kind: field_kind(&field.kind),
                name: text::array(field.name),
                text: text::array(field.display(words)),
            });
        }
        Ok(())
    })
}
