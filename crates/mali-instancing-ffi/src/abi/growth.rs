//! Structures that a caller fills, and that later versions can give more fields.
//!
//! Each ends with reserved words, which are zeros. A field of a later version takes the place of some of them, and its
//! zero means what the library did before. So old programs work with a new library. A new program with an old library
//! gets an error if it sets a field that this does not know.

use crate::abi::arguments::Input;
use crate::abi::cause::Cause;
use crate::abi::failure::Failure;

/// A structure with reserved words.
pub(crate) trait Growing {
    /// Whether all reserved words are zeros.
    fn has_only_known_fields(&self) -> bool;

    /// Refuses fields of a later version.
    #[inline]
    fn check(&self, argument: &'static str, element: Option<usize>) -> Result<(), Failure> {
        if self.has_only_known_fields() {
            return Ok(());
        }
        Err(Cause::UnknownField {
            argument: argument.into(),
            element,
        }
        .into())
    }
}

/// Says that structures have an array `reserved`, with a name for each of its words, which are read one by one:
/// firmware that counts bytes has no loop for them.
macro_rules! growing {
    ($($structure:ty: $($word:ident)+;)+) => {
        $(impl $crate::abi::growth::Growing for $structure {
            #[inline]
            fn has_only_known_fields(&self) -> bool {
                // A pattern of the whole array: a structure with more or fewer reserved words does not compile.
                let [$($word),+] = self.reserved;
                $($word)|+ == 0
            }
        })+
    };
}
pub(crate) use growing;

impl<'a, T: Growing> Input<'a, T> {
    /// The structure, without fields of a later version.
    #[inline]
    pub(crate) fn structure(self) -> Result<&'a T, Failure> {
        let structure = self.get()?;
        structure.check(self.name(), None)?;
        Ok(structure)
    }
}
