//! The pointers and lengths of C: each of them goes through here.
//!
//! Every pointer is checked before it is read: that it is not null, that it is aligned, and that memory can have the
//! length. No function can check the rest, which callers promise in two places. By `# Safety` of a function, each
//! argument points to as much memory as is read or written until the function returns, in the state that it needs. By
//! the text before all functions of the header, what is written overlaps nothing else.
//!
//! So a function may borrow each of its arguments once, until it returns: inputs, which nothing changes meanwhile, and
//! outputs, which nothing else refers to. `SAFETY` comments say which of both an argument is, and what else is needed.

#[cfg(feature = "varyings")]
use core::ffi::c_char;
use core::mem::MaybeUninit;

use crate::abi::cause::Cause;
use crate::abi::failure::Failure;

/// Checks a pointer to `count` elements, at least one: a null or misaligned pointer is an error.
#[inline]
fn check<T>(pointer: *const T, count: usize, argument: &'static str) -> Result<(), Failure> {
    if pointer.is_null() {
        return Err(Cause::Null {
            argument: argument.into(),
        }
        .into());
    }
    if !pointer.is_aligned() {
        return Err(Cause::Misaligned {
            argument: argument.into(),
            alignment: align_of::<T>(),
        }
        .into());
    }
    let maximum = isize::MAX as usize / size_of::<T>();
    if count > maximum {
        return Err(Cause::TooMany {
            argument: argument.into(),
            given: count,
            maximum,
        }
        .into());
    }
    Ok(())
}

/// The structure that a pointer points to.
///
/// # Safety
///
/// A pointer that is not null points to a `T` that nobody writes during `'a`.
#[inline]
pub(crate) unsafe fn reference<'a, T>(
    pointer: *const T,
    argument: &'static str,
) -> Result<&'a T, Failure> {
    check(pointer, 1, argument)?;
    // SAFETY: it is neither null nor misaligned, and `# Safety` requires the rest.
    Ok(unsafe { &*pointer })
}

/// The structure that a pointer points to, to be changed.
///
/// # Safety
///
/// A pointer that is not null points to a `T` that nobody else reads or writes during `'a`.
#[inline]
pub(crate) unsafe fn mutable<'a, T>(
    pointer: *mut T,
    argument: &'static str,
) -> Result<&'a mut T, Failure> {
    check(pointer, 1, argument)?;
    // SAFETY: it is neither null nor misaligned, and `# Safety` requires the rest.
    Ok(unsafe { &mut *pointer })
}

/// The memory that a pointer points to, to be written: it may be uninitialised.
///
/// # Safety
///
/// A pointer that is not null points to the memory of a `T`, which nobody else reads or writes during `'a`.
#[inline]
pub(crate) unsafe fn output<'a, T>(
    pointer: *mut T,
    argument: &'static str,
) -> Result<&'a mut MaybeUninit<T>, Failure> {
    // SAFETY: nothing in it needs to be initialised, and `# Safety` requires the rest.
    unsafe { mutable(pointer.cast(), argument) }
}

/// The memory that a pointer points to; `None` if it is null or not aligned.
///
/// # Safety
///
/// As for [`output`].
#[inline]
pub(crate) unsafe fn optional<'a, T>(pointer: *mut T) -> Option<&'a mut MaybeUninit<T>> {
    // SAFETY: `# Safety` of this function requires the same.
    unsafe { output(pointer, "") }.ok()
}

/// The array that a pointer points to.
///
/// # Safety
///
/// A pointer that is not null points to `count` elements that nobody writes during `'a`.
#[inline]
pub(crate) unsafe fn slice<'a, T>(
    pointer: *const T,
    count: usize,
    argument: &'static str,
) -> Result<&'a [T], Failure> {
    if count == 0 {
        return Ok(&[]);
    }
    check(pointer, count, argument)?;
    // SAFETY: it is neither null nor misaligned, memory can have the length, and `# Safety` requires the rest.
    Ok(unsafe { core::slice::from_raw_parts(pointer, count) })
}

/// The array that a pointer points to, to be changed.
///
/// # Safety
///
/// A pointer that is not null points to `count` initialised elements that nobody else reads or writes during `'a`.
#[inline]
pub(crate) unsafe fn slice_mut<'a, T>(
    pointer: *mut T,
    count: usize,
    argument: &'static str,
) -> Result<&'a mut [T], Failure> {
    if count == 0 {
        return Ok(&mut []);
    }
    check(pointer, count, argument)?;
    // SAFETY: it is neither null nor misaligned, memory can have the length, and `# Safety` requires the rest.
    Ok(unsafe { core::slice::from_raw_parts_mut(pointer, count) })
}

/// The array that a pointer points to, to be written: it may be uninitialised.
///
/// # Safety
///
/// A pointer that is not null points to the memory of `count` elements, which nobody else reads or writes during `'a`.
#[inline]
pub(crate) unsafe fn outputs<'a, T>(
    pointer: *mut T,
    count: usize,
    argument: &'static str,
) -> Result<&'a mut [MaybeUninit<T>], Failure> {
    // SAFETY: nothing in them needs to be initialised, and `# Safety` requires the rest.
    unsafe { slice_mut(pointer.cast(), count, argument) }
}

/// The bytes that a pointer points to, up to the first 0; none if it is null.
///
/// # Safety
///
/// A pointer that is not null points to bytes of which one is 0, and that nobody writes during `'a`.
#[cfg(feature = "varyings")]
pub(crate) unsafe fn bytes_to_0<'a>(pointer: *const c_char) -> &'a [u8] {
    if pointer.is_null() {
        return &[];
    }
    let bytes = pointer.cast::<u8>();
    let (mut length, mut next) = (0, bytes);
    // A volatile read, because compilers make a call of `strlen` of the loop otherwise, which a kernel may not have.
    // SAFETY: no byte before it is 0, and `# Safety` requires the rest.
    while unsafe { next.read_volatile() } != 0 {
        length += 1;
        // SAFETY: the byte before it is not 0, so that it is one of those that may be read.
        next = unsafe { bytes.add(length) };
    }
    // SAFETY: the loop has read each of them, and `# Safety` requires the rest.
    unsafe { core::slice::from_raw_parts(bytes, length) }
}

/// The numbers that a pointer points to, set to zeros: they may be uninitialised.
///
/// # Safety
///
/// As for [`outputs`].
pub(crate) unsafe fn zeros<'a, T: Copy + Default>(
    pointer: *mut T,
    count: usize,
    argument: &'static str,
) -> Result<&'a mut [T], Failure> {
    // SAFETY: `# Safety` of this function requires the same.
    unsafe { outputs(pointer, count, argument) }?.fill(MaybeUninit::new(T::default()));
    // SAFETY: they are initialised now, and `# Safety` requires the rest.
    unsafe { slice_mut(pointer, count, argument) }
}

/// A list for C: as many items as fit its array, and the number of all items.
pub(crate) struct Listing<'a, T> {
    outputs: &'a mut [MaybeUninit<T>],
    found: &'a mut usize,
}

impl<T> Listing<'_, T> {
    /// # Safety
    ///
    /// As for [`outputs`] and [`output`].
    #[inline]
    pub(crate) unsafe fn new(
        pointer: *mut T,
        capacity: usize,
        found: *mut usize,
        argument: &'static str,
    ) -> Result<Self, Failure> {
        Ok(Self {
            // SAFETY: `# Safety` of this function requires the same.
            outputs: unsafe { outputs(pointer, capacity, argument) }?,
            // SAFETY: `# Safety` of this function requires the same.
            found: unsafe { output(found, "found") }?.write(0),
        })
    }

    /// Counts an item, and makes it if it fits.
    #[inline]
    pub(crate) fn push(&mut self, item: impl FnOnce() -> T) {
        if let Some(output) = self.outputs.get_mut(*self.found) {
            output.write(item());
        }
        *self.found += 1;
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

    /// Converts every element of an array from C, or returns the failure of the first that is wrong.
    #[inline]
    pub(crate) fn fill<C>(
        &mut self,
        given: &[C],
        argument: &'static str,
        convert: impl Fn(usize, &C) -> Result<T, Failure>,
    ) -> Result<&[T], Failure> {
        self.length = 0;
        if given.len() > MAXIMUM {
            return Err(Cause::TooMany {
                argument: argument.into(),
                given: given.len(),
                maximum: MAXIMUM,
            }
            .into());
        }
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
