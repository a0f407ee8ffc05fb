use core::num::NonZeroU32;

use super::{Flag, Mistake, Number, Outcome, stop, with_divisor};
use crate::arch::Arch;
use crate::divisor::Rounding;
use crate::draw::{
    DrawCounts, DrawError, Pipeline, TableLayout, VertexAttribute, VertexBuffer, VertexInput,
    VertexInputState, check_overlap,
};
use crate::error::{Argument, Error, tri};
use crate::fetch::InputRate;
use crate::format::Format;
use crate::padded_count::PaddedCount;
use crate::padding::Padding;

/// The type of what a macro takes for an argument, by its form.
macro_rules! written {
    (name $Name:ident) => {
        $Name
    };
    (flag) => {
        Flag
    };
    ($number:ident) => {
        Number
    };
}

/// The value of an argument's field, from what a macro takes.
macro_rules! value {
    ($given:ident name $Name:ident) => {
        $given
    };
    ($given:ident number) => {
        $given.value
    };
    ($given:ident flag) => {
        $given.value
    };
    ($given:ident known_number) => {
        Some($given.value)
    };
    ($given:ident nonzero_number) => {
        match NonZeroU32::new($given.value) {
            None => return Err(Error::PrimitiveVertices),
            vertices => vertices,
        }
    };
    ($given:ident padded_count) => {
        Some(tri!(PaddedCount::from_exact($given.value)))
    };
}

/// Declares the arguments of a draw.
macro_rules! draw {
    (
        {}
        $($half:ident {
            $({
                $(#[$doc:meta])*
                $field:ident, $with_field:ident: $Field:ty = $default:expr;
                $Argument:ident, $($form:ident)+;
                $($elsewhere:tt)*
            })*
        })*
    ) => {
        /// A draw's arguments as the user wrote them.
        #[derive(Clone, Copy)]
        pub struct Draw {
            pub arch: Arch,
            pub vertices: u32,
            $($(pub $field: Option<written!($($form)+)>,)*)*
        }

        impl Draw {
            /// A draw in which all optional arguments are absent.
            pub const ABSENT: Self = Self {
                arch: Arch::V7,
                vertices: 0,
                $($($field: None,)*)*
            };

            const fn halves(self) -> Result<Halves, Error> {
                let mut halves = Halves {
                    pipeline: Pipeline::new(self.arch),
                    counts: DrawCounts::any_instances(self.vertices),
                };
                $($(if let Some(given) = self.$field {
                    // By presence, not by value: an argument that the architecture ignores is wrong even with its
                    // default.
                    tri!(self.arch.check_argument(Argument::$Argument));
                    halves.$half.$field = value!(given $($form)+);
                })*)*
                Ok(halves)
            }
        }
    };
}

draw_arguments!(draw {});

struct Halves {
    pipeline: Pipeline,
    counts: DrawCounts,
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
    match Arch::from_any_name(arch) {
        Some(arch) => arch.attribute_words(),
        // 0 words, so that the type exists and the call of `arch` can report its name.
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
        Ok((Halves { pipeline, counts }, buffers)) => {
            match VertexInput::new(pipeline, counts, buffers, attributes) {
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
        Ok((Halves { pipeline, .. }, buffers)) => {
            match VertexInputState::new(pipeline, &buffers, &attributes) {
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

/// The state in place of one whose number rustc itself refuses.
pub const fn any_pipeline<const BUFFERS: usize, const ATTRIBUTES: usize>(
    _: Arch,
) -> VertexInputState<BUFFERS, ATTRIBUTES> {
    VertexInputState::empty()
}

/// The draw in place of one whose number rustc itself refuses.
#[track_caller]
pub const fn any_draw<const BUFFERS: usize, const ATTRIBUTES: usize, const WORDS: usize>(
    arch: Arch,
) -> VertexInput<BUFFERS, ATTRIBUTES, WORDS> {
    let buffers = [VertexBuffer::new(4, InputRate::Vertex); BUFFERS];
    // Any right draw will do, as rustc reports the number. Without buffers, only an ID is a right attribute.
    let attribute = match BUFFERS {
        0 => VertexAttribute::VERTEX_ID,
        _ => VertexAttribute::new(0, Format::R32_UINT, 0),
    };
    match VertexInput::new(
        Pipeline::new(arch),
        DrawCounts::any_instances(1),
        buffers,
        [attribute; ATTRIBUTES],
    ) {
        Ok(draw) => draw,
        Err(error) => stop(&error.message()),
    }
}

const fn draw_and_buffers<const BUFFERS: usize>(
    draw: Draw,
    given: [Buffer; BUFFERS],
) -> Result<(Halves, [VertexBuffer; BUFFERS]), DrawError> {
    let halves = tri!(draw.halves(), DrawError::Draw);
    let mut buffers = [VertexBuffer::new(0, InputRate::Vertex); BUFFERS];
    let mut buffer = 0;
    while buffer < BUFFERS {
        buffers[buffer] = match given[buffer].buffer() {
            Ok(buffer) => buffer,
            Err(error) => return Err(DrawError::Buffer { buffer, error }),
        };
        buffer += 1;
    }
    Ok((halves, buffers))
}
