//! Where vertex and index data comes from.
//!
//! An attribute buffer needs an address, and the data that an application names is not always where,
//! or what, the GPU can read: it lies in client memory, it is unaligned, its format is one that no
//! Mali fetches, or it changes while an earlier draw still reads it. This module plans what to do
//! about that. It allocates nothing and touches no memory: memory, fences and the GPU are the
//! caller's.
//!
//! Facts: ANGLE's description of its vertex and index buffers; Mesa's Panfrost for what a Mali reads
//! where it is.

mod constant_value;
#[cfg_attr(not(test), expect(dead_code, reason = "for what plans a draw"))]
mod constants;
mod conversion;
mod error;
mod index_bounds;
mod index_conversion;
mod index_type;
mod line_loop;
mod little_endian;
mod reading;
mod reservation;
mod sequence;
mod stream;
mod streams;
mod target;
mod vertex_format;

pub use constant_value::ConstantValue;
pub use constants::Constants;
pub use conversion::{Component, Conversion};
pub use error::Error;
pub use index_bounds::index_bounds;
pub use index_conversion::convert_indices;
pub use index_type::IndexType;
pub use line_loop::{
    closing_segment, sequential_closing_segment, sequential_strip_length, strip_length,
    write_sequential_strip, write_strip,
};
pub use reading::Reading;
pub use reservation::{Placement, Reservation, Retired};
pub use sequence::Sequence;
pub use stream::{Stream, WhenFull};
pub use streams::{StreamKind, Streams};
pub use target::Target;
pub use vertex_format::{ComponentCount, VertexFormat};
