//! The built-in variables of stages.

use mali_varyings::{BuiltIn, BuiltIns, Stage};

use crate::abi::arguments::Input;
use crate::abi::failure::Failure;
use crate::abi::growth::growing;
use crate::abi::values::values;

/// A built-in variable that the vertex stage writes or the fragment stage reads: one of `MALI_INST_BUILT_IN_*`.
pub type mali_inst_built_in = u32;

values! {
    mali_inst_built_in written for BuiltIn by number;
    /// `gl_Position`, which every vertex stage writes.
    MALI_INST_BUILT_IN_POSITION = 0 => Position;
    /// `gl_FrontColor`, which the fragment stage reads as `gl_Color`.
    MALI_INST_BUILT_IN_FRONT_COLOR = 1 => FrontColor;
    /// `gl_FrontSecondaryColor`, which the fragment stage reads as `gl_SecondaryColor`.
    MALI_INST_BUILT_IN_FRONT_SECONDARY_COLOR = 2 => FrontSecondaryColor;
    /// `gl_FogFragCoord`.
    MALI_INST_BUILT_IN_FOG_FRAG_COORD = 3 => FogFragCoord;
    /// `gl_TexCoord[0]`; fields of the structure have the other elements.
    MALI_INST_BUILT_IN_TEX_COORD = 4 => TexCoord;
    /// `gl_PointSize`.
    MALI_INST_BUILT_IN_POINT_SIZE = 5 => PointSize;
    /// `gl_BackColor`.
    MALI_INST_BUILT_IN_BACK_COLOR = 6 => BackColor;
    /// `gl_BackSecondaryColor`.
    MALI_INST_BUILT_IN_BACK_SECONDARY_COLOR = 7 => BackSecondaryColor;
    /// `gl_ClipVertex`.
    MALI_INST_BUILT_IN_CLIP_VERTEX = 8 => ClipVertex;
    /// `gl_ClipDistance[0]`; fields of the structure have the other elements.
    MALI_INST_BUILT_IN_CLIP_DISTANCE = 9 => ClipDistance;
    /// `gl_CullDistance`.
    MALI_INST_BUILT_IN_CULL_DISTANCE = 10 => CullDistance;
    /// `gl_PrimitiveID`.
    MALI_INST_BUILT_IN_PRIMITIVE_ID = 11 => PrimitiveId;
    /// `gl_Layer`.
    MALI_INST_BUILT_IN_LAYER = 12 => Layer;
    /// `gl_ViewportIndex`.
    MALI_INST_BUILT_IN_VIEWPORT_INDEX = 13 => ViewportIndex;
    /// `gl_PrimitiveShadingRateEXT`.
    MALI_INST_BUILT_IN_SHADING_RATE = 14 => ShadingRate;
    /// `gl_FragCoord`.
    MALI_INST_BUILT_IN_FRAG_COORD = 15 => FragCoord;
    /// `gl_FrontFacing`.
    MALI_INST_BUILT_IN_FRONT_FACING = 16 => FrontFacing;
    /// `gl_PointCoord`.
    MALI_INST_BUILT_IN_POINT_COORD = 17 => PointCoord;
    /// `gl_ViewIndex`.
    MALI_INST_BUILT_IN_VIEW_INDEX = 18 => ViewIndex;
}

/// The built-in variables that the stages use. All fields may be 0. The vertex stage always writes the position.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct mali_inst_built_ins {
    /// The variables that the vertex stage writes: a bit each, `1 << MALI_INST_BUILT_IN_POINT_SIZE` for example.
    pub written: u32,
    /// The variables that the fragment stage reads, a bit each.
    pub read: u32,
    /// The elements of `gl_TexCoord` that the vertex stage writes, a bit each.
    pub written_tex_coords: u8,
    /// The elements of `gl_TexCoord` that the fragment stage reads, a bit each.
    pub read_tex_coords: u8,
    /// The elements of `gl_ClipDistance` that the vertex stage writes, a bit each.
    pub written_clip_distances: u8,
    /// The elements of `gl_ClipDistance` that the fragment stage reads, a bit each.
    pub read_clip_distances: u8,
    /// Zeros, for fields of later versions.
    pub reserved: [u32; 3],
}

growing! {
    mali_inst_built_ins: a b c;
}

impl mali_inst_built_ins {
    /// The variables that the vertex stage writes, and those that the fragment stage reads; none if the pointer is
    /// null.
    pub(crate) fn of_stages(built_ins: Input<'_, Self>) -> Result<[BuiltIns; 2], Failure> {
        let Some(built_ins) = built_ins.if_any() else {
            return Ok([BuiltIns::NONE; 2]);
        };
        let given = built_ins.structure()?;
        let written = [given.written_tex_coords, given.written_clip_distances];
        let read = [given.read_tex_coords, given.read_clip_distances];
        Ok([
            set(given.written, written, Stage::Vertex, "written")?,
            set(given.read, read, Stage::Fragment, "read")?,
        ])
    }
}

/// The variables of a stage whose bits are set, and these elements of texture coordinates and of clip distances.
fn set(
    used: u32,
    [tex_coords, clip_distances]: [u8; 2],
    stage: Stage,
    argument: &'static str,
) -> Result<BuiltIns, Failure> {
    let mut known = 1 << MALI_INST_BUILT_IN_POSITION;
    let mut built_ins = BuiltIns::NONE;
    for &built_in in BuiltIn::ALL {
        let bit = 1 << number(&built_in);
        if !built_in.name(stage).is_empty() {
            known |= bit;
            built_ins = built_ins.with_elements(built_in, u8::from(used & bit != 0));
        }
    }
    if used & !known != 0 {
        let allowed = "a bit for each variable of the stage, 1 << MALI_INST_BUILT_IN_*,";
        return Err(Failure::value(argument, None, used, allowed));
    }
    Ok(built_ins
        .with_elements(BuiltIn::TexCoord, tex_coords)
        .with_elements(BuiltIn::ClipDistance, clip_distances))
}
