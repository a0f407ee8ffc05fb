use super::stop_with;
use crate::arch::Arch;
use crate::divisor::Rounding;
use crate::error::Message;
use crate::padding::Padding;

/// A function for each kind of value that an argument gives by its name, `_` replaced by `-`.
macro_rules! named_values {
    ($($function:ident: $type:ident, $kind:literal;)*) => {$(
        #[track_caller]
        pub const fn $function(name: &str) -> $type {
            let names = $type::ALL;
            match $type::from_name(name) {
                Some(value) => value,
                None => {
                    let message = Message::new(concat!("unknown ", $kind, " `"));
                    let mut message = as_written(message, name).text("`: ");
                    let mut index = 0;
                    while index < names.len() {
                        message = message.text(separator(index, names.len())).text("`");
                        message = as_written(message, names[index].name()).text("`");
                        index += 1;
                    }
                    stop_with(&message.text(" are allowed"))
                }
            }
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
