use super::check::check;
use super::driver::Driver;
use super::list::Slots;
use super::location::{Section, hardware_place};
use super::slot::{Slot, number_of};
use crate::error::Error;
use crate::limits::SLOTS;
use core::fmt;
use mali_instancing::Arch;

/// The memory of a vertex: the first of two steps, when a driver compiles the vertex stage.
///
/// The generic section has the slots that only the fragment stage reads, in the order of their indices. Each begins at a
/// multiple of the next power of two of its size, a `vec3` at a multiple of 16 bytes. The section ends with the
/// last slot. Slots of built-in variables come first if indices ascend with locations, as Mesa's do. The layout is the
/// same on every architecture, with the descriptors of V4 to V7 and without.
///
/// Where the position, the point size and the other outputs of the hardware are is fixed, see
/// [`BuiltIn`](crate::BuiltIn#hardware).
///
/// The second step, when both stages are known, is [`VaryingDescriptors::link`](super::VaryingDescriptors::link).
///
/// Facts: Mesa's `pan_varying_collect_formats` and `pan_build_varying_layout_compact`, of 2026. Earlier versions place
/// otherwise: [`place_in_mesa`](Self::place_in_mesa).
///
/// ```
/// use mali_varyings::{BaseType, MemoryLayout, Section, Slot};
///
/// const OUTPUTS: [Slot; 5] = [
///     Slot::new(0, 0, BaseType::Float, 4),               // gl_Position
///     Slot::new(12, 1, BaseType::Float, 1),              // gl_PointSize
///     Slot::new(17, 2, BaseType::Float, 1),              // gl_ClipDistance[0]
///     Slot::new(Slot::VAR0, 3, BaseType::Float, 3),
///     Slot::new(Slot::VAR0 + 1, 4, BaseType::Float, 2),
/// ];
/// static LAYOUT: MemoryLayout = match MemoryLayout::place(&OUTPUTS) {
///     Ok(layout) => layout,
///     Err(_) => panic!(),
/// };
/// assert_eq!(LAYOUT.place_of(12), Some((Section::Attributes, 0)));
/// assert_eq!([17, 32, 33].map(|location| LAYOUT.offset(location)), [Some(0), Some(16), Some(32)]);
/// assert_eq!(LAYOUT.bytes(), 40);
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct MemoryLayout {
    pub(super) outputs: Slots,
    /// The offset of each output in its section, or [`NOT_STORED`].
    pub(super) offsets: [u16; SLOTS as usize],
    pub(super) bytes: u16,
    /// The driver and the architecture that alone can link the layout, which is that of a Mesa before 26.
    pub(super) placed_for: Option<(Driver, Arch)>,
}

/// The offset of an output that has a descriptor and no memory.
pub(super) const NOT_STORED: u16 = u16::MAX;

impl MemoryLayout {
    /// The layout of a vertex stage that stores nothing.
    pub const EMPTY: Self = Self {
        outputs: Slots::EMPTY,
        offsets: [0; SLOTS as usize],
        bytes: 0,
        placed_for: None,
    };

    /// The layout of what the vertex stage stores, in the order of the indices.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidSlot`] for locations above 63 and those that no vertex stage stores, for bits and components that
    /// a slot cannot have, for indices that do not ascend, and for a second slot of a location.
    /// [`Error::TooManySlots`] for more than 37 slots that are not only captured.
    ///
    /// ```
    /// use mali_varyings::{BaseType, Error, MemoryLayout, Slot, SlotProblem};
    ///
    /// let slot = Slot::new(Slot::VAR0, 0, BaseType::Float, 5);
    /// let error = MemoryLayout::place(&[slot]).unwrap_err();
    /// let problem = SlotProblem::Components { component: 0, components: 5 };
    /// assert_eq!(error, Error::InvalidSlot { slot: 0, problem });
    /// ```
    pub const fn place(outputs: &[Slot]) -> Result<Self, Error> {
        attempt!(check(outputs, None));
        let mut layout = Self::EMPTY;
        // At most 37 slots take memory, of at most 16 bytes each and aligned to at most 16: the end is at most 592, so
        // offsets and size fit 16 bits.
        let mut end = 0_u32;
        each!(number, 0..outputs.len(), {
            let slot = outputs[number];
            layout.offsets[number] = match hardware_place(slot.location) {
                Some((_, offset)) => offset as u16,
                // Only `Debug` shows this offset, because `number` hides such slots.
                None if slot.is_only_captured => 0,
                None => {
                    // Mesa aligns a slot of three components as one of four.
                    let begin = end.next_multiple_of(slot.bytes().next_power_of_two());
                    end = begin + slot.bytes();
                    begin as u16
                }
            };
            layout.outputs.push(slot);
        });
        layout.bytes = end as u16;
        Ok(layout)
    }

    /// The slots that the vertex stage stores, as they were given, or as they are [read](Self::place_in_mesa).
    #[must_use]
    pub const fn outputs(&self) -> &[Slot] {
        self.outputs.as_slice()
    }

    /// The slot of a location in memory; `None` if nothing is stored for the location, or it is only captured. An output that
    /// an [earlier Mesa](Self::place_in_mesa) does not store, since it is not read, has a slot and no [`offset`](Self::offset).
    #[must_use]
    pub const fn slot(&self, location: u8) -> Option<Slot> {
        let number = present!(self.number(location));
        Some(self.outputs()[number])
    }

    /// The section that holds a location, and the offset there in bytes.
    #[must_use]
    pub const fn place_of(&self, location: u8) -> Option<(Section, u32)> {
        let number = present!(self.number(location));
        let section = match hardware_place(location) {
            Some((section, _)) => section,
            None => Section::Generic,
        };
        match self.offsets[number] {
            NOT_STORED => None,
            offset => Some((section, offset as u32)),
        }
    }

    /// The offset of a location in bytes, from the beginning of the vertex's generic section; `None` if it is not stored
    /// there.
    #[must_use]
    pub const fn offset(&self, location: u8) -> Option<u32> {
        match self.place_of(location) {
            Some((Section::Generic, offset)) => Some(offset),
            _ => None,
        }
    }

    /// The number of bytes of a vertex's generic section.
    #[must_use]
    pub const fn bytes(&self) -> u32 {
        self.bytes as u32
    }

    /// Whether the vertex stage stores a location.
    pub(super) const fn has(&self, location: u8) -> bool {
        self.number(location).is_some()
    }

    /// The number of a location's slot in the list; `None` if it is only captured.
    const fn number(&self, location: u8) -> Option<usize> {
        let number = present!(number_of(self.outputs(), location));
        if self.outputs()[number].is_only_captured {
            return None;
        }
        Some(number)
    }
}

/// Writes the slots that there are, each with its offset in its section.
impl fmt::Debug for MemoryLayout {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let outputs = self.outputs().iter().zip(&self.offsets);
        let mut layout = formatter.debug_struct("MemoryLayout");
        layout.field("bytes", &self.bytes);
        if let Some(placed_for) = self.placed_for {
            layout.field("placed_for", &placed_for);
        }
        for (slot, offset) in outputs {
            layout.field(
                if slot.is_only_captured || *offset == NOT_STORED {
                    "not stored"
                } else {
                    "stored"
                },
                &(offset, slot),
            );
        }
        layout.finish_non_exhaustive()
    }
}
