use super::descriptor::{Decoded, Kind};
use super::table::Table;
use crate::arch::Arch;
use crate::descriptor::{DecodeError, DecodeErrorKind};

/// An iterator over the descriptors that words contain.
///
/// Made by [`descriptors`].
#[derive(Clone, Debug)]
pub struct Descriptors<'a> {
    table: Table<'a>,
    word: usize,
}

/// Decodes words from front to back.
///
/// Each item is a descriptor, or a [`DecodeError`] that names a word which is invalid on that
/// architecture. A descriptor's fields pack to the same words again.
///
/// After an error, decoding continues with the next descriptor, if the invalid one shows where that begins. The
/// iterator ends with the words. Its last item is an error if the words end within a descriptor. If the architecture
/// has no such descriptors, that error is the only item.
///
/// ```
/// use mali_instancing::Arch;
/// use mali_instancing::decode::{Kind, descriptors};
///
/// let mut descriptors = descriptors(Arch::V7, Kind::Buffers, &[9, 0, 0, 0, 1, 0, 64, 0, 7]);
/// assert_eq!(descriptors.next().unwrap().unwrap_err().word, 0);
/// assert_eq!(descriptors.next().unwrap()?.word, 4);
/// assert_eq!(descriptors.next().unwrap().unwrap_err().word, 9);
/// assert!(descriptors.next().is_none());
/// # Ok::<(), mali_instancing::DecodeError>(())
/// ```
#[must_use]
pub const fn descriptors(arch: Arch, kind: Kind, words: &[u32]) -> Descriptors<'_> {
    let table = Table { arch, kind, words };
    Descriptors { table, word: 0 }
}

impl Iterator for Descriptors<'_> {
    type Item = Result<Decoded, DecodeError>;

    fn next(&mut self) -> Option<Self::Item> {
        let word = self.word;
        if word >= self.table.words.len() {
            return None;
        }
        let decoded = self.table.decode(word);
        self.word = match decoded {
            Ok(Decoded { length, .. }) => word + length,
            Err(DecodeError {
                // After a cut nothing begins, and an architecture that refuses one descriptor of this kind refuses all.
                kind: DecodeErrorKind::Truncated { .. } | DecodeErrorKind::Arch { .. },
                ..
            }) => self.table.words.len(),
            // At least one word, since some are left: the iterator ends.
            Err(_) => word + self.table.refused_words(word),
        };
        Some(decoded)
    }
}

impl core::iter::FusedIterator for Descriptors<'_> {}
