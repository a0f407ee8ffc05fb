use super::record::{Decoded, Kind};
use super::table::Table;
use crate::arch::Arch;
use crate::descriptor::{DecodeError, Fault};

/// The records of some words, one after the other.
///
/// Made by [`records`].
#[derive(Clone, Debug)]
pub struct Records<'a> {
    table: Table<'a>,
    word: usize,
}

/// Decodes words from front to back.
///
/// Each item is a record, or a [`DecodeError`] that names the word which cannot stand there on that
/// architecture. A record's fields pack to the same words again.
///
/// Behind an error it goes on with the next record, as far as the refused one says where that begins. It
/// ends where the words end, if within a record then with an error, and with the error that the architecture
/// has no such records.
///
/// ```
/// use mali_instancing::Arch;
/// use mali_instancing::decode::{Kind, records};
///
/// let mut records = records(Arch::V7, Kind::Buffers, &[9, 0, 0, 0, 1, 0, 64, 0, 7]);
/// assert_eq!(records.next().unwrap().unwrap_err().word, 0);
/// assert_eq!(records.next().unwrap()?.word, 4);
/// assert_eq!(records.next().unwrap().unwrap_err().word, 9);
/// assert!(records.next().is_none());
/// # Ok::<(), mali_instancing::DecodeError>(())
/// ```
#[must_use]
pub const fn records(arch: Arch, kind: Kind, words: &[u32]) -> Records<'_> {
    let table = Table { arch, kind, words };
    Records { table, word: 0 }
}

impl Iterator for Records<'_> {
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
                fault: Fault::Truncated { .. } | Fault::Arch { .. },
                ..
            }) => self.table.words.len(),
            Err(_) => word + self.table.refused_words(word),
        };
        Some(decoded)
    }
}

impl core::iter::FusedIterator for Records<'_> {}
