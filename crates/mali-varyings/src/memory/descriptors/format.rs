//! The formats of descriptors: those without a varying, and those that the fragment stage reads.

use crate::memory::driver::Driver;
use crate::memory::layout::MemoryLayout;
use crate::memory::slot::Slot;
use mali_instancing::Arch;

/// genxml's "Constant": reads return the constant, and writes are lost.
const CONSTANT: u32 = 95 << 12;

/// The selector of the constant 0, four times.
const SELECTORS_0000: u32 = 4 | 4 << 3 | 4 << 6 | 4 << 9;

/// The same selectors among the enumerated orders of V7 and later.
const ORDER_0000: u32 = 231;

/// The format field of an input that is not written or an output that is not read. Panfrost sets no order on V4 to V7:
/// nobody reads the value.
pub(super) const fn constant(driver: Driver, arch: Arch) -> u32 {
    CONSTANT
        | match (driver, arch) {
            (Driver::Panfrost, Arch::V4 | Arch::V5 | Arch::V6 | Arch::V7) => 0,
            (_, Arch::V4 | Arch::V5 | Arch::V6) => SELECTORS_0000,
            _ => ORDER_0000,
        }
}

/// The slot as which the fragment stage reads what is stored: with its own type, and the stored bits. The components are
/// the stored ones, except for PanVK's descriptors of V6 and V7, and where each location has 16 bytes. `None` if nothing is
/// stored for it in the generic section.
pub(super) const fn read_as(
    driver: Driver,
    arch: Arch,
    input: Slot,
    layout: &MemoryLayout,
) -> Option<Slot> {
    present!(layout.input_offset(input.location));
    if layout.has_whole_locations() {
        return Some(Slot { bits: 32, ..input });
    }
    let stored = present!(layout.slot(input.location));
    let is_own = matches!(driver, Driver::PanVk) && arch.has_attribute_buffers();
    let (component, components) = if is_own {
        (input.component, input.components)
    } else {
        (stored.component, stored.components)
    };
    Some(Slot {
        bits: stored.bits,
        component,
        components,
        ..input
    })
}
