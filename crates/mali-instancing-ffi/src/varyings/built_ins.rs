//! The built-in variables of stages.

use mali_varyings::{BuiltIn, BuiltIns};

use crate::abi::failure::Failure;
use crate::abi::growth::{self, growing};

/// The built-in values that the stages use. The vertex stage always writes the position. All fields may be 0. Stages
/// that use other ones have them as slots, see `mali_inst_slots_place`.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct mali_inst_built_ins {
    /// Not 0 if the vertex stage writes `gl_PointSize`.
    pub point_size: u32,
    /// Not 0 if the vertex stage writes `gl_Layer`.
    pub layer: u32,
    /// Not 0 if the vertex stage writes `gl_ViewportIndex`.
    pub viewport: u32,
    /// Not 0 if the vertex stage writes `gl_PrimitiveID`.
    pub primitive_id: u32,
    /// Not 0 if the fragment stage reads `gl_PointCoord`.
    pub point_coord: u32,
    /// Not 0 if the fragment stage reads `gl_FrontFacing`.
    pub front_facing: u32,
    /// Not 0 if the fragment stage reads `gl_FragCoord`.
    pub frag_coord: u32,
    /// Zeros, for fields of later versions.
    pub reserved: [u32; 3],
}

growing! {
    mali_inst_built_ins: a b c;
}

impl mali_inst_built_ins {
    /// The structure that a pointer points to; the structure of zeros if it is null.
    ///
    /// # Safety
    ///
    /// As for [`pointers::reference`].
    pub(crate) unsafe fn read(pointer: *const Self) -> Result<Self, Failure> {
        if pointer.is_null() {
            return Ok(Self::default());
        }
        // SAFETY: `# Safety` of this function requires the same.
        unsafe { growth::structure(pointer, "built_ins") }.copied()
    }

    /// The variables that the vertex stage writes, and those that the fragment stage reads.
    pub(crate) fn of_stages(self) -> [BuiltIns; 2] {
        let written = [
            (self.point_size, BuiltIn::PointSize),
            (self.layer, BuiltIn::Layer),
            (self.viewport, BuiltIn::ViewportIndex),
            (self.primitive_id, BuiltIn::PrimitiveId),
        ];
        let read = [
            (self.point_coord, BuiltIn::PointCoord),
            (self.front_facing, BuiltIn::FrontFacing),
            (self.frag_coord, BuiltIn::FragCoord),
        ];
        [of(&written), of(&read)]
    }
}

fn of(variables: &[(u32, BuiltIn)]) -> BuiltIns {
    let used = variables.iter().filter(|(is_used, _)| *is_used != 0);
    used.fold(BuiltIns::NONE, |used, &(_, built_in)| used.with(built_in))
}
