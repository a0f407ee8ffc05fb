use super::stop;
use crate::arch::Arch;
use crate::divisor::Rounding;
use crate::draw::TableLayout;
use crate::error::{Argument, Message};
use crate::padding::Padding;

/// A function for each kind of named value. It accepts `_` in place of `-`, because a macro's argument cannot contain
/// `-`.
macro_rules! named_values {
    ($($function:ident: $type:ident::$find:ident, $kind:literal, $allowed:literal;)*) => {$(
        #[track_caller]
        pub const fn $function(name: &str) -> $type {
            if let Some(value) = $type::$find(name) {
                return value;
            }
            let values = $type::ALL;
            let message = Message::new(concat!("unknown ", $kind, " `"));
            let mut message = as_written(message, name).text("`: ");
            let mut index = 0;
            while index < values.len() {
                message = message.text(separator(index, values.len())).text("`");
                message = as_written(message, values[index].name()).text("`");
                index += 1;
            }
            stop(&message.text($allowed))
        }
    )*};
}

named_values! {
    arch: Arch::from_any_name, "architecture", " are allowed, and the name of a GPU: `g52`";
    padding: Padding::from_name, "padding", " are allowed";
    rounding: Rounding::from_name, "rounding", " are allowed";
    layout: TableLayout::from_name, "layout", " are allowed";
}

/// Whether an argument has that key.
pub(super) const fn is_called(argument: Argument, key: &str) -> bool {
    match Argument::from_name(key) {
        // A derived `==` cannot be called in a constant.
        Some(named) => named as usize == argument as usize,
        None => false,
    }
}

const fn separator(index: usize, count: usize) -> &'static str {
    if index == 0 {
        ""
    } else if index + 1 < count {
        ", "
    } else {
        " and "
    }
}

/// Appends a name as it is written in a macro, with `_` in place of `-`.
const fn as_written(mut message: Message, name: &str) -> Message {
    let mut rest = name.as_bytes();
    loop {
        let mut length = 0;
        while length < rest.len() && !matches!(rest[length], b'-' | b'_') {
            length += 1;
        }
        // Both separators have one byte, so that the text is cut between characters.
        let (word, behind) = rest.split_at(length);
        if let Ok(word) = core::str::from_utf8(word) {
            message = message.text(word);
        }
        let Some((separator, behind)) = behind.split_first() else {
            return message;
        };
        message = message.text(if *separator == b'-' { "_" } else { "-" });
        rest = behind;
    }
}
