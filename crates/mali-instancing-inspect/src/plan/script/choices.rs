//! The words that a script can choose from.

use mali_buffers::{IndexType, Usage, WhenFull};
use mali_instancing::Format;
use mali_instancing_codegen::suggestion::unknown_of_many;

use crate::notation::{Choice, choices, library_names};

/// The type of the components of a constant attribute.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum ConstantType {
    Float,
    Int,
    Uint,
}

/// The number that an attribute is: the vertex's or the instance's.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Id {
    Vertex,
    Instance,
}

/// The lines of a line loop: drawn as loops, as every Mali does, or as strips and lines.
#[derive(Clone, Copy, PartialEq)]
pub(in crate::plan) enum LineLoops {
    Loops,
    Segments,
}

/// The primitives of a draw's vertices: GL's modes.
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

choices! {
    ConstantType { "float" => Float, "int" => Int, "uint" => Uint }
    LineLoops { "loops" => Loops, "segments" => Segments }
    Id { "vertex" => Vertex, "instance" => Instance }
    WhenFull { "grow" => Grow, "wait" => Wait }
    Usage { "static" => Static, "dynamic" => Dynamic, "stream" => Stream }
    IndexType { "u8" => U8, "u16" => U16, "u32" => U32 }
    Mode {
        "points" => Points, "lines" => Lines, "line-loop" => LineLoop, "line-strip" => LineStrip,
        "triangles" => Triangles, "triangle-strip" => TriangleStrip, "triangle-fan" => TriangleFan,
        "lines-adjacency" => LinesAdjacency, "line-strip-adjacency" => LineStripAdjacency,
        "triangles-adjacency" => TrianglesAdjacency,
        "triangle-strip-adjacency" => TriangleStripAdjacency, "patches" => Patches
    }
}

/// The formats of an application's data: Vulkan's, and those of GL's formats that Vulkan does not have.
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
