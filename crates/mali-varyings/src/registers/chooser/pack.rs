use super::choices::choose;
use super::machine::{Layout, Machine};
use super::packer::Packer;
use super::placement::Placement;
use crate::declaration::Varying;
use crate::error::Error;
use crate::registers::rectangle::{Matrices, Rectangle};

/// Packs varyings for a machine, and returns how many registers hold anything. All parts of declarations are allowed.
///
/// The place of each varying is written to `placements`. After an error, its contents are meaningless.
///
/// # Errors
///
/// [`Error::DoesNotFit`] for the first varying that does not fit, in the attempt that lacks the fewest registers.
/// [`Error::SharedLocation`] for explicit locations that overlap. [`Error::Registers`] for a machine of none or more than
/// 64. [`Error::TooManyVaryings`] above 256,
/// [`Error::PlacementCount`] if there are not as many placements as varyings.
///
/// ```
/// use mali_varyings::chooser::{Machine, Placement, pack};
/// use mali_varyings::{Varying, VaryingType};
///
/// let varyings = [Varying::new(VaryingType::Vec3); 4];
/// let mut placements = [Placement::UNPLACED; 4];
/// let machine = Machine { registers: 3, ..Machine::CHOSEN };
/// assert_eq!(pack(&varyings, &machine, &mut placements), Ok(3));
/// let machine = Machine { straddling: false, ..machine };
/// assert!(pack(&varyings, &machine, &mut placements).is_err());
/// ```
pub const fn pack(
    varyings: &[Varying],
    machine: &Machine,
    placements: &mut [Placement],
) -> Result<u32, Error> {
    let mut packer = attempt!(Packer::new(varyings, machine, placements));
    attempt!(find_places(&mut packer, machine));
    Ok(packer.registers_used())
}

const fn find_places(packer: &mut Packer<'_>, machine: &Machine) -> Result<(), Error> {
    if matches!(machine.layout, Layout::Standard) {
        return place_standard(packer);
    }
    packer.lay_out(Matrices::Own);
    let misfit = match packer.place_or_reserve(Matrices::Own) {
        Ok(()) => return Ok(()),
        Err(misfit) => misfit,
    };
    // Squares take more room, but change the order of placing: everything may fit in that order.
    if place_standard(packer).is_ok() {
        each!(number, 0..packer.varyings.len(), {
            packer.placements[number].placed.element =
                // A matrix's own columns and rows are within its square. The elements of an array move closer together.
                Rectangle::relaxed(packer.varyings[number].varying_type());
        });
        return Ok(());
    }
    if matches!(machine.layout, Layout::Relaxed) {
        return Err(misfit);
    }
    packer.lay_out(Matrices::Own);
    choose(packer, machine, misfit)
}

/// Places every varying where the standard does, by each reading of its text, until one fits.
const fn place_standard(packer: &mut Packer<'_>) -> Result<(), Error> {
    packer.lay_out(Matrices::Square);
    match packer.place_or_reserve(Matrices::Square) {
        Ok(()) => Ok(()),
        Err(_) => packer.place_or_reserve(Matrices::Own),
    }
}
