//! The draw, its buffers and its attributes, as the user wrote them.

use proc_macro2::{Ident, Span};
use syn::parse::{Parse, ParseStream};
use syn::token::Brace;
use syn::{Attribute, Error, Expr, Result, Token, Type, braced};

use super::field::Field;
use crate::arguments::{Arguments, End};
use crate::calls::Placed;
use crate::draw_keys::DrawKeys;
use crate::item::Header;
use crate::library;
use crate::number_enum::{check_new, documentation};
use crate::optional::Optional;
use crate::rate::Rate;
use crate::unknown::unknown;

const BUFFER_KEYS: [&str; 4] = ["stride", "divisor", "rate", "size"];
const ATTRIBUTE_KEYS: [&str; 3] = ["format", "offset", "overlap"];
const VERTEX_ID: &str = "vertex_id";
const INSTANCE_ID: &str = "instance_id";

pub(crate) struct VertexInput {
    pub(super) library: Ident,
    pub(super) header: Header,
    /// The derives of the enums of buffers and attributes.
    pub(super) derives: Vec<Attribute>,
    pub(super) draw: DrawArguments,
    pub(super) buffers: Vec<Buffer>,
    pub(super) attributes: Vec<VertexAttribute>,
}

/// `arch = v7, vertices = 70, instances = 100;`
pub(super) struct DrawArguments {
    /// The name of the architecture.
    pub(super) arch: Expr,
    /// The number of vertices; absent for a pipeline, to which draws add their counts.
    pub(super) vertices: Option<Expr>,
    pub(super) optional: Optional,
}

/// `buffer model { stride = 64, divisor = 3 }`, or `buffer model: Model { divisor = 3 }`
pub(super) struct Buffer {
    pub(super) documentation: Vec<Attribute>,
    pub(super) name: Ident,
    pub(super) stride: Stride,
    pub(super) rate: Rate,
    pub(super) size: Option<Expr>,
}

/// The distance between the elements of a buffer.
pub(super) enum Stride {
    Number(Expr),
    /// The size of the elements' type.
    Of(Type),
}

impl Stride {
    pub(super) fn number(&self) -> Option<&Expr> {
        match self {
            Self::Number(number) => Some(number),
            Self::Of(_) => None,
        }
    }

    /// The type of the buffer's elements, if that is known.
    pub(super) fn element(&self) -> Option<&Type> {
        match self {
            Self::Number(_) => None,
            Self::Of(element) => Some(element),
        }
    }
}

impl Placed for Stride {
    fn ends(&self) -> (Span, Option<Span>) {
        match self {
            Self::Number(number) => number.ends(),
            Self::Of(element) => element.ends(),
        }
    }
}

/// `attribute uv: mesh { format = R16G16_UNORM, offset = 12 }`, or `attribute uv: mesh.uv { format = R16G16_UNORM }`
pub(super) struct VertexAttribute {
    pub(super) documentation: Vec<Attribute>,
    pub(super) name: Ident,
    pub(super) source: Source,
}

pub(super) enum Source {
    /// The number of a buffer, from 0, and a part of its elements.
    Buffer(usize, Element),
    /// `attribute id: vertex_id;`, as the name of the library's constant.
    BuiltInId(&'static str, Ident),
}

/// The part of an element that an attribute reads.
pub(super) struct Element {
    pub(super) format: Ident,
    pub(super) offset: Offset,
    overlap: Option<Box<Expr>>,
}

/// The offset of an attribute in its element.
pub(super) enum Offset {
    /// The beginning of the element.
    Absent,
    Number(Box<Expr>),
    Of(Box<Field>),
}

impl Source {
    /// The number that is the offset, or that chooses a field's element.
    pub(super) fn number(&self) -> Option<&Expr> {
        match self {
            Self::Buffer(_, element) => match &element.offset {
                Offset::Absent => None,
                Offset::Number(number) => Some(number),
                Offset::Of(field) => field.index(),
            },
            Self::BuiltInId(..) => None,
        }
    }

    pub(super) fn overlap(&self) -> Option<&Expr> {
        match self {
            Self::Buffer(_, element) => element.overlap.as_deref(),
            Self::BuiltInId(..) => None,
        }
    }
}

impl Parse for VertexInput {
    fn parse(input: ParseStream) -> Result<Self> {
        let library = library::parse(input)?;
        let keys = DrawKeys::parse(input)?;
        let mut header: Header = input.parse()?;
        let derives = header.take_derives();
        let draw = DrawArguments::parse(input, &keys, &header.name)?;
        input.parse::<Token![;]>()?;
        let (mut buffers, mut attributes) = (Vec::<Buffer>::new(), Vec::<RawAttribute>::new());
        while !input.is_empty() {
            let documentation = documentation(input)?;
            let keyword: Ident = input.parse()?;
            let written = keyword.to_string();
            if written == "buffer" {
                let buffer = Buffer::parse(input, documentation)?;
                check_new(
                    &buffer.name,
                    buffers.iter().map(|buffer| &buffer.name),
                    "buffer",
                )?;
                buffers.push(buffer);
            } else if written == "attribute" {
                let attribute = RawAttribute::parse(input, documentation)?;
                let names = attributes.iter().map(|attribute| &attribute.name);
                check_new(&attribute.name, names, "attribute")?;
                attributes.push(attribute);
            } else {
                let message = unknown("part", &written, &["buffer", "attribute"]);
                return Err(Error::new(keyword.span(), message));
            }
        }
        // An attribute may come before its buffer.
        let attributes = attributes
            .into_iter()
            .map(|attribute| attribute.resolve(&buffers))
            .collect::<Result<_>>()?;
        Ok(Self {
            library,
            header,
            derives,
            draw,
            buffers,
            attributes,
        })
    }
}

impl DrawArguments {
    fn parse(input: ParseStream, keys: &DrawKeys, name: &Ident) -> Result<Self> {
        let optional = keys.counts.iter().chain(&keys.pipeline);
        let mut known = vec!["arch", "vertices"];
        known.extend(optional.map(|key| key.name.as_str()));
        let mut arguments = Arguments::parse(input, &known, End::Semicolon)?;
        let Some(arch) = arguments.take_value("arch") else {
            let message = "`arch` is missing: the GPU's architecture, such as `v7`";
            return Err(Error::new(name.span(), message));
        };
        let vertices = arguments.take_value("vertices");
        if vertices.is_none() {
            if let Some(count) = keys.counts.iter().find_map(|key| arguments.take(&key.name)) {
                let message = format!(
                    "`{}` belongs to a draw, which needs `vertices` too; without any count, the constant is a \
                     pipeline's `VertexInputState`",
                    count.key
                );
                return Err(Error::new(count.key.span(), message));
            }
        }
        Ok(Self {
            arch,
            vertices,
            optional: Optional::remaining(arguments, |key| keys.kind(key)),
        })
    }
}

impl Buffer {
    fn parse(input: ParseStream, documentation: Vec<Attribute>) -> Result<Self> {
        let name: Ident = input.parse()?;
        if built_in_id(&name).is_some() {
            return Err(Error::new(
                name.span(),
                format!("`{name}` is a source of attributes: a buffer needs another name"),
            ));
        }
        let element: Option<Type> = match input.parse::<Option<Token![:]>>()? {
            Some(_) => Some(input.parse()?),
            None => None,
        };
        let mut arguments = match element {
            // With a type, all other arguments may be absent, and so may the braces.
            Some(_) if input.parse::<Option<Token![;]>>()?.is_some() => Arguments::NONE,
            Some(_) if !input.peek(Brace) => {
                let message = format!("expected `;` or `{{` after the type of `{name}`");
                return Err(input.error(message));
            }
            _ => in_braces(input, &BUFFER_KEYS)?,
        };
        let stride = match (arguments.take("stride"), element) {
            (None, Some(element)) => Stride::Of(element),
            (Some(stride), None) => Stride::Number(stride.value),
            (Some(stride), Some(_)) => {
                let message =
                    "the stride is the size of the elements' type: leave `stride` out, or the type";
                return Err(Error::new(stride.key.span(), message));
            }
            (None, None) => {
                let message = format!(
                    "`stride` is missing: the distance between elements, in bytes; or their type: `buffer {name}: Vertex`, say"
                );
                return Err(Error::new(name.span(), message));
            }
        };
        Ok(Self {
            documentation,
            name,
            stride,
            rate: Rate::take(&mut arguments)?,
            size: arguments.take_value("size"),
        })
    }
}

/// An attribute whose buffer may be any name.
struct RawAttribute {
    documentation: Vec<Attribute>,
    name: Ident,
    source: Ident,
    read: Read,
}

enum Read {
    Element(Element),
    /// An ID, as the name of the library's constant.
    BuiltInId(&'static str),
}

impl RawAttribute {
    fn parse(input: ParseStream, documentation: Vec<Attribute>) -> Result<Self> {
        let name: Ident = input.parse()?;
        input.parse::<Token![:]>()?;
        let source: Ident = input.parse()?;
        let read = match built_in_id(&source) {
            Some(constant) => {
                input.parse::<Token![;]>()?;
                Read::BuiltInId(constant)
            }
            None => Read::Element(Element::parse(input, &name)?),
        };
        Ok(Self {
            documentation,
            name,
            source,
            read,
        })
    }

    /// Finds the attribute's buffer among those of the draw.
    fn resolve(self, buffers: &[Buffer]) -> Result<VertexAttribute> {
        let Self {
            documentation,
            name,
            source,
            read,
        } = self;
        let source = match read {
            Read::BuiltInId(constant) => Source::BuiltInId(constant, source),
            Read::Element(element) => {
                let number = position(&source, buffers)?;
                if let (Offset::Of(field), None) =
                    (&element.offset, buffers[number].stride.element())
                {
                    let message = format!(
                        "the type of the elements of `{source}` is not known: write `buffer {source}: Vertex`, say"
                    );
                    return Err(Error::new_spanned(&field.name, message));
                }
                Source::Buffer(number, element)
            }
        };
        Ok(VertexAttribute {
            documentation,
            name,
            source,
        })
    }
}

impl Element {
    fn parse(input: ParseStream, name: &Ident) -> Result<Self> {
        let field = Field::parse(input)?;
        let mut arguments = in_braces(input, &ATTRIBUTE_KEYS)?;
        let Some(format) = arguments.take_identifier("format")? else {
            let message = "`format` is missing: a Vulkan format without `VK_FORMAT_`";
            return Err(Error::new(name.span(), message));
        };
        if let Some(rest) = format.to_string().strip_prefix("VK_FORMAT_") {
            let message = format!("formats are written without `VK_FORMAT_`: `{rest}`");
            return Err(Error::new(format.span(), message));
        }
        let offset = match (arguments.take("offset"), field) {
            (None, None) => Offset::Absent,
            (Some(offset), None) => Offset::Number(Box::new(offset.value)),
            (None, Some(field)) => {
                if let Some(overlap) = arguments.take("overlap") {
                    let message = "a field ends within its element: leave `overlap` out";
                    return Err(Error::new(overlap.key.span(), message));
                }
                Offset::Of(Box::new(field))
            }
            (Some(offset), Some(_)) => {
                let message = "a field has its own offset: leave `offset` out, or the field";
                return Err(Error::new(offset.key.span(), message));
            }
        };
        Ok(Self {
            format,
            offset,
            overlap: arguments.take_value("overlap").map(Box::new),
        })
    }
}

/// The library's constant of an ID that the hardware counts.
fn built_in_id(source: &Ident) -> Option<&'static str> {
    match source.to_string().as_str() {
        VERTEX_ID => Some("VERTEX_ID"),
        INSTANCE_ID => Some("INSTANCE_ID"),
        _ => None,
    }
}

/// The number of the buffer of that name.
fn position(name: &Ident, buffers: &[Buffer]) -> Result<usize> {
    let written = name.to_string();
    let names = buffers.iter().map(|buffer| buffer.name.to_string());
    let names: Vec<String> = names.collect();
    if let Some(number) = names.iter().position(|name| *name == written) {
        return Ok(number);
    }
    let known: Vec<&str> = names
        .iter()
        .map(String::as_str)
        // An attribute can have these in place of a buffer.
        .chain([VERTEX_ID, INSTANCE_ID])
        .collect();
    let message = unknown("buffer", &written, &known);
    Err(Error::new(name.span(), message))
}

fn in_braces<'k>(input: ParseStream, known: &[&'k str]) -> Result<Arguments<'k>> {
    let content;
    braced!(content in input);
    let arguments = Arguments::parse(&content, known, End::Input)?;
    // `Arguments::parse` ends at a `;`, which is no end between braces.
    if content.is_empty() {
        Ok(arguments)
    } else {
        Err(content.error("expected `,`"))
    }
}
