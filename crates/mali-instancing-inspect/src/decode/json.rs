//! Decoded descriptors in JSON.

use std::fmt::{self, Display, Write};

use mali_instancing::decode::{Decoded, Descriptor};
use mali_instancing::descriptor::InvocationFields;
use mali_instancing::{Arch, FetchMode, PaddedCount};
use serde::Serialize;

use super::division::Division;
use super::kind::name;
use super::place::{Content, Place};
use mali_instancing_codegen::descriptor::fields::Fields;
use mali_instancing_codegen::descriptor::mode::Mode;
use mali_instancing_codegen::descriptor::packed::word;
use mali_instancing_codegen::notation::format as vertex_format;
use mali_instancing_codegen::output::json::write_array;

#[derive(Serialize)]
pub(super) struct DecodedJson {
    word: usize,
    descriptor: &'static str,
    #[serde(flatten)]
    said: SaidJson,
    words: Vec<String>,
}

impl DecodedJson {
    /// `words` are the descriptor's own.
    pub(super) fn new(arch: Arch, decoded: &Decoded, words: &[u32]) -> Self {
        Self {
            word: decoded.word,
            descriptor: name(&decoded.descriptor),
            said: SaidJson::new(arch, &decoded.descriptor),
            words: words.iter().copied().map(word).collect(),
        }
    }
}

/// An attribute of a table.
#[derive(Serialize)]
pub(super) struct AttributeJson {
    number: usize,
    #[serde(flatten)]
    decoded: DecodedJson,
    /// Where the descriptor begins that it names.
    buffer_word: Option<usize>,
}

impl AttributeJson {
    pub(super) fn new(arch: Arch, number: usize, decoded: &Decoded, words: &[u32]) -> Self {
        Self {
            number,
            decoded: DecodedJson::new(arch, decoded, words),
            buffer_word: decoded.descriptor.buffer_word(),
        }
    }
}

/// A place of a table of buffers.
#[derive(Serialize)]
pub(super) struct PlaceJson {
    /// The numbers of the attributes that name it.
    attributes: Vec<usize>,
    #[serde(flatten)]
    content: ContentJson,
}

#[derive(Serialize)]
#[serde(untagged)]
enum ContentJson {
    Descriptor(DecodedJson),
    Words {
        word: usize,
        descriptor: &'static str,
        words: Vec<String>,
    },
}

impl PlaceJson {
    pub(super) fn new(arch: Arch, place: &Place, words: &[u32]) -> Self {
        let content = match &place.content {
            Content::Descriptor(decoded) => {
                ContentJson::Descriptor(DecodedJson::new(arch, decoded, words))
            }
            other => ContentJson::Words {
                word: place.word,
                descriptor: other.name(),
                words: words.iter().copied().map(word).collect(),
            },
        };
        Self {
            attributes: place.readers.clone(),
            content,
        }
    }
}

/// Writes what could not be decoded, the last member of an answer's object.
pub(super) fn write_errors<E: Display>(output: &mut dyn Write, errors: &[E]) -> fmt::Result {
    write!(output, ", ")?;
    write_array(output, "errors", errors.iter().map(E::to_string))?;
    writeln!(output, "}}")
}

/// What a descriptor says: the fields of its kind. Divisors and padded counts that no field has are null
/// where they cannot be found out.
#[derive(Serialize)]
#[serde(untagged)]
enum SaidJson {
    AttributeBuffer {
        mode: &'static str,
        #[serde(flatten)]
        fields: Fields,
        padded_vertices: Option<u32>,
        hardware_divisor: Option<u32>,
        divisor: Option<u32>,
        address: String,
        stride: u32,
        size: u32,
    },
    VertexId {
        padded_vertices: Option<u32>,
    },
    InstanceId {
        #[serde(flatten)]
        fields: Fields,
        padded_vertices: Option<u32>,
    },
    Empty {},
    Attribute {
        buffer_index: u32,
        offset_enable: bool,
        #[serde(flatten)]
        format: FormatJson,
        offset: i32,
    },
    Draw {
        instance_size: u32,
        instance_primitive_size: u32,
        offset_start: u32,
        flags: String,
    },
    InvocationOfDraw {
        kind: &'static str,
        vertices: u32,
        instances: u32,
    },
    InvocationOfCompute {
        kind: &'static str,
        size: [u32; 3],
        workgroups: [u32; 3],
    },
    ValhallAttribute {
        mode: &'static str,
        #[serde(flatten)]
        fields: Fields,
        divisor: Option<u32>,
        #[serde(flatten)]
        format: FormatJson,
        table: u32,
        offset: i32,
        buffer_index: u32,
        stride: u32,
    },
    Buffer {
        address: String,
        size: u64,
    },
}

/// The field, and Vulkan's names for what it stands for.
#[derive(Serialize)]
struct FormatJson {
    format: String,
    format_names: Vec<&'static str>,
}

impl FormatJson {
    fn new(arch: Arch, field: u32) -> Self {
        Self {
            format: format!("{field:#08x}"),
            format_names: vertex_format::names(arch, field),
        }
    }
}

impl SaidJson {
    fn new(arch: Arch, descriptor: &Descriptor) -> Self {
        let division = Division::of(descriptor);
        let divisor = division.as_ref().map(|division| division.divisor.get());
        match *descriptor {
            Descriptor::AttributeBuffer(buffer) => {
                let mode = Mode::from(buffer.mode);
                let padded_vertices = match buffer.mode {
                    FetchMode::Modulus(padded) => Some(padded),
                    _ => division.and_then(|division| Some(division.factors?.0)),
                };
                let application_divisor = match buffer.mode {
                    FetchMode::NpotDivisor { divisor, .. } => Some(divisor.get()),
                    _ => None,
                };
                Self::AttributeBuffer {
                    mode: mode.name,
                    fields: mode.fields,
                    padded_vertices: padded_vertices.map(PaddedCount::get),
                    hardware_divisor: divisor,
                    divisor: application_divisor,
                    address: format!("{:#x}", buffer.address.get()),
                    stride: buffer.stride,
                    size: buffer.size,
                }
            }
            Descriptor::VertexId(padded) => Self::VertexId {
                padded_vertices: padded.map(PaddedCount::get),
            },
            Descriptor::InstanceId(magic) => Self::InstanceId {
                fields: magic.into(),
                padded_vertices: divisor,
            },
            Descriptor::Empty => Self::Empty {},
            Descriptor::Attribute(attribute) => Self::Attribute {
                buffer_index: attribute.buffer_index,
                offset_enable: attribute.offset_enable,
                format: FormatJson::new(arch, attribute.format),
                offset: attribute.offset,
            },
            Descriptor::Draw(draw) => Self::Draw {
                instance_size: draw.instance_size.get(),
                instance_primitive_size: draw.instance_primitive_size.get(),
                offset_start: draw.offset_start,
                flags: word(draw.flags.into()),
            },
            Descriptor::Invocation(InvocationFields::Draw {
                vertices,
                instances,
            }) => Self::InvocationOfDraw {
                kind: "draw",
                vertices,
                instances,
            },
            Descriptor::Invocation(InvocationFields::Compute { size, workgroups }) => {
                Self::InvocationOfCompute {
                    kind: "compute",
                    size,
                    workgroups,
                }
            }
            Descriptor::ValhallAttribute(attribute) => {
                let mode = Mode::from(attribute.mode);
                Self::ValhallAttribute {
                    mode: mode.name,
                    fields: mode.fields,
                    divisor,
                    format: FormatJson::new(arch, attribute.format),
                    table: attribute.table,
                    offset: attribute.offset,
                    buffer_index: attribute.buffer_index,
                    stride: attribute.stride,
                }
            }
            Descriptor::Buffer(buffer) => Self::Buffer {
                address: format!("{:#x}", buffer.address),
                size: buffer.size,
            },
        }
    }
}
