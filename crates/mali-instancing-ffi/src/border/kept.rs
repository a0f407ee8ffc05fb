//! What the library keeps in memory of the caller's: the caller sees its size and nothing else.

use core::mem::MaybeUninit;

use crate::border::failure::Failure;
use crate::border::given;

/// Something that a structure of C's keeps.
pub(crate) trait Kept: Sized {
    /// The structure.
    type Place;

    /// A number that no two types share and memory hardly holds by chance.
    const STATE: u64;
}

/// Something, and a number by which memory that was never initialised is told.
#[repr(C)]
struct Tagged<T> {
    state: u64,
    value: T,
}

impl<T: Kept> Tagged<T> {
    const FITS: () = {
        assert!(size_of::<Self>() <= size_of::<T::Place>());
        assert!(align_of::<Self>() <= align_of::<T::Place>());
    };
}

/// Puts something there.
///
/// # Safety
///
/// As for [`given::mutable`].
#[inline]
pub(crate) unsafe fn put<T: Kept>(
    place: *mut T::Place,
    value: T,
    argument: &'static str,
) -> Result<(), Failure> {
    const { Tagged::<T>::FITS };
    // SAFETY: nothing in it needs to be initialised, and the caller says the rest.
    let place = unsafe { given::mutable(place.cast::<MaybeUninit<Tagged<T>>>(), argument) }?;
    place.write(Tagged {
        state: T::STATE,
        value,
    });
    Ok(())
}

/// What is there.
///
/// # Safety
///
/// As for [`given::reference`], and what begins with [`Kept::STATE`] was [`put`] there.
#[inline]
pub(crate) unsafe fn get<'a, T: Kept>(
    place: *const T::Place,
    argument: &'static str,
) -> Result<&'a T, Failure> {
    const { Tagged::<T>::FITS };
    // SAFETY: every bit pattern is a `u64`, and the caller says the rest.
    if *unsafe { given::reference(place.cast::<u64>(), argument) }? != T::STATE {
        return Err(Failure::Uninitialised { argument });
    }
    // SAFETY: it was put there, and the caller says the rest.
    let tagged = unsafe { given::reference(place.cast::<Tagged<T>>(), argument) }?;
    Ok(&tagged.value)
}

/// What is there, to be changed.
///
/// # Safety
///
/// As for [`given::mutable`], and what begins with [`Kept::STATE`] was [`put`] there.
#[cfg(feature = "planner")]
#[inline]
pub(crate) unsafe fn get_mut<'a, T: Kept>(
    place: *mut T::Place,
    argument: &'static str,
) -> Result<&'a mut T, Failure> {
    // SAFETY: the same is asked of the caller.
    unsafe { get::<T>(place, argument) }?;
    // SAFETY: it was put there, and the caller says the rest.
    let tagged = unsafe { given::mutable(place.cast::<Tagged<T>>(), argument) }?;
    Ok(&mut tagged.value)
}
