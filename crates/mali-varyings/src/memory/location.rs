//! The locations of slots that are not the application's, and the sections that hold them.

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

pub(super) const POSITION: u8 = 0;
pub(super) const COLOR: u8 = 1;
pub(super) const SECONDARY_COLOR: u8 = 2;
pub(super) const FOG: u8 = 3;
/// Of the first of eight texture coordinates.
pub(super) const TEXTURE: u8 = 4;
pub(super) const POINT_SIZE: u8 = 12;
pub(super) const BACK_COLOR: u8 = 13;
pub(super) const BACK_SECONDARY_COLOR: u8 = 14;
pub(super) const CLIP_VERTEX: u8 = 16;
/// Of the first four clip distances, and of the others.
pub(super) const CLIP_DISTANCES: [u8; 2] = [17, 18];
/// Of the first four cull distances; the others are after them.
pub(super) const CULL_DISTANCES: u8 = 19;
pub(super) const PRIMITIVE_ID: u8 = 21;
pub(super) const LAYER: u8 = 22;
pub(super) const VIEWPORT: u8 = 23;
pub(super) const FACE: u8 = 24;
pub(super) const POINT_COORD: u8 = 25;
/// `FACE` and `PNTC`, which only the fragment stage reads, and `TESS_LEVEL_OUTER` to `VIEWPORT_MASK`, of other stages.
const NO_OUTPUTS: core::ops::RangeInclusive<u8> = FACE..=31;

/// The section, the offset and the size of an output that the hardware itself reads; `None` for any other location.
pub(super) const fn hardware_place(location: u8) -> Option<(Section, u32, u32)> {
    Some(match location {
        POSITION => (Section::Position, 0, 16),
        POINT_SIZE => (Section::Attributes, 0, 2),
        LAYER | VIEWPORT => (Section::Attributes, 2, 1),
        PRIMITIVE_ID => (Section::Attributes, 12, 4),
        _ => return None,
    })
}

/// Whether a vertex stage can store a location.
pub(super) const fn is_output(location: u8) -> bool {
    location < *NO_OUTPUTS.start() || location > *NO_OUTPUTS.end()
}
