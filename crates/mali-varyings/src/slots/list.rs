use super::slot::Slot;
use crate::base_type::BaseType;
use crate::error::Error;
use crate::limits::{REGISTER_COMPONENTS, SLOTS};
use core::fmt;
use core::ops::Deref;

/// The slots of a stage, in the order of their indices.
///
/// ```
/// use mali_varyings::{BaseType, Slot, Slots};
///
/// assert!(Slots::EMPTY.is_empty());
/// let slots = Slots::new(&[Slot::new(Slot::VAR0, 0, BaseType::Float, 2)])?;
/// assert_eq!(slots[0].bytes(), 8);
/// # Ok::<(), mali_varyings::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Slots {
    slots: [Slot; SLOTS as usize],
    count: u8,
}

impl Slots {
    /// No slots.
    pub const EMPTY: Self = Self {
        // These slots only fill the array: `as_slice` ends at `count`.
        slots: [Slot::new(0, 0, BaseType::Float, REGISTER_COMPONENTS as u8); SLOTS as usize],
        count: 0,
    };

    /// These slots, which are checked where they are placed and linked.
    ///
    /// # Errors
    ///
    /// [`Error::TooManySlots`] for more than there are locations, 64.
    pub const fn new(slots: &[Slot]) -> Result<Self, Error> {
        if slots.len() > SLOTS as usize {
            return Err(Error::TooManySlots {
                slots: slots.len(),
                allowed: SLOTS as usize,
            });
        }
        let mut list = Self::EMPTY;
        each!(number, 0..slots.len(), {
            list.push(slots[number]);
        });
        Ok(list)
    }

    /// Adds a slot. There are at most as many as locations.
    pub(crate) const fn push(&mut self, slot: Slot) {
        self.slots[self.count as usize] = slot;
        self.count += 1;
    }

    /// Adds a slot, whose index becomes its rank.
    pub(crate) const fn push_ranked(&mut self, slot: Slot) {
        self.push(Slot {
            index: self.count,
            ..slot
        });
    }

    /// Puts another slot in the place of one of the list.
    pub(crate) const fn replace(&mut self, number: usize, slot: Slot) {
        self.slots[number] = slot;
    }

    /// Makes the slots that are not interpolated unsigned integers of 32 bits.
    pub(crate) const fn read_flat_as_uint(&mut self) {
        each!(number, 0..self.count as usize, {
            let slot = &mut self.slots[number];
            if slot.is_flat {
                slot.base_type = BaseType::Uint;
                slot.bits = 32;
            }
        });
    }

    /// The slots, in a constant.
    #[must_use]
    pub const fn as_slice(&self) -> &[Slot] {
        self.slots.split_at(self.count as usize).0
    }
}

impl Deref for Slots {
    type Target = [Slot];

    fn deref(&self) -> &[Slot] {
        self.as_slice()
    }
}

impl PartialEq for Slots {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Slots {}

/// Writes the slots that there are.
impl fmt::Debug for Slots {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(formatter)
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for Slots {
    fn format(&self, formatter: defmt::Formatter<'_>) {
        defmt::write!(formatter, "{=[?]}", self.as_slice());
    }
}
