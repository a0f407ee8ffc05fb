//! What the expansion of a macro calls. Not for anybody else.
//!
//! Each check panics under its own argument: the call is placed there, and `track_caller` takes
//! the blame up to it. All of it runs in constants only.

#![allow(clippy::must_use_candidate, reason = "only expansions call these")]

mod vertex_input;

pub use mali_instancing_macros::{instanced_attr, vertex_input};

use crate::descriptor::BufferAddress;
use crate::dispatch::Dispatch;
use crate::divisor::Rounding;
use crate::error::{Error, Message};
use crate::fetch::{FetchMode, InputRate};
use crate::padding::{PaddedCount, Padding};

pub use vertex_input::{
    VertexInputBuilder, attribute, buffer, built_in_id, finish, format, idvs, instances, table,
    vertices,
};

/// A count or a number of bytes.
#[derive(Clone, Copy)]
pub struct Number {
    /// As the user wrote it.
    pub value: u32,
}

/// An address.
#[derive(Clone, Copy)]
pub struct Address {
    /// As the user wrote it.
    pub value: u64,
}

/// Yes or no.
#[derive(Clone, Copy)]
pub struct Flag {
    /// As the user wrote it.
    pub value: bool,
}

#[track_caller]
pub const fn padded_count(vertices: Number, padding: Padding, idvs: Flag) -> PaddedCount {
    let padded = if idvs.value {
        PaddedCount::for_idvs(vertices.value, padding)
    } else {
        PaddedCount::new(vertices.value, padding)
    };
    match padded {
        Ok(padded) => padded,
        Err(error) => stop(error),
    }
}

#[track_caller]
pub const fn dispatch(padded_vertices: PaddedCount, instances: Number) -> Dispatch {
    match Dispatch::new(padded_vertices, instances.value) {
        Ok(dispatch) => dispatch,
        Err(error) => stop(error),
    }
}

#[track_caller]
pub const fn instance_rate(divisor: Number) -> InputRate {
    match InputRate::instance(divisor.value) {
        Ok(rate) => rate,
        Err(error) => stop(error),
    }
}

#[track_caller]
pub const fn fetch_mode(dispatch: Dispatch, rate: InputRate, rounding: Rounding) -> FetchMode {
    match FetchMode::new(dispatch, rate, rounding) {
        Ok(mode) => mode,
        Err(error) => stop(error),
    }
}

#[track_caller]
pub const fn buffer_address(address: Address) -> BufferAddress {
    match BufferAddress::new(address.value) {
        Ok(address) => address,
        Err(error) => stop(error),
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
