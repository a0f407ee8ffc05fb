use crate::varying_type::BaseType;
use mali_instancing::Format;

/// A stage's varyings at one location: up to four components, all of one type.
///
/// ```
/// use mali_instancing::Format;
/// use mali_varyings::{Interface, Varying, VaryingType};
///
/// let interface = Interface::new(&[Varying::new(VaryingType::Uvec2)])?;
/// let slot = interface.slot(0).unwrap();
/// assert_eq!((slot.components(), slot.bits(), slot.bytes()), (2, 32, 8));
/// assert_eq!(slot.format(), Format::R32G32_UINT);
/// # Ok::<(), mali_varyings::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Slot {
    pub(super) base_type: BaseType,
    pub(super) is_16_bit: bool,
    pub(super) components: u8,
}

impl Slot {
    /// The kind of the components.
    #[must_use]
    pub const fn base_type(self) -> BaseType {
        self.base_type
    }

    /// The number of bits of a component in memory: 16 or 32.
    #[must_use]
    pub const fn bits(self) -> u32 {
        if self.is_16_bit { 16 } else { 32 }
    }

    /// The number of components, 1 to 4, including those before an explicit `component`.
    #[must_use]
    pub const fn components(self) -> u32 {
        self.components as u32
    }

    /// The number of bytes in memory.
    #[must_use]
    pub const fn bytes(self) -> u32 {
        self.components() * self.bits() / 8
    }

    /// The format of the slot's attribute descriptor.
    #[must_use]
    pub const fn format(self) -> Format {
        match (self.base_type, self.is_16_bit, self.components) {
            (BaseType::Float, false, 1) => Format::R32_SFLOAT,
            (BaseType::Float, false, 2) => Format::R32G32_SFLOAT,
            (BaseType::Float, false, 3) => Format::R32G32B32_SFLOAT,
            (BaseType::Float, false, _) => Format::R32G32B32A32_SFLOAT,
            (BaseType::Float, true, 1) => Format::R16_SFLOAT,
            (BaseType::Float, true, 2) => Format::R16G16_SFLOAT,
            (BaseType::Float, true, 3) => Format::R16G16B16_SFLOAT,
            (BaseType::Float, true, _) => Format::R16G16B16A16_SFLOAT,
            (BaseType::Int, false, 1) => Format::R32_SINT,
            (BaseType::Int, false, 2) => Format::R32G32_SINT,
            (BaseType::Int, false, 3) => Format::R32G32B32_SINT,
            (BaseType::Int, false, _) => Format::R32G32B32A32_SINT,
            (BaseType::Int, true, 1) => Format::R16_SINT,
            (BaseType::Int, true, 2) => Format::R16G16_SINT,
            (BaseType::Int, true, 3) => Format::R16G16B16_SINT,
            (BaseType::Int, true, _) => Format::R16G16B16A16_SINT,
            (BaseType::Uint, false, 1) => Format::R32_UINT,
            (BaseType::Uint, false, 2) => Format::R32G32_UINT,
            (BaseType::Uint, false, 3) => Format::R32G32B32_UINT,
            (BaseType::Uint, false, _) => Format::R32G32B32A32_UINT,
            (BaseType::Uint, true, 1) => Format::R16_UINT,
            (BaseType::Uint, true, 2) => Format::R16G16_UINT,
            (BaseType::Uint, true, 3) => Format::R16G16B16_UINT,
            (BaseType::Uint, true, _) => Format::R16G16B16A16_UINT,
        }
    }
}
