//! The format of descriptors without a varying.

use mali_instancing::Arch;

/// genxml's "Constant": reads return the constant, and writes are lost.
const CONSTANT: u32 = 95 << 12;

/// The selector of the constant 0, four times.
const SELECTORS_0000: u32 = 4 | 4 << 3 | 4 << 6 | 4 << 9;

/// The same selectors among the enumerated orders of V7 and later.
const ORDER_0000: u32 = 231;

/// The format field of an input that is not written or an output that is not read.
pub(super) const fn constant(arch: Arch) -> u32 {
    CONSTANT
        | match arch {
            Arch::V4 | Arch::V5 | Arch::V6 => SELECTORS_0000,
            _ => ORDER_0000,
        }
}
