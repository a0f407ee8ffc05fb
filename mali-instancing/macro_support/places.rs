//! Calls that stand under an argument, and panic if the error is about it.

use super::{Outcome, stop};
use crate::draw::DrawError;
use crate::error::{Argument, Message, Part};
use crate::names::are_equal;

/// Stops at an argument of the draw, by its key.
#[track_caller]
pub const fn at<T: Copy>(outcome: Outcome<T>, key: &str) -> Outcome<T> {
    if let Err(error) = outcome {
        let place = error.place();
        if matches!(place.part, Part::Draw) && is(place.argument, key) {
            stop(&error.message())
        }
    }
    outcome
}

/// Stops at an argument of a buffer.
#[track_caller]
pub const fn at_buffer<T: Copy>(
    outcome: Outcome<T>,
    number: usize,
    name: &str,
    key: &str,
) -> Outcome<T> {
    if let Err(error) = outcome {
        if is(error.place().argument, key) {
            return in_buffer(outcome, number, name);
        }
    }
    outcome
}

/// Stops at a buffer for whatever is wrong with it.
#[track_caller]
pub const fn in_buffer<T: Copy>(outcome: Outcome<T>, number: usize, name: &str) -> Outcome<T> {
    if let Err(error) = outcome {
        match error.place().part {
            Part::Buffer(buffer) if buffer == number => stop_in("buffer `", name, error),
            _ => {}
        }
    }
    outcome
}

/// Stops at an argument of an attribute.
#[track_caller]
pub const fn at_attribute<T: Copy>(
    outcome: Outcome<T>,
    number: usize,
    name: &str,
    key: &str,
) -> Outcome<T> {
    if let Err(error) = outcome {
        if is(error.place().argument, key) {
            return in_attribute(outcome, number, name);
        }
    }
    outcome
}

/// Stops at an attribute for whatever is wrong with it.
#[track_caller]
pub const fn in_attribute<T: Copy>(outcome: Outcome<T>, number: usize, name: &str) -> Outcome<T> {
    if let Err(error) = outcome {
        match error.place().part {
            Part::Attribute(attribute) if attribute == number => {
                stop_in("attribute `", name, error)
            }
            _ => {}
        }
    }
    outcome
}

/// Stops for whatever is wrong.
#[track_caller]
pub const fn finish<T: Copy>(outcome: Outcome<T>) -> T {
    match outcome {
        Ok(value) => value,
        Err(error) => stop(&error.message()),
    }
}

/// Stops with the name of a part in place of its number.
#[track_caller]
const fn stop_in(part: &str, name: &str, error: DrawError) -> ! {
    let message = Message::new(part).text(name).text("`: ");
    stop(&message.text(error.reason().as_str()))
}

const fn is(argument: Argument, key: &str) -> bool {
    are_equal(argument.name(), key)
}
