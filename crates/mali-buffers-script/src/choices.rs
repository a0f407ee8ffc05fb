//! The words that a script can choose from.

use mali_buffers::{Attribute, IndexType, Usage, WhenFull};
use mali_instancing::Format;
use mali_instancing_codegen::choice::Choice;
use mali_instancing_codegen::suggestion::unknown_of_many;
use mali_instancing_codegen::{choices, names_of_all};

/// The type of the components of a constant attribute.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum ConstantType {
    Float,
    Int,
    Uint,
}

/// The lines of a line loop: drawn as loops, as every Mali does, or as strips and lines.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum LineLoops {
    Loops,
    Segments,
}

/// The primitives of a draw's vertices: GL's modes.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Mode {
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

choices! {
    ConstantType { "float" => Float, "int" => Int, "uint" => Uint }
    LineLoops { "loops" => Loops, "segments" => Segments }
    Mode {
        "points" => Points, "lines" => Lines, "line-loop" => LineLoop, "line-strip" => LineStrip,
        "triangles" => Triangles, "triangle-strip" => TriangleStrip, "triangle-fan" => TriangleFan,
        "lines-adjacency" => LinesAdjacency, "line-strip-adjacency" => LineStripAdjacency,
        "triangles-adjacency" => TrianglesAdjacency,
        "triangle-strip-adjacency" => TriangleStripAdjacency, "patches" => Patches
    }
}

choices! {
    pub(crate) IdNames of Attribute { "vertex" => VertexId, "instance" => InstanceId }
    pub(crate) WhenFullNames of WhenFull { "grow" => Grow, "wait" => Wait }
    pub(crate) UsageNames of Usage { "static" => Static, "dynamic" => Dynamic, "stream" => Stream }
    pub(crate) IndexTypeNames of IndexType { "u8" => U8, "u16" => U16, "u32" => U32 }
}

/// The formats of an application's data: Vulkan's, and those of GL's formats that Vulkan does not have.
pub(crate) enum FormatNames {}

impl Choice for FormatNames {
    type Value = Format;

    const NAMES: &'static [(&'static str, Format)] = names_of_all!(Format);

    fn parse(text: &str) -> Result<Format, String> {
        Format::from_name(text).ok_or_else(|| {
            let names: Vec<&str> = Format::ALL.iter().copied().map(Format::name).collect();
            let allowed = "Vulkan's name of a vertex format without VK_FORMAT_, or Gallium's of one \
                           that Vulkan has not, as R32G32_FIXED";
            unknown_of_many(text, &names, allowed)
        })
    }
}
