use core::num::NonZeroU32;

use super::{Flag, Mistake, Number, Outcome, with_divisor};
use crate::arch::Arch;
use crate::divisor::Rounding;
use crate::draw::{
    DrawCall, DrawError, TableLayout, VertexAttribute, VertexBuffer, VertexInput, VertexInputState,
    check_overlap,
};
use crate::error::{Argument, Error};
use crate::fetch::InputRate;
use crate::padded_count::PaddedCount;
use crate::padding::Padding;
use crate::tri::tri;

/// A draw's arguments as the user wrote them.
#[derive(Clone, Copy)]
pub struct Draw {
    pub arch: Arch,
    pub vertices: u32,
    pub instances: Option<Number>,
    pub first_vertex: Option<Number>,
    pub first_instance: Option<Number>,
    pub primitive_vertices: Option<Number>,
    pub padded_vertices: Option<Number>,
    pub padding: Option<Padding>,
    pub rounding: Option<Rounding>,
    pub idvs: Option<Flag>,
    pub resource_table: Option<Number>,
    pub layout: Option<TableLayout>,
    pub reserved_buffers: Option<Number>,
    pub reserved_attributes: Option<Number>,
}

impl Draw {
    /// A draw in which all optional arguments are absent.
    pub const ABSENT: Self = Self {
        arch: Arch::V7,
        vertices: 0,
        instances: None,
        first_vertex: None,
        first_instance: None,
        primitive_vertices: None,
        padded_vertices: None,
        padding: None,
        rounding: None,
        idvs: None,
        resource_table: None,
        layout: None,
        reserved_buffers: None,
        reserved_attributes: None,
    };

    const fn call(self) -> Result<DrawCall, Error> {
        let mut call = DrawCall::any_instances(self.arch, self.vertices);
        if let Some(Number { value }) = self.instances {
            call.instances = Some(value);
        }
        if let Some(Number { value }) = self.first_vertex {
            tri!(self.arch.check_argument(Argument::FirstVertex));
            call.first_vertex = value;
        }
        if let Some(Number { value }) = self.first_instance {
            call.first_instance = value;
        }
        if let Some(Number { value }) = self.primitive_vertices {
            tri!(self.arch.check_argument(Argument::PrimitiveVertices));
            call.primitive_vertices = NonZeroU32::new(value);
            if value == 0 {
                return Err(Error::PrimitiveVertices);
            }
        }
        if let Some(Number { value }) = self.padded_vertices {
            tri!(self.arch.check_argument(Argument::PaddedVertices));
            call.padded_vertices = Some(tri!(PaddedCount::from_exact(value)));
        }
        if let Some(padding) = self.padding {
            tri!(self.arch.check_argument(Argument::Padding));
            call.padding = padding;
        }
        if let Some(rounding) = self.rounding {
            call.rounding = rounding;
        }
        if let Some(Flag { value }) = self.idvs {
            tri!(self.arch.check_argument(Argument::Idvs));
            call.idvs = value;
        }
        if let Some(Number { value }) = self.resource_table {
            tri!(self.arch.check_argument(Argument::ResourceTable));
            call.resource_table = value;
        }
        if let Some(layout) = self.layout {
            tri!(self.arch.check_argument(Argument::Layout));
            call.layout = layout;
        }
        if let Some(Number { value }) = self.reserved_buffers {
            call.reserved_buffers = value;
        }
        if let Some(Number { value }) = self.reserved_attributes {
            call.reserved_attributes = value;
        }
        Ok(call)
    }
}

/// A buffer's arguments as the user wrote them.
#[derive(Clone, Copy)]
pub struct Buffer {
    pub stride: u32,
    pub rate: InputRate,
    pub divisor: u32,
    pub size: Option<Number>,
}

impl Buffer {
    /// The values of absent arguments, for an element per vertex.
    pub const PER_VERTEX: Self = Self {
        stride: 0,
        rate: InputRate::Vertex,
        divisor: 1,
        size: None,
    };
    /// The values of absent arguments, for an element per instance.
    pub const PER_INSTANCE: Self = Self {
        rate: InputRate::from_gl_divisor(1),
        ..Self::PER_VERTEX
    };
    /// The values of absent arguments, for one element.
    pub const CONSTANT: Self = Self {
        rate: InputRate::Constant,
        ..Self::PER_VERTEX
    };

    const fn buffer(self) -> Result<VertexBuffer, Error> {
        Ok(VertexBuffer {
            stride: self.stride,
            rate: tri!(with_divisor(self.rate, self.divisor)),
            size: match self.size {
                Some(size) => Some(size.value),
                None => None,
            },
        })
    }
}

/// The length of an `Attribute`. If there is no such architecture, [`arch`](super::arch) reports that.
pub const fn attribute_words(arch: &str) -> usize {
    match Arch::from_name(arch) {
        Some(arch) => arch.attribute_words(),
        None => 0,
    }
}

/// Packs a draw. `overlap` has for each attribute whether it may reach into the next element. It is empty if none
/// may.
pub const fn pack_draw<
    const BUFFERS: usize,
    const ATTRIBUTES: usize,
    const WORDS: usize,
    const OVERLAPS: usize,
>(
    draw: Draw,
    buffers: [Buffer; BUFFERS],
    attributes: [VertexAttribute; ATTRIBUTES],
    overlap: [bool; OVERLAPS],
    buffer_names: [&'static str; BUFFERS],
    attribute_names: [&'static str; ATTRIBUTES],
) -> Outcome<VertexInput<BUFFERS, ATTRIBUTES, WORDS>> {
    let error = match draw_and_buffers(draw, buffers) {
        Ok((call, buffers)) => match VertexInput::new(call, buffers, attributes) {
            Ok(packed) => match check_overlap(&buffers, &attributes, &overlap) {
                Ok(()) => return Ok(packed),
                Err(error) => error,
            },
            Err(error) => error,
        },
        Err(error) => error,
    };
    Err(Mistake::new(error, &buffer_names, &attribute_names))
}

/// Packs the state of a pipeline. `draw` has no counts.
pub const fn pack_pipeline<const BUFFERS: usize, const ATTRIBUTES: usize, const OVERLAPS: usize>(
    draw: Draw,
    buffers: [Buffer; BUFFERS],
    attributes: [VertexAttribute; ATTRIBUTES],
    overlap: [bool; OVERLAPS],
    buffer_names: [&'static str; BUFFERS],
    attribute_names: [&'static str; ATTRIBUTES],
) -> Outcome<VertexInputState<BUFFERS, ATTRIBUTES>> {
    let error = match draw_and_buffers(draw, buffers) {
        Ok((call, buffers)) => {
            match VertexInputState::new(call.pipeline(), &buffers, &attributes) {
                Ok(packed) => match check_overlap(&buffers, &attributes, &overlap) {
                    Ok(()) => return Ok(packed),
                    Err(error) => error,
                },
                Err(error) => error,
            }
        }
        Err(error) => error,
    };
    Err(Mistake::new(error, &buffer_names, &attribute_names))
}

const fn draw_and_buffers<const BUFFERS: usize>(
    draw: Draw,
    given: [Buffer; BUFFERS],
) -> Result<(DrawCall, [VertexBuffer; BUFFERS]), DrawError> {
    let call = tri!(draw.call(), DrawError::Draw);
    let mut buffers = [VertexBuffer::new(0, InputRate::Vertex); BUFFERS];
    let mut buffer = 0;
    while buffer < BUFFERS {
        buffers[buffer] = match given[buffer].buffer() {
            Ok(buffer) => buffer,
            Err(error) => return Err(DrawError::Buffer { buffer, error }),
        };
        buffer += 1;
    }
    Ok((call, buffers))
}
