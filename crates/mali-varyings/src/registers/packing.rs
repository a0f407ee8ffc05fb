use super::edition::check_edition;
use super::order::Precedence;
use super::packer::{Packer, check_count};
use super::placement::Placement;
use super::rectangle::Matrices;
use super::target::{Target, check_registers};
use crate::declaration::Varying;
use crate::error::Error;
use crate::limits::MAX_REGISTERS;
use crate::rules::Rules;

/// The varyings of an interface, packed. A packing of constants can be a constant.
///
/// ```
/// use mali_varyings::{Packing, Target, Varying, VaryingType};
///
/// const NORMAL: Varying = Varying::new(VaryingType::Vec3);
/// const UV: Varying = Varying::new(VaryingType::Vec2);
/// static PACKING: Packing<2> = match Packing::new(&[UV, NORMAL], &Target::ES100) {
///     Ok(packing) => packing,
///     Err(_) => panic!(),
/// };
///
/// assert_eq!(PACKING.registers_used(), 2);
/// assert_eq!(PACKING.placements()[0].register(), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Packing<const VARYINGS: usize> {
    varyings: [Varying; VARYINGS],
    placements: [Placement; VARYINGS],
    registers_used: u32,
}

impl<const VARYINGS: usize> Packing<VARYINGS> {
    /// Packs varyings.
    ///
    /// # Errors
    ///
    /// The errors of [`pack`].
    pub const fn new(varyings: &[Varying; VARYINGS], target: &Target) -> Result<Self, Error> {
        let mut placements = [Placement::UNPLACED; VARYINGS];
        let registers_used = attempt!(pack(varyings, target, &mut placements));
        Ok(Self {
            varyings: *varyings,
            placements,
            registers_used,
        })
    }

    /// The varyings that were packed.
    #[must_use]
    pub const fn varyings(&self) -> &[Varying; VARYINGS] {
        &self.varyings
    }

    /// The place of each varying, in the order in which the varyings were given.
    #[must_use]
    pub const fn placements(&self) -> &[Placement; VARYINGS] {
        &self.placements
    }

    /// The number of registers that hold anything.
    #[must_use]
    pub const fn registers_used(&self) -> u32 {
        self.registers_used
    }
}

/// Packs varyings whose number is known at run time, and returns how many registers hold anything.
///
/// The place of each varying is written to `placements`. After an error, its contents are meaningless.
///
/// # Errors
///
/// [`Error::DoesNotFit`] for the first varying that does not fit. [`Error::SharedLocation`] for explicit locations that
/// overlap. [`Error::Registers`] for a target of none or more than 64, [`Error::NotInEdition`] for a declaration that the edition does not have, unless the target is
/// [lenient](Target::is_lenient). [`Error::TooManyVaryings`] above 256,
/// [`Error::PlacementCount`] if there are not as many placements as varyings.
///
/// ```
/// use mali_varyings::{Placement, Target, Varying, VaryingType, pack};
///
/// let varyings = vec![Varying::new(VaryingType::Vec4); 3];
/// let mut placements = vec![Placement::UNPLACED; varyings.len()];
/// assert_eq!(pack(&varyings, &Target::ES100, &mut placements), Ok(3));
/// assert_eq!(placements[2].register(), 2);
/// ```
pub const fn pack(
    varyings: &[Varying],
    target: &Target,
    placements: &mut [Placement],
) -> Result<u32, Error> {
    attempt!(check_registers(target.registers));
    attempt!(check_count(varyings.len(), placements.len()));
    if !target.is_lenient {
        attempt!(check_edition(varyings, target.rules));
    }
    let mut packer = Packer::new(varyings, target, placements);
    attempt!(place_by_edition(&mut packer, target.rules));
    Ok(packer.registers_used())
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
/// use mali_varyings::{Placement, Target, Varying, VaryingType, pack, registers_needed};
///
/// // The scalar goes to the column with the least room: beside the array, or into a row of its own.
/// let varyings = [Varying::new(VaryingType::Vec3), Varying::new(VaryingType::Float)];
/// let mut placements = [Placement::UNPLACED; 2];
/// assert_eq!(pack(&varyings, &Target::ES100, &mut placements), Ok(2));
/// assert_eq!(registers_needed(&varyings, &Target::ES100, &mut placements), Ok(1));
/// ```
pub const fn registers_needed(
    varyings: &[Varying],
    target: &Target,
    placements: &mut [Placement],
) -> Result<u32, Error> {
    if varyings.is_empty() {
        return Ok(0);
    }
    let mut target = *target;
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

/// Places the varyings by each reading of the text, until one fits. The error is that of the last.
const fn place_by_edition(packer: &mut Packer<'_>, rules: Rules) -> Result<(), Error> {
    match place_in_either_order(packer, rules, Matrices::Square) {
        Ok(()) => Ok(()),
        Err(_) => place_in_either_order(packer, rules, Matrices::Own),
    }
}

/// Places the varyings ordered by the size of arrays first; if that does not fit, by interpolation first.
const fn place_in_either_order(
    packer: &mut Packer<'_>,
    rules: Rules,
    explicit: Matrices,
) -> Result<(), Error> {
    let by_size = packer.place(explicit, Precedence::new(rules, false));
    if by_size.is_ok() || matches!(rules, Rules::Es100) {
        return by_size;
    }
    match packer.place(explicit, Precedence::new(rules, true)) {
        Ok(()) => Ok(()),
        Err(_) => by_size,
    }
}
