use super::edition::check_edition;
use super::order::Precedence;
use super::packer::{check_count, place, registers_used};
use super::placement::Placement;
use super::rectangle::Matrices;
use super::rules::Rules;
use super::target::{RegisterTarget, check_registers};
use crate::declaration::Varying;
use crate::error::Error;
use crate::limits::MAX_REGISTERS;

/// Packs varyings, and returns how many registers hold anything.
///
/// The place of each varying is written to `placements`, at run time or in a constant. After an error, its contents are
/// meaningless.
///
/// # Errors
///
/// [`Error::DoesNotFit`] for the first varying that does not fit. [`Error::SharedLocation`] for explicit locations that
/// overlap. [`Error::Registers`] for a target of none or more than 64, [`Error::NotInEdition`] for a declaration that the edition does not have, unless the target is
/// [lenient](RegisterTarget::is_lenient). [`Error::TooManyVaryings`] above 256,
/// [`Error::PlacementCount`] if there are not as many placements as varyings.
///
/// ```
/// use mali_varyings::{Placement, RegisterTarget, Varying, VaryingType, pack};
///
/// let varyings = vec![Varying::new(VaryingType::Vec4); 3];
/// let mut placements = vec![Placement::UNPLACED; varyings.len()];
/// assert_eq!(pack(&varyings, &RegisterTarget::ES100, &mut placements), Ok(3));
/// assert_eq!(placements[2].register(), 2);
/// ```
pub const fn pack(
    varyings: &[Varying],
    target: &RegisterTarget,
    placements: &mut [Placement],
) -> Result<u32, Error> {
    attempt!(check_registers(target.registers));
    attempt!(check_count(varyings.len(), placements.len()));
    if !target.is_lenient {
        attempt!(check_edition(varyings, target.rules));
    }
    // By each reading of the text, until one fits. The error is that of the last.
    if place_in_either_order(varyings, *target, placements, Matrices::Square).is_err() {
        let own = Matrices::Own;
        attempt!(place_in_either_order(varyings, *target, placements, own));
    }
    Ok(registers_used(placements))
}

/// The smallest number of registers that hold varyings, whatever number the target has. No varyings need none.
///
/// In a target with more registers, more can be in use: two components go to the last registers first. `placements` is
/// for the work alone.
///
/// # Errors
///
/// The errors of [`pack`]; [`Error::DoesNotFit`] is that of 64 registers.
///
/// ```
/// use mali_varyings::{Placement, RegisterTarget, Varying, VaryingType, pack, registers_needed};
///
/// // The scalar goes to the column with the least room: beside the array, or into a row of its own.
/// let varyings = [Varying::new(VaryingType::Vec3), Varying::new(VaryingType::Float)];
/// let mut placements = [Placement::UNPLACED; 2];
/// assert_eq!(pack(&varyings, &RegisterTarget::ES100, &mut placements), Ok(2));
/// assert_eq!(registers_needed(&varyings, &RegisterTarget::ES100, &mut placements), Ok(1));
/// ```
pub const fn registers_needed(
    varyings: &[Varying],
    target: &RegisterTarget,
    placements: &mut [Placement],
) -> Result<u32, Error> {
    if varyings.is_empty() {
        return Ok(0);
    }
    let mut target = *target;
    // One after the other: the packer takes nothing back, so nothing proves that what fits some registers fits more.
    target.registers = 1;
    loop {
        match pack(varyings, &target, placements) {
            Ok(_) => return Ok(target.registers),
            Err(Error::DoesNotFit { .. }) if target.registers < MAX_REGISTERS => {
                target.registers += 1;
            }
            Err(error) => return Err(error),
        }
    }
}

/// Places the varyings ordered by the size of arrays first; if that does not fit, by interpolation first.
const fn place_in_either_order(
    varyings: &[Varying],
    target: RegisterTarget,
    placements: &mut [Placement],
    explicit: Matrices,
) -> Result<(), Error> {
    // The text names both orders and not which one decides.
    let order = Precedence::new(target.rules, false);
    let by_size = place(varyings, target, placements, explicit, order);
    // GLSL ES 1.00 does not consider interpolation, so the other order would be the same.
    if by_size.is_ok() || matches!(target.rules, Rules::Es100) {
        return by_size;
    }
    let order = Precedence::new(target.rules, true);
    match place(varyings, target, placements, explicit, order) {
        Ok(()) => Ok(()),
        Err(_) => by_size,
    }
}
