//! The place of an error: the draw, a buffer or an attribute, and the argument of it.

use super::argument::Argument;

/// A part of a draw, which has its own arguments.
///
/// Buffers and attributes are counted from 0, in the order in which they were given.
///
/// ```
/// use mali_instancing::Part;
/// use mali_instancing::draw::DrawError;
///
/// let error = DrawError::BufferSize { buffer: 2, size: u32::MAX, remainder: 1 };
/// assert_eq!(error.place().part, Part::Buffer(2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The draw itself, or a descriptor that is made alone.
    Draw,
    /// A buffer.
    Buffer(usize),
    /// An attribute.
    Attribute(usize),
}

/// The argument that an error is about.
///
/// The argument may be absent, if its default is wrong: an attribute without an offset can end outside
/// its element.
///
/// ```
/// use mali_instancing::draw::{DrawCounts, Pipeline, VertexBuffer, VertexInput};
/// use mali_instancing::{Arch, Argument, InputRate, Part, Place};
///
/// let pipeline = Pipeline::new(Arch::V7);
/// let counts = DrawCounts::any_instances(70);
/// let buffers = [VertexBuffer::new(64, InputRate::from_gl_divisor(u32::MAX))];
/// let error = VertexInput::<1, 0, 2>::new(pipeline, counts, buffers, []).unwrap_err();
/// assert_eq!(error.place(), Place { part: Part::Buffer(0), argument: Argument::Divisor });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The part of the draw.
    pub part: Part,
    /// The part's argument.
    pub argument: Argument,
}
