use core::num::NonZeroU32;

use super::{Flag, Number, Outcome, Rate};
use crate::arch::Arch;
use crate::divisor::Rounding;
use crate::draw::{
    DrawCall, DrawError, VertexAttribute, VertexBuffer, VertexInput, VertexInputState,
    check_overlap,
};
use crate::error::{Argument, Error};
use crate::fetch::InputRate;
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
    pub padding: Option<Padding>,
    pub rounding: Option<Rounding>,
    pub idvs: Option<Flag>,
    pub resource_table: Option<Number>,
}

impl Draw {
    /// All that may be absent, absent.
    pub const ABSENT: Self = Self {
        arch: Arch::V7,
        vertices: 0,
        instances: None,
        first_vertex: None,
        first_instance: None,
        primitive_vertices: None,
        padding: None,
        rounding: None,
        idvs: None,
        resource_table: None,
    };

    const fn call(self) -> Result<DrawCall, Error> {
        let given = [
            (Argument::FirstVertex, self.first_vertex.is_some()),
            (
                Argument::PrimitiveVertices,
                self.primitive_vertices.is_some(),
            ),
            (Argument::Padding, self.padding.is_some()),
            (Argument::Idvs, self.idvs.is_some()),
            (Argument::ResourceTable, self.resource_table.is_some()),
        ];
        let mut index = 0;
        while index < given.len() {
            let (argument, is_given) = given[index];
            if is_given {
                if let Err(error) = self.arch.check_used(argument) {
                    return Err(error);
                }
            }
            index += 1;
        }
        let absent = DrawCall::new(self.arch, self.vertices);
        let primitive_vertices = match self.primitive_vertices {
            Some(vertices) => match NonZeroU32::new(vertices.value) {
                Some(vertices) => Some(vertices),
                None => return Err(Error::PrimitiveVertices),
            },
            None => None,
        };
        Ok(DrawCall {
            instances: match self.instances {
                Some(instances) => Some(instances.value),
                None => None,
            },
            first_vertex: value_or(self.first_vertex, absent.first_vertex),
            first_instance: value_or(self.first_instance, absent.first_instance),
            primitive_vertices,
            padding: match self.padding {
                Some(padding) => padding,
                None => absent.padding,
            },
            rounding: match self.rounding {
                Some(rounding) => rounding,
                None => absent.rounding,
            },
            idvs: match self.idvs {
                Some(idvs) => idvs.value,
                None => absent.idvs,
            },
            resource_table: value_or(self.resource_table, absent.resource_table),
            ..absent
        })
    }
}

const fn value_or(number: Option<Number>, absent: u32) -> u32 {
    match number {
        Some(number) => number.value,
        None => absent,
    }
}

/// A buffer's arguments as the user wrote them.
#[derive(Clone, Copy)]
pub struct Buffer {
    pub stride: u32,
    pub rate: Rate,
    pub divisor: u32,
    pub size: Option<Number>,
    pub first_element: u32,
}

impl Buffer {
    /// What an argument is that is absent, for an element per vertex.
    pub const PER_VERTEX: Self = Self {
        stride: 0,
        rate: Rate::Vertex,
        divisor: 1,
        size: None,
        first_element: 0,
    };
    /// The same, for an element per instance.
    pub const PER_INSTANCE: Self = Self {
        rate: Rate::Instance,
        ..Self::PER_VERTEX
    };
    /// The same, for one element.
    pub const CONSTANT: Self = Self {
        rate: Rate::Constant,
        ..Self::PER_VERTEX
    };

    const fn buffer(self) -> Result<VertexBuffer, Error> {
        match self.rate.with_divisor(self.divisor) {
            Ok(rate) => Ok(VertexBuffer {
                size: match self.size {
                    Some(size) => Some(size.value),
                    None => None,
                },
                first_element: self.first_element,
                ..VertexBuffer::new(self.stride, rate)
            }),
            Err(error) => Err(error),
        }
    }
}

/// The length of an `Attribute`. Where there is no such architecture, [`arch`](super::arch) says so.
pub const fn attribute_words(arch: &str) -> usize {
    match Arch::from_name(arch) {
        Some(arch) => arch.attribute_words(),
        None => 0,
    }
}

/// Packs a draw. An attribute may reach into the next element if `overlap`, by its number, says so.
pub const fn pack_draw<const BUFFERS: usize, const ATTRIBUTES: usize, const WORDS: usize>(
    draw: Draw,
    buffers: [Buffer; BUFFERS],
    attributes: [VertexAttribute; ATTRIBUTES],
    overlap: [bool; ATTRIBUTES],
) -> Outcome<VertexInput<BUFFERS, ATTRIBUTES, WORDS>> {
    let call = tri!(draw.call(), DrawError::Draw);
    let buffers = tri!(vertex_buffers(buffers));
    let packed = tri!(VertexInput::new(call, buffers, attributes));
    tri!(check_overlap(&buffers, &attributes, &overlap));
    Ok(packed)
}

/// Packs what a pipeline knows. The draw has no counts.
pub const fn pack_pipeline<const BUFFERS: usize, const ATTRIBUTES: usize>(
    draw: Draw,
    buffers: [Buffer; BUFFERS],
    attributes: [VertexAttribute; ATTRIBUTES],
    overlap: [bool; ATTRIBUTES],
) -> Outcome<VertexInputState<BUFFERS, ATTRIBUTES>> {
    let call = tri!(draw.call(), DrawError::Draw);
    let buffers = tri!(vertex_buffers(buffers));
    let packed = tri!(VertexInputState::new(
        call.pipeline(),
        &buffers,
        &attributes
    ));
    tri!(check_overlap(&buffers, &attributes, &overlap));
    Ok(packed)
}

const fn vertex_buffers<const BUFFERS: usize>(
    given: [Buffer; BUFFERS],
) -> Outcome<[VertexBuffer; BUFFERS]> {
    let mut buffers = [VertexBuffer::new(0, InputRate::Vertex); BUFFERS];
    let mut buffer = 0;
    while buffer < BUFFERS {
        buffers[buffer] = match given[buffer].buffer() {
            Ok(buffer) => buffer,
            Err(error) => return Err(DrawError::Buffer { buffer, error }),
        };
        buffer += 1;
    }
    Ok(buffers)
}
