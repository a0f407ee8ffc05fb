//! The registers of four components that an edition of GLSL ES guarantees.

use mali_varyings::{BuiltIn, Placement, RegisterTarget, Varying, pack};

use crate::abi::arguments::arguments;
use crate::abi::status::{mali_inst_error, mali_inst_status};
use crate::abi::values::values;
use crate::varyings::built_ins::mali_inst_built_ins;
use crate::varyings::declaration::{Declarations, MALI_INST_MAX_VARYINGS, mali_inst_varying};

/// An edition of GLSL ES: one of `MALI_INST_GLSL_ES_*`, the number of its `#version`.
pub type mali_inst_edition = u32;

values! {
    mali_inst_edition read as RegisterTarget by edition, "100, 300, 310 and 320";
    /// GLSL ES 1.00, which guarantees 8 registers.
    MALI_INST_GLSL_ES_100 = 100 => ES100;
    /// GLSL ES 3.00, which guarantees 16 registers, as the later editions do.
    MALI_INST_GLSL_ES_300 = 300 => ES300;
    /// GLSL ES 3.10.
    MALI_INST_GLSL_ES_310 = 310 => ES310;
    /// GLSL ES 3.20.
    MALI_INST_GLSL_ES_320 = 320 => ES320;
}

/// The place of a varying in registers: a rectangle of rows, which are registers, and components.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_varying_place {
    /// The first register.
    pub first_register: u32,
    /// The number of registers.
    pub registers: u32,
    /// The first component, 0 for x to 3 for w.
    pub first_component: u32,
    /// The number of components of each register, 1 to 4.
    pub components: u32,
}

/// The number of built-in inputs that take registers.
const BUILT_INS: usize = 3;

/// Packs the varyings of a shader by the algorithm of an edition of GLSL ES. Every implementation must accept a
/// shader whose varyings this algorithm packs into the registers. `places` gets the place of each varying, and
/// `registers_used` the number of registers that hold anything.
///
/// `built_ins`, which may be null, has the built-in inputs of the fragment stage, of which `gl_FragCoord`,
/// `gl_FrontFacing` and `gl_PointCoord` take registers too; its outputs are not used. `registers` is the number of
/// the GPU's registers, 1 to 64. Names are not used. A Mali stores no registers: `mali_inst_linkage_slots` returns
/// what it stores.
///
/// # Errors
///
/// `MALI_INST_ERROR_TOO_MANY` for more than `MALI_INST_MAX_VARYINGS`; for a declaration the errors of
/// `mali_inst_linkage_init`; `MALI_INST_ERROR_REGISTERS`, `MALI_INST_ERROR_DOES_NOT_FIT`,
/// `MALI_INST_ERROR_SHARED_LOCATION`, and `MALI_INST_ERROR_NOT_IN_EDITION` for a declaration that the edition does
/// not have. The built-in inputs are counted on after the varyings.
///
/// # Safety
///
/// The varyings and `built_ins` may be read, as many places, `registers_used` and `error` may be written. `built_ins`
/// and `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_registers_pack(
    edition: mali_inst_edition,
    registers: u32,
    varyings: *const mali_inst_varying,
    varying_count: usize,
    built_ins: *const mali_inst_built_ins,
    places: *mut mali_inst_varying_place,
    registers_used: *mut u32,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe {
        varyings[varying_count], built_ins, places[varying_count], registers_used, error
    });
    error.status_of(|| {
        let target = self::edition(edition)?.with_registers(registers)?;
        let varyings = varyings.slice()?;
        let [_, read] = mali_inst_built_ins::of_stages(built_ins)?;
        let mut converted = Declarations::new(varyings, 0);
        let converted = converted.convert()?;
        // Any declaration: `pack` gets the first `count`, which are replaced.
        let mut declared = [Varying::FRAG_COORD; MALI_INST_MAX_VARYINGS + BUILT_INS];
        let specials = [
            (BuiltIn::FragCoord, Varying::FRAG_COORD),
            (BuiltIn::FrontFacing, Varying::FRONT_FACING),
            (BuiltIn::PointCoord, Varying::POINT_COORD),
        ];
        let used = specials
            .into_iter()
            .filter_map(|(built_in, varying)| read.has(built_in).then_some(varying));
        // Built-ins come after the caller's varyings, so that the first places are those of the varyings.
        let mut count = 0;
        for (place, varying) in declared
            .iter_mut()
            .zip(converted.iter().copied().chain(used))
        {
            *place = varying;
            count += 1;
        }
        let mut placements = [Placement::UNPLACED; MALI_INST_MAX_VARYINGS + BUILT_INS];
        let (declared, _) = declared.split_at(count);
        let (placements, _) = placements.split_at_mut(count);
        let used = pack(declared, &target, placements)?;
        let outputs = places.slice()?;
        let registers_used = registers_used.get()?;
        for (output, placement) in outputs.iter_mut().zip(placements.iter()) {
            output.write(mali_inst_varying_place {
                first_register: placement.register(),
                registers: placement.rows(),
                first_component: placement.component(),
                components: placement.components(),
            });
        }
        registers_used.write(used);
        Ok(())
    })
}
