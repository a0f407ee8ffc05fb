//! The page's questions to the libraries: a question in JSON in, an answer in JSON out.
//!
//! The page writes a question to the address that [`room`] returns, and [`answer`] returns the address of the answer.
//! The module has no other entry points. The page loads two of it: one of the feature `draws`, and one of the feature
//! `varyings`, with the readers of shaders, when its view is opened. The libraries pad, divide, pack, check and run the reference model; this
//! crate only combines their results into one answer for a whole view.

#[cfg(feature = "draws")]
mod answers;
mod ask;
#[cfg(feature = "draws")]
mod draw;
#[cfg(feature = "varyings")]
mod varyings;

use std::cell::RefCell;

thread_local! {
    /// The question, which the answer then replaces.
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a question of this many bytes, and returns its address.
#[expect(
    unsafe_code,
    reason = "a name that JavaScript can call is one that nothing else may have"
)]
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        // The page writes before the next call of either function, so the memory stays where it is.
        *text = vec![0; bytes];
        text.as_mut_ptr()
    })
}

/// Answers the question in the room. Returns the answer's address, and its length in the upper 32 bits.
#[expect(
    unsafe_code,
    reason = "a name that JavaScript can call is one that nothing else may have"
)]
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> u64 {
    TEXT.with_borrow_mut(|text| {
        // The answer lies in its own memory until the next question, and the page reads it before that.
        *text = ask::answer(text);
        (text.len() as u64) << 32 | text.as_ptr() as usize as u64
    })
}
