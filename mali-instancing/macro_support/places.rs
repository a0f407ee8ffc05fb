//! Functions whose call has the span of an argument, and panics if the error is about that argument.
//!
//! Only an error is passed through them, so that a draw without one costs the compiler no evaluation of these calls. It
//! still resolves and checks each: so an error contains the name of its part, and that is not an argument of each call.

use super::names::is_called;
use super::stop;
use crate::draw::DrawError;
use crate::error::{Argument, Message, Part};

/// The result of packing.
pub type Outcome<T> = Result<T, Mistake>;

/// The error in a draw. It is passed by value from call to call: with a reference, rustc would report the error twice.
#[derive(Clone, Copy)]
pub struct Mistake {
    error: DrawError,
    /// The user's name for the part that is wrong; empty for the draw.
    name: &'static str,
}

impl Mistake {
    pub(super) const fn new(
        error: DrawError,
        buffers: &[&'static str],
        attributes: &[&'static str],
    ) -> Self {
        let (names, number) = match error.place().part {
            // The draw itself has no name: this number is after the end of any list.
            Part::Draw => (buffers, usize::MAX),
            Part::Buffer(number) => (buffers, number),
            Part::Attribute(number) => (attributes, number),
        };
        let name = if number < names.len() {
            names[number]
        } else {
            ""
        };
        Self { error, name }
    }

    const fn is_about(&self, argument: Argument) -> bool {
        // A derived `==` cannot be called in a constant.
        self.error.place().argument as usize == argument as usize
    }
}

/// Panics if the error is about the draw's argument with that key.
#[track_caller]
pub const fn at(mistake: Mistake, key: &str) -> Mistake {
    let place = mistake.error.place();
    if matches!(place.part, Part::Draw) && is_called(place.argument, key) {
        stop(&mistake.error.message())
    }
    mistake
}

/// Panics if the error is about a buffer's divisor.
#[track_caller]
pub const fn at_divisor(mistake: Mistake, number: usize) -> Mistake {
    if mistake.is_about(Argument::Divisor) {
        return in_buffer(mistake, number);
    }
    mistake
}

/// Panics if the error is about a buffer's stride.
#[track_caller]
pub const fn at_stride(mistake: Mistake, number: usize) -> Mistake {
    if mistake.is_about(Argument::Stride) {
        return in_buffer(mistake, number);
    }
    mistake
}

/// Panics if the error is about a buffer.
#[track_caller]
pub const fn in_buffer(mistake: Mistake, number: usize) -> Mistake {
    match mistake.error.place().part {
        Part::Buffer(buffer) if buffer == number => stop_in("buffer `", mistake),
        _ => mistake,
    }
}

/// Panics if the error is about an attribute's offset.
#[track_caller]
pub const fn at_offset(mistake: Mistake, number: usize) -> Mistake {
    if mistake.is_about(Argument::Offset) {
        return in_attribute(mistake, number);
    }
    mistake
}

/// Panics if the error is about an attribute.
#[track_caller]
pub const fn in_attribute(mistake: Mistake, number: usize) -> Mistake {
    match mistake.error.place().part {
        Part::Attribute(attribute) if attribute == number => stop_in("attribute `", mistake),
        _ => mistake,
    }
}

/// Panics for any error.
#[track_caller]
pub const fn finish(mistake: Mistake) -> ! {
    stop(&mistake.error.message())
}

/// Panics with the name of a part in place of its number.
#[track_caller]
const fn stop_in(part: &str, Mistake { error, name }: Mistake) -> ! {
    let message = Message::new(part).text(name).text("`: ");
    stop(&message.text(error.reason().as_str()))
}
