//! Values that the library keeps in the caller's memory. The caller only knows their size.

use core::mem::MaybeUninit;

use crate::abi::arguments::{Input, Output};
use crate::abi::cause::Cause;
use crate::abi::failure::Failure;

/// A value in an opaque structure of C.
pub(crate) trait Opaque: Sized {
    /// The structure.
    type Structure;

    /// A number that is different for each type, and that memory is unlikely to contain by chance.
    // In ASCII: `malibuff`, `malilink`, `maliplnr`, `malista8` and `malistat`.
    const STATE: u64;
}

/// A value that is made in place.
pub(crate) trait Empty: Opaque + 'static {
    /// The value that is changed.
    const EMPTY: &'static Tagged<Self>;
}

/// A value, and a number by which memory that was never initialised is recognised.
#[repr(C)]
pub(crate) struct Tagged<T> {
    state: u64,
    value: T,
}

impl<T: Opaque> Tagged<T> {
    /// A value that is not in use yet.
    pub(crate) const fn unused(value: T) -> Self {
        Self { state: 0, value }
    }

    const FITS: () = {
        assert!(size_of::<Self>() <= size_of::<T::Structure>());
        assert!(align_of::<Self>() <= align_of::<T::Structure>());
    };
}

/// Checks that a structure is as large in the caller's header as in the library.
#[inline]
pub(crate) fn check_size<Structure>(size: usize, argument: &'static str) -> Result<(), Failure> {
    let needed = size_of::<Structure>();
    if size < needed {
        return Err(Cause::Size {
            argument: argument.into(),
            given: size,
            needed,
        }
        .into());
    }
    Ok(())
}

/// The structure's memory, if that is large enough in the caller's header.
#[inline]
fn place<T: Opaque>(
    memory: Output<'_, T::Structure>,
) -> Result<&mut MaybeUninit<Tagged<T>>, Failure> {
    const { Tagged::<T>::FITS };
    check_size::<T::Structure>(memory.length(), memory.name())?;
    // SAFETY: the structure has the size and the alignment.
    unsafe { memory.cast(1) }.get()
}

impl<'a, Structure: 'a> Input<'a, Structure> {
    /// The value in the structure.
    #[inline]
    pub(crate) fn value<T: Opaque<Structure = Structure>>(self) -> Result<&'a T, Failure> {
        const { Tagged::<T>::FITS };
        // SAFETY: every bit pattern is a `u64`.
        // The number alone, because a reference to the whole needs a value that is initialised.
        if *unsafe { self.cast::<u64>(1) }.get()? != T::STATE {
            return Err(Cause::Uninitialised {
                argument: self.name().into(),
            }
            .into());
        }
        // SAFETY: its tag shows that the value was stored there.
        let tagged = unsafe { self.cast::<Tagged<T>>(1) }.get()?;
        Ok(&tagged.value)
    }
}

#[cfg(feature = "planner")]
impl<'a, Structure> Output<'a, Structure> {
    /// The value in the structure, to be changed.
    #[inline]
    pub(crate) fn value_mut<T: Opaque<Structure = Structure>>(self) -> Result<&'a mut T, Failure> {
        self.input().value::<T>()?;
        // SAFETY: the structure has the size and the alignment.
        let tagged = unsafe { self.cast::<Tagged<T>>(1) }.get()?;
        // SAFETY: its tag shows that the value was stored there.
        Ok(unsafe { &mut tagged.assume_init_mut().value })
    }

    /// Stores a value in the structure, if that is large enough in the caller's header.
    #[inline]
    pub(crate) fn put<T: Opaque<Structure = Structure>>(self, value: T) -> Result<(), Failure> {
        let state = T::STATE;
        place(self)?.write(Tagged { state, value });
        Ok(())
    }
}

impl<Structure> Output<'_, Structure> {
    /// Makes a value in the structure, if that is large enough in the caller's header: `fill` changes [`Empty::EMPTY`]
    /// in place, so that the stack has no copy of a large value. After a failure the structure has no value.
    #[inline]
    pub(crate) fn fill<T: Empty + Opaque<Structure = Structure>>(
        self,
        fill: impl FnOnce(&mut T) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let memory = place::<T>(self)?.as_mut_ptr();
        // SAFETY: it may be written, and does not overlap a constant.
        unsafe { memory.copy_from_nonoverlapping(T::EMPTY, 1) };
        // SAFETY: it is initialised now, and nothing else refers to it.
        let tagged = unsafe { &mut *memory };
        fill(&mut tagged.value)?;
        // Last, because `EMPTY` has the state 0, which a failure leaves.
        tagged.state = T::STATE;
        Ok(())
    }
}
