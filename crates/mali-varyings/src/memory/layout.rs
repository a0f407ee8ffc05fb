use super::interface::Interface;
use super::slot::Slot;
use crate::limits::LOCATIONS;

/// The generic section: the memory of a vertex besides its position and the other built-in outputs.
///
/// The vertex stage's slots follow each other in the order of their locations. Each begins at a
/// multiple of the next power of two of its size, a `vec3` at a multiple of 16 bytes. The section ends
/// with the last slot. The layout is the same on every architecture, with the descriptors of V4 to V7 and without.
///
/// Facts: Mesa's `pan_build_varying_layout_compact`, of 2026; Mesa 22.3.6 aligned nothing on V4 to V7.
///
/// ```
/// use mali_varyings::{Interface, MemoryLayout, Varying, VaryingType};
///
/// let types = [VaryingType::Float, VaryingType::Vec3, VaryingType::Vec2];
/// let interface = Interface::new(&types.map(Varying::new))?;
/// let layout = MemoryLayout::new(&interface);
/// assert_eq!([0, 1, 2, 3].map(|location| layout.offset(location)), [Some(0), Some(16), Some(32), None]);
/// assert_eq!(layout.bytes(), 40);
/// # Ok::<(), mali_varyings::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct MemoryLayout {
    slots: [Option<Slot>; LOCATIONS as usize],
    offsets: [u16; LOCATIONS as usize],
    bytes: u32,
}

impl MemoryLayout {
    /// The layout of all outputs of the vertex stage, which is the same for every fragment stage.
    #[must_use]
    pub const fn new(producer: &Interface) -> Self {
        Self::of_locations(producer, u32::MAX)
    }

    /// The layout of the vertex stage's outputs at the locations whose bits are set.
    pub(super) const fn of_locations(producer: &Interface, kept: u32) -> Self {
        let mut layout = Self {
            slots: [None; LOCATIONS as usize],
            offsets: [0; LOCATIONS as usize],
            bytes: 0,
        };
        each!(location, 0..LOCATIONS as usize, {
            if kept >> location & 1 != 0 {
                if let Some(slot) = producer.slots[location] {
                    let begin = layout
                        .bytes
                        .next_multiple_of(slot.bytes().next_power_of_two());
                    layout.slots[location] = Some(slot);
                    layout.offsets[location] = begin as u16;
                    layout.bytes = begin + slot.bytes();
                }
            }
        });
        layout
    }

    /// The slot that is stored for a location.
    #[must_use]
    pub const fn slot(&self, location: u32) -> Option<Slot> {
        if location < LOCATIONS {
            self.slots[location as usize]
        } else {
            None
        }
    }

    /// The offset of a location, in bytes from the beginning of the vertex's section; `None` if it is not
    /// stored.
    #[must_use]
    pub const fn offset(&self, location: u32) -> Option<u32> {
        let (_, offset) = present!(self.place(location));
        Some(offset)
    }

    /// The slot and the offset of a location.
    pub(super) const fn place(&self, location: u32) -> Option<(Slot, u32)> {
        let slot = present!(self.slot(location));
        Some((slot, self.offsets[location as usize] as u32))
    }

    /// The number of bytes of a vertex's section, at most 512.
    #[must_use]
    pub const fn bytes(&self) -> u32 {
        self.bytes
    }
}
