//! Writing text into memory of C.

use core::ffi::c_char;
use core::fmt::{self, Write};

/// A writer of as many whole characters as fit. It always leaves a byte for the 0 at the end.
struct Text<'a> {
    place: &'a mut [c_char],
    length: usize,
}

impl fmt::Write for Text<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for character in text.chars() {
            let mut bytes = [0; 4];
            let bytes = character.encode_utf8(&mut bytes).as_bytes();
            // After a character that does not fit, nothing more is written.
            let place = self.place.get_mut(self.length..).unwrap_or_default();
            // A byte is left for the 0 at the end.
            if place.len() <= bytes.len() {
                return Err(fmt::Error);
            }
            for (place, byte) in place.iter_mut().zip(bytes) {
                *place = c_char::from_ne_bytes([*byte]);
            }
            self.length += bytes.len();
        }
        Ok(())
    }
}

/// Writes the text of `write`, cut off at the end of the memory, and a 0 after it.
fn write_with(place: &mut [c_char], write: impl FnOnce(&mut Text<'_>) -> fmt::Result) {
    let mut text = Text { place, length: 0 };
    // Writing only fails if the text is cut off.
    let _ = write(&mut text);
    let length = text.length;
    // It is in the array, unless the array is empty.
    if let Some(end) = place.get_mut(length) {
        *end = 0;
    }
}

/// Writes `value`, cut off at the end of the memory, and a 0 after it.
pub(crate) fn write(place: &mut [c_char], value: impl fmt::Display) {
    write_with(place, |text| write!(text, "{value}"));
}

/// The text of `value`, cut off if it does not fit, with a 0 at its end.
pub(crate) fn array<const SIZE: usize>(value: impl fmt::Display) -> [c_char; SIZE] {
    let mut place = [0; SIZE];
    write(&mut place, value);
    place
}

/// The text of all items, with commas between them, cut off as [`array`] does.
pub(crate) fn list<Item, Shown: fmt::Display, const SIZE: usize>(
    items: impl Iterator<Item = Item>,
    show: impl Fn(Item) -> Shown,
) -> [c_char; SIZE] {
    let mut place = [0; SIZE];
    write_with(&mut place, |text| {
        for (number, item) in items.enumerate() {
            let separator = if number == 0 { "" } else { ", " };
            write!(text, "{separator}{}", show(item))?;
        }
        Ok(())
    });
    place
}
