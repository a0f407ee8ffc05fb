//! The functions that the expansion of a macro calls. They are not for other use.
//!
//! A descriptor or a draw is packed by one call. Around that call is another one for each argument, which
//! panics if the error is about that argument. The span of that call is the argument, and `track_caller` makes rustc
//! report the panic there. All of it runs in constants only.

#![allow(clippy::must_use_candidate, reason = "only expansions call these")]

// `vertex_input.rs` packs a draw or a pipeline in one call, and `places.rs` has the calls around it that report its
// error. `instanced_attr.rs` packs one descriptor, in calls that check one argument each. The others convert arguments
// before that: `integer.rs` numbers, `names.rs` names, `field.rs` fields of a type.

mod field;
mod instanced_attr;
mod integer;
mod names;
mod places;
mod vertex_input;

pub use mali_instancing_macros::{instanced_attr, vertex_input};

use crate::error::{Error, Message};
use crate::fetch::InputRate;

pub use field::{in_array, in_field};
pub use instanced_attr::{
    Arguments, Checked, address, attribute_buffer, instances, packed_or_any, vertices,
};
pub use integer::{Integer, IntegerType, of_32_bits, of_64_bits};
pub use names::{arch, layout, padding, rounding};
pub use places::{
    Mistake, Outcome, at, at_divisor, at_offset, at_stride, finish, in_attribute, in_buffer,
};
pub use vertex_input::{
    Buffer, Draw, any_draw, any_pipeline, attribute_words, pack_draw, pack_pipeline,
};

/// A count or a number of bytes. If the number were the argument of a function or of `Some`, rustc would report a wrong
/// type with a signature that the user never wrote.
#[derive(Clone, Copy)]
pub struct Number {
    /// The value as the user wrote it.
    pub value: u32,
}

/// A `bool`.
#[derive(Clone, Copy)]
pub struct Flag {
    /// The value as the user wrote it.
    pub value: bool,
}

/// Panics for a name that is not a constant, which a pattern would take for a binding.
#[track_caller]
pub const fn known_when_compiled(name: &str, takes_any_value: bool) {
    if takes_any_value {
        let message = Message::new("`").text(name);
        let message = message.text(
            "` is no constant, and a macro takes constants only; at run time, `FetchMode::new` and \
             `draw::write` look up what `mali_instancing::lookup` has",
        );
        stop(&message)
    }
}

/// The rate of a buffer with the argument `divisor`, which only a rate per instance uses.
const fn with_divisor(rate: InputRate, divisor: u32) -> Result<InputRate, Error> {
    match rate {
        InputRate::Instance { .. } => InputRate::instance(divisor),
        rate => Ok(rate),
    }
}

#[track_caller]
const fn stop(message: &Message) -> ! {
    panic!("{}", message.as_str())
}
