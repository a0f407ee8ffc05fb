use super::stop;
use crate::arch::Arch;
use crate::divisor::Rounding;
use crate::error::Message;
use crate::padding::Padding;

/// A function for each kind of value that an argument gives by its name, with `_` for `-`.
macro_rules! named_values {
    ($($function:ident: $type:ident, $kind:literal;)*) => {$(
        #[track_caller]
        pub const fn $function(written: &str) -> $type {
            let values = $type::ALL;
            let mut index = 0;
            while index < values.len() {
                if is_written(values[index].name(), written) {
                    return values[index];
                }
                index += 1;
            }
            let message = Message::new(concat!("unknown ", $kind, " `"));
            let mut message = message.text(written).text("`: ");
            let mut index = 0;
            while index < values.len() {
                message = message.text(separator(index, values.len())).text("`");
                message = as_written(message, values[index].name()).text("`");
                index += 1;
            }
            stop(&message.text(" are allowed"))
        }
    )*};
}

named_values! {
    arch: Arch, "architecture";
    padding: Padding, "padding";
    rounding: Rounding, "rounding";
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

/// Whether a name is written so, with `_` for `-`.
const fn is_written(name: &str, written: &str) -> bool {
    let (name, written) = (name.as_bytes(), written.as_bytes());
    if name.len() != written.len() {
        return false;
    }
    let mut index = 0;
    while index < name.len() {
        let letter = if name[index] == b'-' {
            b'_'
        } else {
            name[index]
        };
        if letter != written[index] {
            return false;
        }
        index += 1;
    }
    true
}

/// Appends a name as an argument of a macro has it, with `_` for `-`.
const fn as_written(mut message: Message, name: &str) -> Message {
    let mut rest = name.as_bytes();
    loop {
        let mut length = 0;
        while length < rest.len() && rest[length] != b'-' {
            length += 1;
        }
        let (word, behind) = rest.split_at(length);
        if let Ok(word) = core::str::from_utf8(word) {
            message = message.text(word);
        }
        let Some((_, behind)) = behind.split_first() else {
            return message;
        };
        message = message.text("_");
        rest = behind;
    }
}
