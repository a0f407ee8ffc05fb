use super::descriptor::{Decoded, Descriptor, Kind};
use super::table::Table;
use crate::arch::Arch;
use crate::descriptor::DecodeError;

/// The attributes of a draw, each with the descriptor that it names.
///
/// Made by [`attributes`].
#[derive(Clone, Debug)]
pub struct Attributes<'a> {
    buffers: Table<'a>,
    own: Table<'a>,
    word: usize,
}

/// An attribute, and the descriptor of the table of buffers that it names.
///
/// An error in one of the two leaves the other decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct FollowedAttribute {
    /// The attribute; [`Descriptor::Empty`] for a place without one. Its word numbers are those of the table of
    /// attributes.
    pub attribute: Result<Decoded, DecodeError>,
    /// The descriptor that it names; `None` if there is no attribute. Its word numbers are those of the table of
    /// buffers.
    pub buffer: Option<Result<Decoded, DecodeError>>,
}

/// Decodes the attributes of a draw and the descriptors that they name, as the hardware reads them.
///
/// `buffers` are the words of the draw's table of buffers from its first descriptor on, `attributes` those of its
/// table of attributes. There is an item for each place in the table of attributes, in order, so that an item's number
/// is its attribute's. Other words of `buffers` are not read, whatever their values: drivers leave gaps in it.
///
/// A place whose words are all zero has no attribute. From V9 on that is a descriptor of type 0. On V4 to V7
/// no format has the field 0, and Mesa's Vulkan driver writes zeros for locations that a shader does not have.
///
/// Two attributes can name one descriptor. If an attribute names a descriptor after the end of `buffers`, its
/// `buffer` is an error at that end.
///
/// ```
/// use mali_instancing::Arch;
/// use mali_instancing::decode::{Descriptor, attributes};
///
/// // A buffer, four old words, and a pair of descriptors, which begins at an even number.
/// let buffers = [
///     3, 0x8300_0000, 20, 1400, 0xdead_beef, 7, 7, 7,
///     4, 0x2700_0000, 64, 6400, 0x20, 0x17b4_25ed, 0, 3,
/// ];
/// let words = [0x2dc0_4200, 0, 0x2fc0_0002, 0, 0x2fc0_0009, 0];
/// let mut attributes = attributes(Arch::V7, &buffers, &words);
///
/// let position = attributes.next().unwrap();
/// let Some(Ok(buffer)) = position.buffer else { panic!("descriptor 0 is one") };
/// assert!(matches!(buffer.descriptor, Descriptor::AttributeBuffer(fields) if fields.stride == 20));
/// let color = attributes.next().unwrap();
/// assert_eq!(color.buffer.unwrap()?.word, 8);
/// let lost = attributes.next().unwrap();
/// assert!(lost.attribute.is_ok());
/// assert_eq!(lost.buffer.unwrap().unwrap_err().word, 16);
/// assert!(attributes.next().is_none());
/// # Ok::<(), mali_instancing::DecodeError>(())
/// ```
#[must_use]
pub const fn attributes<'a>(
    arch: Arch,
    buffers: &'a [u32],
    attributes: &'a [u32],
) -> Attributes<'a> {
    Attributes {
        buffers: Table {
            arch,
            kind: Kind::Buffers,
            words: buffers,
        },
        own: Table {
            arch,
            kind: Kind::Attributes,
            words: attributes,
        },
        word: 0,
    }
}

impl Attributes<'_> {
    /// The attribute that begins at the current word.
    fn attribute(&self) -> Result<Decoded, DecodeError> {
        let decoded = self.own.decode(self.word)?;
        // The range exists: as many words were decoded.
        let words = &self.own.words[self.word..][..decoded.length];
        Ok(if words.iter().all(|word| *word == 0) {
            Decoded {
                descriptor: Descriptor::Empty,
                ..decoded
            }
        } else {
            decoded
        })
    }
}

impl Iterator for Attributes<'_> {
    type Item = FollowedAttribute;

    fn next(&mut self) -> Option<Self::Item> {
        if self.word >= self.own.words.len() {
            return None;
        }
        let attribute = self.attribute();
        // Attributes have one length, so that an error does not end the iteration, as it can in `Descriptors`.
        self.word += self.own.descriptor_words();
        let named = attribute
            .ok()
            .and_then(|attribute| attribute.descriptor.buffer_word());
        Some(FollowedAttribute {
            attribute,
            buffer: named.map(|word| self.buffers.decode(word)),
        })
    }
}

impl core::iter::FusedIterator for Attributes<'_> {}
