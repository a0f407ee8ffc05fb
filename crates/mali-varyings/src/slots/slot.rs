use crate::base_type::BaseType;
use mali_instancing::Format;

/// A location that one stage accesses, as a driver has it once its compiler has lowered inputs and outputs: up to four
/// components of one type.
///
/// Several stores or loads of one location are one slot: it has the largest number of components. The locations are
/// those of Mesa's `gl_varying_slot`: below [`VAR0`](Self::VAR0) built-in variables, and from there on the locations of
/// the application. A slot of a [built-in output of the hardware](crate::BuiltIn#hardware) has the hardware's type,
/// whatever its fields say.
///
/// ```
/// use mali_instancing::Format;
/// use mali_varyings::{BaseType, Slot};
///
/// let uv = Slot { bits: 16, ..Slot::new(Slot::VAR0 + 3, 1, BaseType::Float, 2) };
/// assert_eq!((uv.location, uv.index, uv.bytes()), (35, 1, 4));
/// assert_eq!(uv.format(), Some(Format::R16G16_SFLOAT));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Slot {
    /// The location, 0 to 63.
    pub location: u8,
    /// The number by which the stage's instructions name the slot, and the number of its descriptor: NIR's base. The
    /// two stages have numbers of their own. Numbers may be missing.
    pub index: u8,
    /// The kind of the components.
    pub base_type: BaseType,
    /// The number of bits of a component in memory: 16 or 32.
    pub bits: u8,
    /// The first component that is accessed, from 0.
    pub component: u8,
    /// The number of components from there on: at least 1.
    pub components: u8,
    /// Whether the fragment stage reads the slot without interpolation. Integers are read so. The vertex stage does not
    /// know it.
    pub is_flat: bool,
    /// Whether only transform feedback reads what the vertex stage stores: NIR's `no_varying`. Such a slot takes no
    /// memory, and nothing accesses its descriptor.
    pub is_only_captured: bool,
}

impl Slot {
    /// The first location of the application: its location 0.
    pub const VAR0: u8 = 32;

    /// A slot of 32-bit components from the first on, not flat unless it is of integers, and read by the fragment stage.
    #[must_use]
    pub const fn new(location: u8, index: u8, base_type: BaseType, components: u8) -> Self {
        Self {
            location,
            index,
            base_type,
            bits: 32,
            component: 0,
            components,
            is_flat: !matches!(base_type, BaseType::Float),
            is_only_captured: false,
        }
    }

    /// The number of components in memory: those that are accessed, and those before them.
    #[must_use]
    pub const fn width(self) -> u32 {
        // The sum has 32 bits because the fields are public: `check` asks for it before it knows that it is small.
        self.component as u32 + self.components as u32
    }

    /// The number of bytes in memory.
    #[must_use]
    pub const fn bytes(self) -> u32 {
        self.width() * self.bits as u32 / 8
    }

    /// The format of the components in memory, which is that of the slot's descriptor; `None` for a slot that
    /// [`MemoryLayout::place`](super::MemoryLayout::place) refuses for its bits or components.
    #[must_use]
    pub const fn format(self) -> Option<Format> {
        Some(match (self.base_type, self.bits, self.width()) {
            (BaseType::Float, 32, 1) => Format::R32_SFLOAT,
            (BaseType::Float, 32, 2) => Format::R32G32_SFLOAT,
            (BaseType::Float, 32, 3) => Format::R32G32B32_SFLOAT,
            (BaseType::Float, 32, 4) => Format::R32G32B32A32_SFLOAT,
            (BaseType::Float, 16, 1) => Format::R16_SFLOAT,
            (BaseType::Float, 16, 2) => Format::R16G16_SFLOAT,
            (BaseType::Float, 16, 3) => Format::R16G16B16_SFLOAT,
            (BaseType::Float, 16, 4) => Format::R16G16B16A16_SFLOAT,
            (BaseType::Int, 32, 1) => Format::R32_SINT,
            (BaseType::Int, 32, 2) => Format::R32G32_SINT,
            (BaseType::Int, 32, 3) => Format::R32G32B32_SINT,
            (BaseType::Int, 32, 4) => Format::R32G32B32A32_SINT,
            (BaseType::Int, 16, 1) => Format::R16_SINT,
            (BaseType::Int, 16, 2) => Format::R16G16_SINT,
            (BaseType::Int, 16, 3) => Format::R16G16B16_SINT,
            (BaseType::Int, 16, 4) => Format::R16G16B16A16_SINT,
            (BaseType::Uint, 32, 1) => Format::R32_UINT,
            (BaseType::Uint, 32, 2) => Format::R32G32_UINT,
            (BaseType::Uint, 32, 3) => Format::R32G32B32_UINT,
            (BaseType::Uint, 32, 4) => Format::R32G32B32A32_UINT,
            (BaseType::Uint, 16, 1) => Format::R16_UINT,
            (BaseType::Uint, 16, 2) => Format::R16G16_UINT,
            (BaseType::Uint, 16, 3) => Format::R16G16B16_UINT,
            (BaseType::Uint, 16, 4) => Format::R16G16B16A16_UINT,
            _ => return None,
        })
    }
}

/// The length of the table of the descriptors of slots: one more than the last index, without the slots that are only
/// captured, as Mesa's `count`.
pub(super) const fn table_length(slots: &[Slot]) -> u32 {
    let mut length = 0;
    each!(number, 0..slots.len(), {
        if !slots[number].is_only_captured {
            // Indices ascend, so the last slot that counts has the largest.
            length = slots[number].index as u32 + 1;
        }
    });
    length
}

/// The slot with an index, unless it is only captured.
// Numbers may be missing, so an index is not a position in the list.
pub(super) const fn with_index(slots: &[Slot], index: u32) -> Option<Slot> {
    each!(number, 0..slots.len(), {
        let slot = slots[number];
        if slot.index as u32 == index && !slot.is_only_captured {
            return Some(slot);
        }
    });
    None
}

/// The number of the slot at a location.
// This is a position in the list, and not a `Slot::index`. `check` has made sure that each location occurs once.
pub(super) const fn number_of(slots: &[Slot], location: u8) -> Option<usize> {
    each!(number, 0..slots.len(), {
        if slots[number].location == location {
            return Some(number);
        }
    });
    None
}
