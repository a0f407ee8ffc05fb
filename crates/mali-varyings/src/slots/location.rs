//! The locations of slots that are not the application's, and the sections that hold them.

use mali_instancing::Arch;

/// A part of the memory that the hardware has for a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Section {
    /// The position, four 32-bit floats.
    Position,
    /// The other outputs that the rasterizer needs: point size, layer, viewport and primitive ID.
    Attributes,
    /// The outputs that only the fragment stage reads; see [`MemoryLayout`](super::MemoryLayout).
    Generic,
}

// The names are those of Mesa's `gl_varying_slot`.

pub(crate) const POSITION: u8 = 0;
pub(crate) const COLOR: u8 = 1;
pub(crate) const SECONDARY_COLOR: u8 = 2;
pub(super) const FOG: u8 = 3;
/// Of the first of eight texture coordinates.
pub(super) const TEXTURE: u8 = 4;
pub(crate) const POINT_SIZE: u8 = 12;
pub(crate) const BACK_COLOR: u8 = 13;
pub(crate) const BACK_SECONDARY_COLOR: u8 = 14;
pub(super) const CLIP_VERTEX: u8 = 16;
/// Of the first four clip distances, and of the others.
pub(crate) const CLIP_DISTANCES: [u8; 2] = [17, 18];
/// Of the first four cull distances; the others are after them.
pub(super) const CULL_DISTANCES: u8 = 19;
pub(crate) const PRIMITIVE_ID: u8 = 21;
pub(crate) const LAYER: u8 = 22;
pub(crate) const VIEWPORT: u8 = 23;
pub(crate) const FACE: u8 = 24;
pub(crate) const POINT_COORD: u8 = 25;
/// `FACE` and `PNTC`, which only the fragment stage reads, and `TESS_LEVEL_OUTER` to `VIEWPORT_MASK`, of other stages.
const NO_OUTPUTS: core::ops::RangeInclusive<u8> = FACE..=31;

/// The section and the offset of an output that the hardware itself reads; `None` for any other location.
pub(crate) const fn hardware_place(location: u8) -> Option<(Section, u32)> {
    Some(match location {
        POSITION => (Section::Position, 0),
        POINT_SIZE => (Section::Attributes, 0),
        LAYER | VIEWPORT => (Section::Attributes, 2),
        PRIMITIVE_ID => (Section::Attributes, 12),
        _ => return None,
    })
}

/// Whether a vertex stage can store a location.
pub(super) const fn is_output(location: u8) -> bool {
    // `RangeInclusive::contains` is not const.
    location < *NO_OUTPUTS.start() || location > *NO_OUTPUTS.end()
}

/// Whether a vertex stage can store a location in the generic section.
pub(super) const fn is_generic(location: u8) -> bool {
    is_output(location) && hardware_place(location).is_none()
}

/// Whether an architecture has a fragment's position, facing and point coordinate among its varyings.
pub(super) const fn is_midgard(arch: Arch) -> bool {
    matches!(arch, Arch::V4 | Arch::V5)
}
