//! The places of all varyings of an interface.

use super::chosen::choose;
use super::edition::check_edition;
use super::grid::row_mask;
use super::order::Precedence;
use super::packer::{ExplicitMatrices, lay_out, place, place_or_reserve, place_within_strict};
use super::placement::Placement;
use super::target::Target;
use crate::declaration::Varying;
use crate::error::Error;
use crate::limits::MAX_VARYINGS;
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
        match pack(varyings, target, &mut placements) {
            Ok(registers_used) => Ok(Self {
                varyings: *varyings,
                placements,
                registers_used,
            }),
            Err(error) => Err(error),
        }
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

    /// The place of a varying, by its number; `None` past the last.
    ///
    /// ```
    /// use mali_varyings::{Packing, Target, Varying, VaryingType};
    ///
    /// let packing = Packing::new(&[Varying::new(VaryingType::Vec2)], &Target::ES100)?;
    /// assert_eq!(packing.placement(0).unwrap().components(), 2);
    /// assert_eq!(packing.placement(1), None);
    /// # Ok::<(), mali_varyings::Error>(())
    /// ```
    #[must_use]
    pub const fn placement(&self, varying: usize) -> Option<Placement> {
        if varying < VARYINGS {
            Some(self.placements[varying])
        } else {
            None
        }
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
/// [`Error::DoesNotFit`] for the first varying that does not fit; if orientations were chosen, the error is that of
/// the attempt that lacks the fewest registers. [`Error::SharedLocation`] for explicit locations that
/// overlap. [`Error::NotInEdition`] for a declaration that the edition does not have, unless the target is
/// [lenient](Target::with_leniency). [`Error::TooManyVaryings`] above 256,
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
    if placements.len() != varyings.len() {
        return Err(Error::PlacementCount {
            given: placements.len(),
            needed: varyings.len(),
        });
    }
    if varyings.len() > MAX_VARYINGS {
        return Err(Error::TooManyVaryings {
            varyings: varyings.len(),
            allowed: MAX_VARYINGS,
        });
    }
    if !target.is_lenient() {
        if let Err(error) = check_edition(varyings, target.rules()) {
            return Err(error);
        }
    }
    match find_places(varyings, target, placements) {
        Ok(()) => Ok(registers_used(placements)),
        Err(error) => Err(error),
    }
}

const fn find_places(
    varyings: &[Varying],
    target: &Target,
    placements: &mut [Placement],
) -> Result<(), Error> {
    let rules = target.rules();
    let by_size = Precedence::new(rules, false);
    if !matches!(rules, Rules::Relaxed | Rules::Chosen) {
        return place_by_edition(varyings, target, placements);
    }
    let order = lay_out(varyings, rules, by_size, placements);
    let misfit = match place_or_reserve(varyings, &order, target, ExplicitMatrices::Own, placements)
    {
        Ok(()) => return Ok(()),
        Err(misfit) => misfit,
    };
    let within = [ExplicitMatrices::Square, ExplicitMatrices::Own];
    let mut reading = 0;
    while reading < within.len() {
        if place_within_strict(varyings, target, within[reading], placements).is_ok() {
            return Ok(());
        }
        reading += 1;
    }
    if matches!(rules, Rules::Relaxed) {
        return Err(misfit);
    }
    let order = lay_out(varyings, rules, by_size, placements);
    choose(varyings, &order, target, placements, misfit)
}

/// Places the varyings by each reading of the text, until one fits. The error is that of the last.
const fn place_by_edition(
    varyings: &[Varying],
    target: &Target,
    placements: &mut [Placement],
) -> Result<(), Error> {
    if has_explicit_matrix(varyings) {
        let squares = ExplicitMatrices::Square;
        if place_in_either_order(varyings, target, squares, placements).is_ok() {
            return Ok(());
        }
    }
    place_in_either_order(varyings, target, ExplicitMatrices::Own, placements)
}

const fn has_explicit_matrix(varyings: &[Varying]) -> bool {
    let mut number = 0;
    while number < varyings.len() {
        if varyings[number].location().is_some() && varyings[number].varying_type().is_matrix() {
            return true;
        }
        number += 1;
    }
    false
}

/// Places the varyings ordered by the size of arrays first; if that does not fit, by interpolation first.
const fn place_in_either_order(
    varyings: &[Varying],
    target: &Target,
    matrices: ExplicitMatrices,
    placements: &mut [Placement],
) -> Result<(), Error> {
    let rules = target.rules();
    let order = lay_out(varyings, rules, Precedence::new(rules, false), placements);
    let misfit = match place(varyings, &order, target, matrices, placements) {
        Ok(()) => return Ok(()),
        Err(misfit) => misfit,
    };
    if matches!(rules, Rules::Es100) {
        return Err(misfit);
    }
    let order = lay_out(varyings, rules, Precedence::new(rules, true), placements);
    match place(varyings, &order, target, matrices, placements) {
        Ok(()) => Ok(()),
        Err(_) => Err(misfit),
    }
}

const fn registers_used(placements: &[Placement]) -> u32 {
    let mut rows = 0;
    let mut number = 0;
    while number < placements.len() {
        let placement = &placements[number];
        rows |= row_mask(placement.register, placement.rows() as u64);
        number += 1;
    }
    rows.count_ones()
}
