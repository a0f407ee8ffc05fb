//! The built-in variables of stages.

use mali_varyings::{BuiltIn, BuiltIns, Stage};

use crate::abi::failure::Failure;
use crate::abi::growth::{self, growing};

/// A built-in variable that the vertex stage writes or the fragment stage reads: one of `MALI_INST_BUILT_IN_*`.
pub type mali_inst_built_in = u32;

/// `gl_Position`, which every vertex stage writes.
pub const MALI_INST_BUILT_IN_POSITION: mali_inst_built_in = 0;
/// `gl_FrontColor`, which the fragment stage reads as `gl_Color`.
pub const MALI_INST_BUILT_IN_FRONT_COLOR: mali_inst_built_in = 1;
/// `gl_FrontSecondaryColor`, which the fragment stage reads as `gl_SecondaryColor`.
pub const MALI_INST_BUILT_IN_FRONT_SECONDARY_COLOR: mali_inst_built_in = 2;
/// `gl_FogFragCoord`.
pub const MALI_INST_BUILT_IN_FOG_FRAG_COORD: mali_inst_built_in = 3;
/// `gl_TexCoord[0]`; fields of the structure have the other elements.
pub const MALI_INST_BUILT_IN_TEX_COORD: mali_inst_built_in = 4;
/// `gl_PointSize`.
pub const MALI_INST_BUILT_IN_POINT_SIZE: mali_inst_built_in = 5;
/// `gl_BackColor`.
pub const MALI_INST_BUILT_IN_BACK_COLOR: mali_inst_built_in = 6;
/// `gl_BackSecondaryColor`.
pub const MALI_INST_BUILT_IN_BACK_SECONDARY_COLOR: mali_inst_built_in = 7;
/// `gl_ClipVertex`.
pub const MALI_INST_BUILT_IN_CLIP_VERTEX: mali_inst_built_in = 8;
/// `gl_ClipDistance[0]`; fields of the structure have the other elements.
pub const MALI_INST_BUILT_IN_CLIP_DISTANCE: mali_inst_built_in = 9;
/// `gl_CullDistance`.
pub const MALI_INST_BUILT_IN_CULL_DISTANCE: mali_inst_built_in = 10;
/// `gl_PrimitiveID`.
pub const MALI_INST_BUILT_IN_PRIMITIVE_ID: mali_inst_built_in = 11;
/// `gl_Layer`.
pub const MALI_INST_BUILT_IN_LAYER: mali_inst_built_in = 12;
/// `gl_ViewportIndex`.
pub const MALI_INST_BUILT_IN_VIEWPORT_INDEX: mali_inst_built_in = 13;
/// `gl_PrimitiveShadingRateEXT`.
pub const MALI_INST_BUILT_IN_SHADING_RATE: mali_inst_built_in = 14;
/// `gl_FragCoord`.
pub const MALI_INST_BUILT_IN_FRAG_COORD: mali_inst_built_in = 15;
/// `gl_FrontFacing`.
pub const MALI_INST_BUILT_IN_FRONT_FACING: mali_inst_built_in = 16;
/// `gl_PointCoord`.
pub const MALI_INST_BUILT_IN_POINT_COORD: mali_inst_built_in = 17;
/// `gl_ViewIndex`.
pub const MALI_INST_BUILT_IN_VIEW_INDEX: mali_inst_built_in = 18;

// The numbers of C are those of the variables.
const _: () = {
    assert!(MALI_INST_BUILT_IN_POSITION == BuiltIn::Position as u32);
    assert!(MALI_INST_BUILT_IN_FRONT_COLOR == BuiltIn::FrontColor as u32);
    assert!(MALI_INST_BUILT_IN_FRONT_SECONDARY_COLOR == BuiltIn::FrontSecondaryColor as u32);
    assert!(MALI_INST_BUILT_IN_FOG_FRAG_COORD == BuiltIn::FogFragCoord as u32);
    assert!(MALI_INST_BUILT_IN_TEX_COORD == BuiltIn::TexCoord as u32);
    assert!(MALI_INST_BUILT_IN_POINT_SIZE == BuiltIn::PointSize as u32);
    assert!(MALI_INST_BUILT_IN_BACK_COLOR == BuiltIn::BackColor as u32);
    assert!(MALI_INST_BUILT_IN_BACK_SECONDARY_COLOR == BuiltIn::BackSecondaryColor as u32);
    assert!(MALI_INST_BUILT_IN_CLIP_VERTEX == BuiltIn::ClipVertex as u32);
    assert!(MALI_INST_BUILT_IN_CLIP_DISTANCE == BuiltIn::ClipDistance as u32);
    assert!(MALI_INST_BUILT_IN_CULL_DISTANCE == BuiltIn::CullDistance as u32);
    assert!(MALI_INST_BUILT_IN_PRIMITIVE_ID == BuiltIn::PrimitiveId as u32);
    assert!(MALI_INST_BUILT_IN_LAYER == BuiltIn::Layer as u32);
    assert!(MALI_INST_BUILT_IN_VIEWPORT_INDEX == BuiltIn::ViewportIndex as u32);
    assert!(MALI_INST_BUILT_IN_SHADING_RATE == BuiltIn::ShadingRate as u32);
    assert!(MALI_INST_BUILT_IN_FRAG_COORD == BuiltIn::FragCoord as u32);
    assert!(MALI_INST_BUILT_IN_FRONT_FACING == BuiltIn::FrontFacing as u32);
    assert!(MALI_INST_BUILT_IN_POINT_COORD == BuiltIn::PointCoord as u32);
    assert!(MALI_INST_BUILT_IN_VIEW_INDEX == BuiltIn::ViewIndex as u32);
    assert!(BuiltIn::ALL.len() == 19);
};

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
    ///
    /// # Safety
    ///
    /// As for [`pointers::reference`](crate::abi::pointers::reference).
    pub(crate) unsafe fn of_stages(pointer: *const Self) -> Result<[BuiltIns; 2], Failure> {
        if pointer.is_null() {
            return Ok([BuiltIns::NONE; 2]);
        }
        // SAFETY: `# Safety` of this function requires the same.
        let given = unsafe { growth::structure(pointer, "built_ins") }?;
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
        let bit = 1 << built_in as u32;
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
