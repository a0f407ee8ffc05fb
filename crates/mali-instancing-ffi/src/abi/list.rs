//! The lists that functions return, and those that they are given.

use core::mem::MaybeUninit;

use crate::abi::arguments::Output;
use crate::abi::cause::Cause;
use crate::abi::failure::Failure;

/// A list for C: as many items as fit its array, and the number of all items.
pub(crate) struct Listing<'a, T> {
    outputs: &'a mut [MaybeUninit<T>],
    found: &'a mut usize,
}

impl<T> Listing<'_, T> {
    /// Counts an item, and makes it if it fits.
    #[inline]
    pub(crate) fn push(&mut self, item: impl FnOnce() -> T) {
        if let Some(output) = self.outputs.get_mut(*self.found) {
            output.write(item());
        }
        *self.found += 1;
    }
}

impl<'a, T> Output<'a, T> {
    /// The list that is in the array, and its length in `found`.
    #[inline]
    pub(crate) fn list(self, found: Output<'a, usize>) -> Result<Listing<'a, T>, Failure> {
        let outputs = self.slice()?;
        let found = found.get()?.write(0);
        Ok(Listing { outputs, found })
    }
}

/// A list of at most `MAXIMUM` elements, in place, without allocation.
pub(crate) struct List<T, const MAXIMUM: usize> {
    elements: [MaybeUninit<T>; MAXIMUM],
    length: usize,
}

impl<T: Copy, const MAXIMUM: usize> List<T, MAXIMUM> {
    #[inline]
    pub(crate) const fn new() -> Self {
        Self {
            elements: [const { MaybeUninit::uninit() }; MAXIMUM],
            length: 0,
        }
    }

    /// Checks that an array is not longer than the list.
    #[inline]
    pub(crate) fn check_length(given: usize, argument: &'static str) -> Result<(), Failure> {
        if given > MAXIMUM {
            return Err(Cause::TooMany {
                argument: argument.into(),
                given,
                maximum: MAXIMUM,
            }
            .into());
        }
        Ok(())
    }

    /// Converts every element of an array from C, or returns the failure of the first that is wrong.
    #[inline]
    pub(crate) fn fill<'c, C>(
        &mut self,
        given: &'c [C],
        argument: &'static str,
        convert: impl Fn(usize, &'c C) -> Result<T, Failure>,
    ) -> Result<&[T], Failure> {
        // Until all elements are converted: after an error the list is empty.
        self.length = 0;
        Self::check_length(given.len(), argument)?;
        for (output, (number, given)) in self.elements.iter_mut().zip(given.iter().enumerate()) {
            output.write(convert(number, given)?);
        }
        self.length = given.len();
        Ok(self.as_slice())
    }

    #[inline]
    pub(crate) const fn as_slice(&self) -> &[T] {
        // SAFETY: `new` and `fill` set the length to at most `MAXIMUM`.
        unsafe { core::hint::assert_unchecked(self.length <= MAXIMUM) };
        // SAFETY: `fill` has written the first `length` elements, and the array has at least this length.
        unsafe { core::slice::from_raw_parts(self.elements.as_ptr().cast(), self.length) }
    }
}
