//! What the expansion of a macro calls. Not for anybody else.
//!
//! Each check panics under its own argument: the call is placed there, and `track_caller` takes
//! the blame up to it. All of it runs in constants only.

#![allow(clippy::must_use_candidate, reason = "only expansions call these")]

mod instanced_attr;
mod names;
mod vertex_input;

pub use mali_instancing_macros::{instanced_attr, vertex_input};

use crate::error::{Error, Message};
use crate::fetch::InputRate;

pub use instanced_attr::{
    Arguments, Draft, buffer_address, constant, padded_count, per_instance, per_vertex,
    thread_count,
};
pub use names::{arch, padding, rounding};
pub use vertex_input::{
    VertexInputBuilder, attribute, attribute_words, buffer, built_in_id, finish, format, idvs,
    instances, primitive_vertices, resource_table, room_for_buffer, vertices,
};

/// A count or a number of bytes.
#[derive(Clone, Copy)]
pub struct Number {
    /// As the user wrote it.
    pub value: u32,
}

/// A switch.
#[derive(Clone, Copy)]
pub struct Flag {
    /// As the user wrote it.
    pub value: bool,
}

#[track_caller]
pub const fn instance_rate(divisor: Number) -> InputRate {
    match InputRate::instance(divisor.value) {
        Ok(rate) => rate,
        Err(error) => stop(error),
    }
}

/// Stops at a name that a pattern takes for any value.
#[track_caller]
pub const fn known_when_compiled(name: &str, takes_any_value: bool) {
    if takes_any_value {
        let message = Message::new("`").text(name);
        let message = message.text(
            "` is no constant, and a macro takes constants only; at run time, `FetchMode::new` and \
             `draw::write` look up what `mali_instancing::lookup` has",
        );
        stop_with(&message)
    }
}

#[track_caller]
const fn stop(error: Error) -> ! {
    stop_with(&error.message())
}

#[track_caller]
const fn stop_with(message: &Message) -> ! {
    panic!("{}", message.as_str())
}
