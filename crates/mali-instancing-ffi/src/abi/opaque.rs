//! Values that the library keeps in the caller's memory. The caller only knows their size.

use core::mem::MaybeUninit;

use crate::abi::cause::Cause;
use crate::abi::failure::Failure;
use crate::abi::pointers;

/// A value in an opaque structure of C.
pub(crate) trait Opaque: Sized {
    /// The structure.
    type Structure;

    /// A number that is different for each type, and that memory is unlikely to contain by chance.
    const STATE: u64;
}

/// A value that is made in place.
#[cfg(any(feature = "planner", feature = "varyings"))]
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
    #[cfg(any(feature = "planner", feature = "varyings"))]
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
///
/// # Safety
///
/// As for [`pointers::mutable`], with `size` bytes.
#[inline]
unsafe fn place<'a, T: Opaque>(
    memory: *mut T::Structure,
    size: usize,
    argument: &'static str,
) -> Result<&'a mut MaybeUninit<Tagged<T>>, Failure> {
    const { Tagged::<T>::FITS };
    check_size::<T::Structure>(size, argument)?;
    // SAFETY: nothing in it needs to be initialised, and `# Safety` requires the rest.
    unsafe { pointers::mutable(memory.cast(), argument) }
}

/// Stores a value in the structure, if that is large enough in the caller's header.
///
/// # Safety
///
/// As for [`pointers::mutable`], with `size` bytes.
#[cfg(feature = "planner")]
#[inline]
pub(crate) unsafe fn put<T: Opaque>(
    memory: *mut T::Structure,
    size: usize,
    value: T,
    argument: &'static str,
) -> Result<(), Failure> {
    // SAFETY: `# Safety` of this function requires the same.
    unsafe { place(memory, size, argument) }?.write(Tagged {
        state: T::STATE,
        value,
    });
    Ok(())
}

/// Makes a value in the structure, if that is large enough in the caller's header: `fill` changes [`Empty::EMPTY`] in
/// place, so that the stack has no copy of a large value. After a failure the structure has no value.
///
/// # Safety
///
/// As for [`put`].
#[cfg(any(feature = "planner", feature = "varyings"))]
#[inline]
pub(crate) unsafe fn fill<T: Empty>(
    memory: *mut T::Structure,
    size: usize,
    argument: &'static str,
    fill: impl FnOnce(&mut T) -> Result<(), Failure>,
) -> Result<(), Failure> {
    // SAFETY: `# Safety` of this function requires the same.
    let memory = unsafe { place::<T>(memory, size, argument) }?.as_mut_ptr();
    // SAFETY: it may be written, and does not overlap a constant.
    unsafe { memory.copy_from_nonoverlapping(T::EMPTY, 1) };
    // SAFETY: it is initialised now, and nothing else refers to it.
    let tagged = unsafe { &mut *memory };
    fill(&mut tagged.value)?;
    tagged.state = T::STATE;
    Ok(())
}

/// The value in the structure.
///
/// # Safety
///
/// As for [`pointers::reference`], and a structure that begins with [`Opaque::STATE`] was filled by [`put`].
#[inline]
pub(crate) unsafe fn get<'a, T: Opaque>(
    memory: *const T::Structure,
    argument: &'static str,
) -> Result<&'a T, Failure> {
    const { Tagged::<T>::FITS };
    // SAFETY: every bit pattern is a `u64`, and `# Safety` requires the rest.
    if *unsafe { pointers::reference(memory.cast::<u64>(), argument) }? != T::STATE {
        return Err(Cause::Uninitialised {
            argument: argument.into(),
        }
        .into());
    }
    // SAFETY: `put` stored the value there, as its tag shows, and `# Safety` requires the rest.
    let tagged = unsafe { pointers::reference(memory.cast::<Tagged<T>>(), argument) }?;
    Ok(&tagged.value)
}

/// The value in the structure, to be changed.
///
/// # Safety
///
/// As for [`pointers::mutable`], and a structure that begins with [`Opaque::STATE`] was filled by [`put`].
#[inline]
pub(crate) unsafe fn get_mut<'a, T: Opaque>(
    memory: *mut T::Structure,
    argument: &'static str,
) -> Result<&'a mut T, Failure> {
    // SAFETY: `# Safety` of this function requires the same.
    unsafe { get::<T>(memory, argument) }?;
    // SAFETY: `put` stored the value there, as its tag shows, and `# Safety` requires the rest.
    let tagged = unsafe { pointers::mutable(memory.cast::<Tagged<T>>(), argument) }?;
    Ok(&mut tagged.value)
}
