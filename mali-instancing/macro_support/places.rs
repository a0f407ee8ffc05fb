//! Functions whose call has the span of an argument, and panics if the error is about that argument.
//!
//! The compiler needs more time to resolve and check each call and its arguments than to evaluate it. So an error
//! contains the name of its part, and that is not an argument of each call.

use super::names::is_called;
use super::stop;
use crate::draw::DrawError;
use crate::error::{Argument, Message, Part};

/// The result of packing. It is passed by value from call to call: with a reference, rustc would report
/// the error twice.
pub type Outcome<T> = Result<T, Mistake>;

/// The error in a draw.
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
        self.error.place().argument as usize == argument as usize
    }
}

/// Panics if the error is about the draw's argument with that key.
#[track_caller]
pub const fn at<T>(outcome: Outcome<T>, key: &str) -> Outcome<T> {
    if let Err(Mistake { error, .. }) = outcome {
        let place = error.place();
        if matches!(place.part, Part::Draw) && is_called(place.argument, key) {
            stop(&error.message())
        }
    }
    outcome
}

/// Panics if the error is about a buffer's divisor.
#[track_caller]
pub const fn at_divisor<T>(outcome: Outcome<T>, number: usize) -> Outcome<T> {
    match outcome {
        Err(mistake) if mistake.is_about(Argument::Divisor) => in_buffer(outcome, number),
        _ => outcome,
    }
}

/// Panics if the error is about a buffer's stride.
#[track_caller]
pub const fn at_stride<T>(outcome: Outcome<T>, number: usize) -> Outcome<T> {
    match outcome {
        Err(mistake) if mistake.is_about(Argument::Stride) => in_buffer(outcome, number),
        _ => outcome,
    }
}

/// Panics if the error is about a buffer.
#[track_caller]
pub const fn in_buffer<T>(outcome: Outcome<T>, number: usize) -> Outcome<T> {
    if let Err(mistake) = outcome {
        match mistake.error.place().part {
            Part::Buffer(buffer) if buffer == number => stop_in("buffer `", mistake),
            _ => {}
        }
    }
    outcome
}

/// Panics if the error is about an attribute's offset.
#[track_caller]
pub const fn at_offset<T>(outcome: Outcome<T>, number: usize) -> Outcome<T> {
    match outcome {
        Err(mistake) if mistake.is_about(Argument::Offset) => in_attribute(outcome, number),
        _ => outcome,
    }
}

/// Panics if the error is about an attribute.
#[track_caller]
pub const fn in_attribute<T>(outcome: Outcome<T>, number: usize) -> Outcome<T> {
    if let Err(mistake) = outcome {
        match mistake.error.place().part {
            Part::Attribute(attribute) if attribute == number => stop_in("attribute `", mistake),
            _ => {}
        }
    }
    outcome
}

/// Panics for any error.
#[track_caller]
pub const fn finish<T: Copy>(outcome: Outcome<T>) -> T {
    match outcome {
        Ok(value) => value,
        Err(mistake) => stop(&mistake.error.message()),
    }
}

/// Panics with the name of a part in place of its number.
#[track_caller]
const fn stop_in(part: &str, Mistake { error, name }: Mistake) -> ! {
    let message = Message::new(part).text(name).text("`: ");
    stop(&message.text(error.reason().as_str()))
}
