use super::matching::may_share;
use super::named::{NamedVarying, name_order};
use crate::base_type::BaseType;
use crate::declaration::{Interpolation, Varying, VaryingType};
use crate::error::Error;
use crate::limits::{LOCATIONS, MAX_LOCATED_VARYINGS, REGISTER_COMPONENTS};
use crate::slots::{Slot, Slots};
use core::fmt;

/// The outputs or inputs of one stage: a [`Slot`] at each location in use, and the varying that each component of it is of.
///
/// Every vector of a varying has a location of its own: the elements of an array follow each other, and
/// within an element the columns of a matrix. Varyings with an explicit location are placed first; the others
/// then take the lowest free locations, in the order of their declaration. Varyings that share a location, each
/// with components of its own, are one slot: they have the same base type, number of bits and
/// interpolation.
///
/// The components of a slot have 16 bits if their type has, or if every varying at the location is a float of
/// `mediump` or `lowp`.
///
/// Facts: Mesa's `pan_varying_collect_formats`.
///
/// ```
/// use mali_varyings::{Linkage, Linking, Matching, NamedVarying, Precision, Varying, VaryingType};
///
/// let normals = Varying::new(VaryingType::Vec3).with_array(2)?;
/// let uv = Varying::new(VaryingType::Vec2).with_precision(Precision::Medium).with_location(0)?;
/// let written = [("normals", normals), ("uv", uv)].map(|(name, varying)| NamedVarying { name, varying });
/// let stage = Linkage::new(&written, &[], Matching::GlEs, Linking::Monolithic)?.producer;
/// assert_eq!((stage.location(0), stage.location(1)), (Some(1), Some(0)));
/// assert_eq!(stage.slot(0).unwrap().bits, 16);
/// # Ok::<(), mali_varyings::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Interface {
    /// The locations in use, a bit each.
    locations: u32,
    /// The slot at each location in use, without its index.
    slots: [Slot; LOCATIONS as usize],
    /// The varying of each component, or [`NOBODY`].
    owners: [[u8; REGISTER_COMPONENTS as usize]; LOCATIONS as usize],
    /// The varyings, each at its location once it is placed.
    pub(super) located: [Varying; MAX_LOCATED_VARYINGS],
    varyings: usize,
}

/// The number for no varying; all numbers of varyings are smaller.
const NOBODY: u8 = u8::MAX;

impl Interface {
    /// The interface of a stage that writes no varyings, or reads none.
    pub const EMPTY: Self = Self {
        locations: 0,
        slots: [Slot::new(0, 0, BaseType::Float, 0); LOCATIONS as usize],
        owners: [[NOBODY; REGISTER_COMPONENTS as usize]; LOCATIONS as usize],
        located: [Varying::new(VaryingType::Float); MAX_LOCATED_VARYINGS],
        varyings: 0,
    };

    /// Takes these varyings, of a stage that is compiled without the other one, and places those without a location in the
    /// order of their names, so that the other stage has them at the same ones.
    pub(super) const fn declare_sorted(
        &mut self,
        varyings: &[NamedVarying<'_>],
    ) -> Result<(), Error> {
        attempt!(self.declare(varyings));
        attempt!(self.place_located());
        let (order, count) = name_order(varyings);
        each!(position, 0..count, {
            // Nothing is reserved, since the other stage is not known.
            attempt!(self.place_anywhere(order[position] as usize, 0));
        });
        Ok(())
    }

    /// Takes these varyings, which are not placed yet.
    pub(super) const fn declare(&mut self, varyings: &[NamedVarying<'_>]) -> Result<(), Error> {
        if varyings.len() > MAX_LOCATED_VARYINGS {
            return Err(Error::TooManyVaryings {
                varyings: varyings.len(),
                allowed: MAX_LOCATED_VARYINGS,
            });
        }
        self.varyings = varyings.len();
        each!(number, 0..varyings.len(), {
            self.located[number] = varyings[number].varying;
        });
        Ok(())
    }

    /// Places the varyings. Those without a location take none whose bit is set in `reserved`.
    pub(super) const fn place(&mut self, reserved: u32) -> Result<(), Error> {
        attempt!(self.place_located());
        each!(number, 0..self.varyings, {
            if self.located[number].location().is_none() {
                attempt!(self.place_anywhere(number, reserved));
            }
        });
        Ok(())
    }

    /// Places the varyings that have a location.
    const fn place_located(&mut self) -> Result<(), Error> {
        each!(number, 0..self.varyings, {
            if let Some(first) = self.located[number].location() {
                let needed = self.located[number].vectors();
                // `place_at` needs this check: it casts the vectors to 32 bits and indexes by each of their locations.
                if first as u64 + needed > LOCATIONS as u64 {
                    return Err(Error::LocationRange {
                        varying: number,
                        location: first,
                        needed,
                    });
                }
                attempt!(self.place_at(number, first));
            }
        });
        Ok(())
    }

    /// The declarations, each at its location.
    #[must_use]
    pub const fn varyings(&self) -> &[Varying] {
        self.located.split_at(self.varyings).0
    }

    /// The first location of a varying, by its number; `None` past the last.
    #[must_use]
    pub const fn location(&self, varying: usize) -> Option<u32> {
        if varying < self.varyings {
            self.located[varying].location()
        } else {
            None
        }
    }

    /// The slot at a location, without its index, which depends on all slots of the stage.
    #[must_use]
    pub const fn slot(&self, location: u32) -> Option<Slot> {
        if location >= LOCATIONS || self.locations >> location & 1 == 0 {
            return None;
        }
        Some(self.slots[location as usize])
    }

    /// Adds the slots at the locations whose bits are set.
    pub(super) const fn push_slots(&self, list: &mut Slots, locations: u32) {
        each!(location, 0..LOCATIONS, {
            if locations >> location & 1 != 0 {
                if let Some(slot) = self.slot(location) {
                    list.push_ranked(slot);
                }
            }
        });
    }

    /// The number of the varying that has this component of a location.
    pub(super) const fn owner(&self, location: u32, component: u32) -> Option<usize> {
        match self.owners[location as usize][component as usize] {
            NOBODY => None,
            owner => Some(owner as usize),
        }
    }

    /// The locations in use, a bit each.
    pub(super) const fn locations(&self) -> u32 {
        self.locations
    }

    /// Puts a varying at the lowest free locations, but at none of the `reserved` ones.
    const fn place_anywhere(&mut self, number: usize, reserved: u32) -> Result<(), Error> {
        let needed = self.located[number].vectors();
        // The locations at which enough free locations in a row begin, a bit each.
        let mut firsts = !(self.locations | reserved);
        // Each step keeps the beginnings whose next location is free too.
        let mut free = 1;
        // `needed` may have 34 bits, but the loop is short: after 32 steps no bit of `firsts` is left.
        while free < needed && firsts != 0 {
            firsts &= firsts >> 1;
            free += 1;
        }
        if firsts == 0 {
            return Err(Error::NoLocations {
                varying: number,
                needed,
            });
        }
        self.place_at(number, firsts.trailing_zeros())
    }

    /// Puts a varying at that location and those after it.
    const fn place_at(&mut self, number: usize, first: u32) -> Result<(), Error> {
        let varying = self.located[number];
        self.located[number] = varying.at(first);
        let varying_type = varying.varying_type();
        let begin = varying.component();
        let end = begin + varying_type.components();
        each!(location, first..first + varying.vectors() as u32, {
            let taken = &mut self.owners[location as usize];
            each!(component, 0..REGISTER_COMPONENTS, {
                let owner = &mut taken[component as usize];
                let is_own = component >= begin && component < end;
                if *owner != NOBODY {
                    let other = *owner as usize;
                    // All varyings of a location are one slot, so they must suit each other even where none of their
                    // components meet.
                    if is_own || !may_share(self.located[other], varying) {
                        return Err(Error::SharedLocation {
                            varying: number,
                            other,
                            location,
                        });
                    }
                } else if is_own {
                    *owner = number as u8;
                }
            });
            self.add(location, varying);
        });
        Ok(())
    }

    /// Adds a varying to the slot at one of its locations, beside those that are there.
    const fn add(&mut self, location: u32, varying: Varying) {
        let varying_type = varying.varying_type();
        let end = (varying.component() + varying_type.components()) as u8;
        let bits = if varying.is_16_bit() { 16 } else { 32 };
        // The slot begins at component 0, whatever the varying's first is: memory has the components before it too.
        let mut slot = Slot::new(
            Slot::VAR0 + location as u8,
            0,
            varying_type.base_type(),
            end,
        );
        slot.bits = bits;
        slot.is_flat = matches!(varying.interpolation(), Interpolation::Flat);
        if let Some(other) = self.slot(location) {
            // `may_share` has made sure that the base type and the interpolation are equal.
            slot.components = if other.components > end {
                other.components
            } else {
                end
            };
            slot.bits = if other.bits > bits { other.bits } else { bits };
        }
        self.slots[location as usize] = slot;
        self.locations |= 1 << location;
    }
}

/// Writes the varyings and the slots that there are.
impl fmt::Debug for Interface {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut slots = Slots::EMPTY;
        self.push_slots(&mut slots, u32::MAX);
        formatter
            .debug_struct("Interface")
            .field("varyings", &self.varyings())
            .field("slots", &slots)
            .finish_non_exhaustive()
    }
}
