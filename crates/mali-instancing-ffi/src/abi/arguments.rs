//! The arguments of a function that C calls, and what C promises of them.
//!
//! A function names its pointers by [`arguments!`], and each becomes an [`Input`] or an [`Output`], whose methods check it
//! and borrow what it points to. So this is said once, for all functions: no function can check the following, which
//! callers promise. By `# Safety` of a function, each of its arguments, and each pointer in a structure that it reads, is
//! null or points to as much memory as the function reads or writes until it returns, in the state that it needs: what is
//! read is initialised, nothing changes it meanwhile, and an opaque structure is zeros or was filled by a function of the
//! library. Callbacks keep their rules. By the text before all functions of the header, what is written overlaps nothing
//! else.
//!
//! Every pointer is checked before it is followed: that it is not null, that it is aligned, and that memory can have the
//! length.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use crate::abi::cause::Cause;
use crate::abi::failure::Failure;
use crate::abi::status::{MALI_INST_OK, mali_inst_error, mali_inst_status};

/// A pointer that C gave, with its name, for as long as what it points to may be borrowed.
pub(crate) struct Argument<'a, P> {
    pointer: P,
    length: usize,
    name: &'static str,
    borrowed: PhantomData<&'a ()>,
}

/// A pointer to what a function reads.
pub(crate) type Input<'a, T> = Argument<'a, *const T>;

/// A pointer to what a function writes. Its methods take it away, so that nothing is borrowed twice.
pub(crate) type Output<'a, T> = Argument<'a, *mut T>;

/// Makes arguments of the pointers of these names: `slots[slot_count]` is an array of that length, or an opaque structure
/// of that size. With `in state`, the pointers are fields of the structure `state`, which is an input itself. `unsafe` is
/// written at each use, since only pointers from C may be there, once each, with the lengths that C gave with them.
macro_rules! arguments {
    (@length) => { 1 };
    (@length $length:expr) => { $length };
    (unsafe { $($name:ident $([$length:expr])?),+ }) => {
        // A local of the function: what is borrowed by it cannot be kept for longer than the call.
        let call = ();
        $(
            // SAFETY: it is an argument of the function, whose `# Safety` promises what the module `arguments` says.
            let $name = unsafe {
                $crate::abi::arguments::Argument::new(
                    $name,
                    $crate::abi::arguments::arguments!(@length $($length)?),
                    stringify!($name),
                    &call,
                )
            };
        )+
    };
    (unsafe in $structure:ident { $($name:ident $([$length:expr])?),+ }) => {
        $(
            // SAFETY: it is in an argument of the function, whose `# Safety` promises what the module `arguments` says.
            let $name = unsafe {
                $crate::abi::arguments::Argument::new(
                    $structure.$name,
                    $crate::abi::arguments::arguments!(@length $($length)?),
                    stringify!($name),
                    $structure,
                )
            };
        )+
    };
}
pub(crate) use arguments;

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
    // The longest slice that Rust allows. `T` has a size: a `mali_inst_planner_state`, which has none, is cast first.
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

#[expect(clippy::expl_impl_clone_on_copy, reason = "an output is not copied")]
impl<T> Clone for Input<'_, T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Input<'_, T> {}

impl<'a, P> Argument<'a, P> {
    /// # Safety
    ///
    /// C gave the pointer, with the length, to the function that `call` lives in, or to what `call` is, or it belongs to
    /// `call`. Nothing else is made of it while that is borrowed. What the module says of it is promised.
    #[inline]
    pub(crate) unsafe fn new<Call: ?Sized>(
        pointer: P,
        length: usize,
        name: &'static str,
        _call: &'a Call,
    ) -> Self {
        Self {
            pointer,
            length,
            name,
            borrowed: PhantomData,
        }
    }

    /// The argument's name.
    #[inline]
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    /// The array's length, as C gave it.
    #[inline]
    pub(crate) fn length(&self) -> usize {
        self.length
    }

    /// The first elements of the array, if it has that many.
    #[inline]
    pub(crate) fn first(self, needed: usize) -> Result<Self, Failure> {
        let given = self.length;
        if given < needed {
            return Err(Cause::TooFewWords { given, needed }.into());
        }
        Ok(Self {
            length: needed,
            ..self
        })
    }
}

impl<'a, T: 'a> Input<'a, T> {
    /// The pointer, if it is not null.
    #[inline]
    pub(crate) fn if_any(self) -> Option<Self> {
        (!self.pointer.is_null()).then_some(self)
    }

    /// The same memory as an array of another type.
    ///
    /// # Safety
    ///
    /// The memory is an array of that type and length.
    #[inline]
    pub(crate) unsafe fn cast<U>(self, length: usize) -> Input<'a, U> {
        Input {
            pointer: self.pointer.cast(),
            length,
            name: self.name,
            borrowed: PhantomData,
        }
    }

    /// The value.
    #[inline]
    pub(crate) fn get(self) -> Result<&'a T, Failure> {
        check(self.pointer, 1, self.name)?;
        // SAFETY: an input, which is neither null nor misaligned.
        Ok(unsafe { &*self.pointer })
    }

    /// The value that is known if the pointer is not null.
    #[inline]
    pub(crate) fn known(self) -> Result<Option<T>, Failure>
    where
        T: Copy,
    {
        self.if_any().map(|known| known.get().copied()).transpose()
    }

    /// The array that is known if the pointer is not null.
    #[inline]
    pub(crate) fn known_array<const LENGTH: usize>(self) -> Result<Option<[T; LENGTH]>, Failure>
    where
        T: Copy,
    {
        match self.if_any() {
            None => Ok(None),
            Some(known) => Ok(known.slice()?.first_chunk().copied()),
        }
    }

    /// The array.
    #[inline]
    pub(crate) fn slice(self) -> Result<&'a [T], Failure> {
        if self.length == 0 {
            return Ok(&[]);
        }
        check(self.pointer, self.length, self.name)?;
        // SAFETY: an input, which is neither null nor misaligned, and memory can have the length.
        Ok(unsafe { core::slice::from_raw_parts(self.pointer, self.length) })
    }
}

#[cfg(feature = "varyings")]
impl<'a> Input<'a, core::ffi::c_char> {
    /// The bytes up to the first 0; none if the pointer is null.
    pub(crate) fn bytes_to_0(self) -> &'a [u8] {
        if self.pointer.is_null() {
            return &[];
        }
        let bytes = self.pointer.cast::<u8>();
        let (mut length, mut next) = (0, bytes);
        // A volatile read, because compilers make a call of `strlen` of the loop otherwise, which a kernel may not have.
        // SAFETY: no byte before it is 0, and an input ends with a 0.
        while unsafe { next.read_volatile() } != 0 {
            length += 1;
            // SAFETY: the byte before it is not 0, so that it is one of those that may be read.
            next = unsafe { bytes.add(length) };
        }
        // SAFETY: the loop has read each of them.
        unsafe { core::slice::from_raw_parts(bytes, length) }
    }
}

impl<'a, T> Output<'a, T> {
    /// The same memory as an array of another type.
    ///
    /// # Safety
    ///
    /// The memory has room for an array of that type and length.
    #[inline]
    pub(crate) unsafe fn cast<U>(self, length: usize) -> Output<'a, U> {
        Output {
            pointer: self.pointer.cast(),
            length,
            name: self.name,
            borrowed: PhantomData,
        }
    }

    /// The same memory, to be read.
    #[cfg(feature = "planner")]
    #[inline]
    pub(crate) fn input(&self) -> Input<'_, T> {
        Input {
            pointer: self.pointer,
            length: self.length,
            name: self.name,
            borrowed: PhantomData,
        }
    }

    /// The memory of the value.
    #[inline]
    pub(crate) fn get(self) -> Result<&'a mut MaybeUninit<T>, Failure> {
        check(self.pointer, 1, self.name)?;
        // SAFETY: an output, which is neither null nor misaligned.
        Ok(unsafe { &mut *self.pointer.cast() })
    }

    /// Writes the value.
    #[inline]
    pub(crate) fn write(self, value: T) -> Result<(), Failure> {
        self.get()?.write(value);
        Ok(())
    }

    /// The pointer, if it is not null.
    #[inline]
    pub(crate) fn if_any(self) -> Option<Self> {
        (!self.pointer.is_null()).then_some(self)
    }

    /// The memory of the array.
    #[inline]
    pub(crate) fn slice(self) -> Result<&'a mut [MaybeUninit<T>], Failure> {
        if self.length == 0 {
            return Ok(&mut []);
        }
        check(self.pointer, self.length, self.name)?;
        // SAFETY: an output, which is neither null nor misaligned, and memory can have the length.
        Ok(unsafe { core::slice::from_raw_parts_mut(self.pointer.cast(), self.length) })
    }

    /// The array, whose elements are initialised.
    #[inline]
    pub(crate) fn initialised(self) -> Result<&'a mut [T], Failure> {
        let elements = self.slice()?;
        // SAFETY: an output, in the state that the function needs.
        Ok(unsafe { assume_init(elements) })
    }

    /// The array, set to zeros.
    #[inline]
    pub(crate) fn zeros(self) -> Result<&'a mut [T], Failure>
    where
        T: Copy + Default,
    {
        let elements = self.slice()?;
        elements.fill(MaybeUninit::new(T::default()));
        // SAFETY: they are initialised now.
        Ok(unsafe { assume_init(elements) })
    }
}

impl Output<'_, mali_inst_error> {
    /// The status of a function. Its failure is written here, if there is a place for it.
    // Inlined, a library without texts is smaller.
    #[cfg_attr(
        not(feature = "texts"),
        expect(clippy::inline_always, reason = "4 to 60 bytes less"),
        inline(always)
    )]
    #[cfg_attr(feature = "texts", inline)]
    pub(crate) fn status_of(self, run: impl FnOnce() -> Result<(), Failure>) -> mali_inst_status {
        match run() {
            Ok(()) => MALI_INST_OK,
            Err(failure) => failure.report(self.get().ok()),
        }
    }
}

/// The elements of an array that is initialised.
///
/// # Safety
///
/// All of them are.
#[inline]
unsafe fn assume_init<T>(elements: &mut [MaybeUninit<T>]) -> &mut [T] {
    // SAFETY: `# Safety` requires it.
    unsafe { &mut *(core::ptr::from_mut(elements) as *mut [T]) }
}
