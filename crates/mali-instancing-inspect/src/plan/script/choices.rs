//! The words of a script.

use mali_buffers::{IndexType, StreamKind, Usage, WhenFull};
use mali_instancing::Format;

use crate::notation::{Choice, library_names};
use mali_instancing_codegen::suggestion::unknown_of_many;

/// What the components of a constant attribute are.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum ConstantType {
    Float,
    Int,
    Uint,
}

impl Choice for ConstantType {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("float", Self::Float),
        ("int", Self::Int),
        ("uint", Self::Uint),
    ];
}

/// Which number of its own an attribute is.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Id {
    Vertex,
    Instance,
}

impl Choice for Id {
    const NAMES: &'static [(&'static str, Self)] =
        &[("vertex", Self::Vertex), ("instance", Self::Instance)];
}

impl Choice for StreamKind {
    const NAMES: &'static [(&'static str, Self)] =
        &[("vertex", Self::Vertex), ("index", Self::Indices)];
}

impl Choice for WhenFull {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("new-generation", Self::NewGeneration),
        ("wait", Self::Wait),
    ];
}

impl Choice for Usage {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("static", Self::Static),
        ("dynamic", Self::Dynamic),
        ("stream", Self::Stream),
    ];
}

impl Choice for IndexType {
    const NAMES: &'static [(&'static str, Self)] =
        &[("u8", Self::U8), ("u16", Self::U16), ("u32", Self::U32)];
}

/// What a draw's vertices make: GL's modes.
#[derive(Clone, Copy, PartialEq)]
pub(in crate::plan) enum Mode {
    Points,
    Lines,
    LineLoop,
    LineStrip,
    Triangles,
    TriangleStrip,
    TriangleFan,
    LinesAdjacency,
    LineStripAdjacency,
    TrianglesAdjacency,
    TriangleStripAdjacency,
    Patches,
}

impl Choice for Mode {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("points", Self::Points),
        ("lines", Self::Lines),
        ("line-loop", Self::LineLoop),
        ("line-strip", Self::LineStrip),
        ("triangles", Self::Triangles),
        ("triangle-strip", Self::TriangleStrip),
        ("triangle-fan", Self::TriangleFan),
        ("lines-adjacency", Self::LinesAdjacency),
        ("line-strip-adjacency", Self::LineStripAdjacency),
        ("triangles-adjacency", Self::TrianglesAdjacency),
        ("triangle-strip-adjacency", Self::TriangleStripAdjacency),
        ("patches", Self::Patches),
    ];
}

/// The formats that an application's data can have: Vulkan's, and those of GL's that Vulkan has not.
impl Choice for Format {
    const NAMES: &'static [(&'static str, Self)] = library_names!();

    fn parse(text: &str) -> Result<Self, String> {
        Self::from_name(text).ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.iter().copied().map(Self::name).collect();
            let allowed = "Vulkan's name of a vertex format without VK_FORMAT_, or Gallium's of one \
                           that Vulkan has not, as R32G32_FIXED";
            unknown_of_many(text, &names, allowed)
        })
    }
}
