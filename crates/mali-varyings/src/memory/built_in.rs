/// A part of the memory that the hardware has for a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Section {
    /// The position, four 32-bit floats.
    Position,
    /// The other outputs that the rasterizer needs: point size, layer, viewport and primitive ID.
    Attributes,
    /// The varyings that only the fragment stage reads; see [`MemoryLayout`](super::MemoryLayout).
    Generic,
}

/// A built-in output of the vertex stage that has a place of its own.
///
/// | | section | byte | size |
/// |---|---|---|---|
/// | `Position` | position | 0 | 16: four floats |
/// | `PointSize` | attributes | 0 | 2: a 16-bit float |
/// | `Layer`, `Viewport` | attributes | 2 | 1 each: the two share a byte |
/// | `PrimitiveId` | attributes | 12 | 4 |
///
/// Facts: Mesa's `hw_varying_slots`, in `pan_nir_collect_varyings.c`.
///
/// ```
/// use mali_varyings::{BuiltInOutput, Section};
///
/// let layer = BuiltInOutput::Layer;
/// assert_eq!((layer.section(), layer.offset(), layer.bytes()), (Section::Attributes, 2, 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum BuiltInOutput {
    /// `gl_Position`.
    Position,
    /// `gl_PointSize`.
    PointSize,
    /// `gl_Layer`.
    Layer,
    /// `gl_ViewportIndex`.
    Viewport,
    /// `gl_PrimitiveID`.
    PrimitiveId,
}

impl BuiltInOutput {
    /// The section, the offset and the size.
    const fn place(self) -> (Section, u32, u32) {
        match self {
            Self::Position => (Section::Position, 0, 16),
            Self::PointSize => (Section::Attributes, 0, 2),
            Self::Layer | Self::Viewport => (Section::Attributes, 2, 1),
            Self::PrimitiveId => (Section::Attributes, 12, 4),
        }
    }

    /// The section that holds it.
    #[must_use]
    pub const fn section(self) -> Section {
        self.place().0
    }

    /// The offset of the output in its section, in bytes.
    #[must_use]
    pub const fn offset(self) -> u32 {
        self.place().1
    }

    /// The size of the output in bytes.
    #[must_use]
    pub const fn bytes(self) -> u32 {
        self.place().2
    }
}

/// The built-in outputs that a vertex stage writes besides the position.
///
/// ```
/// use mali_varyings::VertexOutputs;
///
/// let outputs = VertexOutputs { point_size: true, ..VertexOutputs::NONE };
/// assert!(!outputs.layer);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[expect(clippy::struct_excessive_bools, reason = "each is an output by itself")]
pub struct VertexOutputs {
    /// `gl_PointSize`.
    pub point_size: bool,
    /// `gl_Layer`.
    pub layer: bool,
    /// `gl_ViewportIndex`.
    pub viewport: bool,
    /// `gl_PrimitiveID`.
    pub primitive_id: bool,
}

impl VertexOutputs {
    /// Only the position.
    pub const NONE: Self = Self {
        point_size: false,
        layer: false,
        viewport: false,
        primitive_id: false,
    };
}

/// The built-in inputs that a fragment stage reads and that V4 and V5 have descriptors for.
///
/// V6 and later read them with an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct FragmentInputs {
    /// `gl_PointCoord`.
    pub point_coord: bool,
    /// `gl_FrontFacing`.
    pub front_facing: bool,
    /// `gl_FragCoord`.
    pub frag_coord: bool,
}

impl FragmentInputs {
    /// No built-in input.
    pub const NONE: Self = Self {
        point_coord: false,
        front_facing: false,
        frag_coord: false,
    };
}
