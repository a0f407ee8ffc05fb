//! The error of a failed call, for C.

use core::mem::MaybeUninit;
#[cfg(not(feature = "texts"))]
use core::mem::offset_of;

use mali_instancing::draw::DrawError;
use mali_instancing::{DecodeError, Error};

use crate::abi::cause::Cause;
#[cfg(feature = "texts")]
use crate::abi::status::MALI_INST_ERROR_TEXT_SIZE;
use crate::abi::status::{
    MALI_INST_NO_ELEMENT, mali_inst_error, mali_inst_status, of_cause, of_error,
};
#[cfg(feature = "texts")]
use crate::abi::text;

/// The numbers of a cause, and the cause itself only if the library has texts: without texts, a program would otherwise
/// contain the code for the numbers of all causes, even if it can fail in only two ways.
pub(crate) struct Failure {
    status: mali_inst_status,
    element: u32,
    #[cfg(feature = "texts")]
    cause: Cause,
}

impl From<Cause> for Failure {
    // The cause has the numbers, which are constants where it is made.
    #[expect(
        clippy::inline_always,
        reason = "a draw makes nothing of its failure, and other functions one of few"
    )]
    #[inline(always)]
    fn from(cause: Cause) -> Self {
        Self {
            status: of_cause(&cause),
            element: cause.element().unwrap_or(MALI_INST_NO_ELEMENT),
            #[cfg(feature = "texts")]
            cause,
        }
    }
}

impl From<Error> for Failure {
    // The cause is about no buffer and no attribute, and so has no place.
    #[cold]
    fn from(error: Error) -> Self {
        Self {
            status: of_error(&error),
            element: MALI_INST_NO_ELEMENT,
            #[cfg(feature = "texts")]
            cause: Cause::Draw(DrawError::Draw(error)),
        }
    }
}

impl From<DrawError> for Failure {
    #[cold]
    fn from(error: DrawError) -> Self {
        Cause::Draw(error).into()
    }
}

impl From<DecodeError> for Failure {
    #[cold]
    fn from(error: DecodeError) -> Self {
        Cause::Decode(error).into()
    }
}

#[cfg(feature = "planner")]
impl From<mali_buffers::Error> for Failure {
    #[cold]
    fn from(error: mali_buffers::Error) -> Self {
        match error {
            // A mistake that the core finds has the same number with and without a planner.
            mali_buffers::Error::Draw(error) => error.into(),
            error => Cause::Planner(error).into(),
        }
    }
}

#[cfg(feature = "varyings")]
impl From<mali_varyings::Error> for Failure {
    #[cold]
    fn from(error: mali_varyings::Error) -> Self {
        Cause::Varyings {
            error,
            element: None,
        }
        .into()
    }
}

impl Failure {
    /// The failure of a number from C that is not an allowed value, with the element of its array if it is in one.
    #[inline]
    pub(crate) fn value(
        argument: &'static str,
        element: Option<usize>,
        value: u32,
        allowed: &'static str,
    ) -> Self {
        Cause::Value {
            argument: argument.into(),
            element,
            value,
            allowed: allowed.into(),
        }
        .into()
    }

    /// Returns the status, and fills the caller's `mali_inst_error` if there is one.
    #[cold]
    pub(super) fn report(
        self,
        error: Option<&mut MaybeUninit<mali_inst_error>>,
    ) -> mali_inst_status {
        let Self {
            status, element, ..
        } = self;
        if let Some(error) = error {
            // The text is written in place: 500 bytes less of stack.
            #[cfg(feature = "texts")]
            text::write(
                &mut error
                    .write(mali_inst_error {
                        status,
                        element,
                        text: [0; MALI_INST_ERROR_TEXT_SIZE],
                    })
                    .text,
                &self.cause,
            );
            #[cfg(not(feature = "texts"))]
            WithoutText::write(error, status, element);
        }
        status
    }
}

/// The beginning of a `mali_inst_error` with an empty text. The rest of the text is not written, since
/// the code that sets 256 bytes to 0 takes a quarter of the memory of a small program.
#[cfg(not(feature = "texts"))]
#[repr(C)]
struct WithoutText {
    status: mali_inst_status,
    element: u32,
    end_of_text: core::ffi::c_char,
}

#[cfg(not(feature = "texts"))]
impl WithoutText {
    const FITS: () = assert!(
        offset_of!(Self, element) == offset_of!(mali_inst_error, element)
            && offset_of!(Self, end_of_text) == offset_of!(mali_inst_error, text)
            && align_of::<Self>() == align_of::<mali_inst_error>()
    );

    fn write(error: &mut MaybeUninit<mali_inst_error>, status: mali_inst_status, element: u32) {
        const { Self::FITS };
        let beginning = error.as_mut_ptr().cast::<Self>();
        // SAFETY: `error` may be written, is aligned as this is, and has at least its size.
        unsafe {
            beginning.write(Self {
                status,
                element,
                end_of_text: 0,
            });
        }
    }
}
