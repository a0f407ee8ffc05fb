//! The format of the descriptors without a varying.

use mali_instancing::Arch;

/// genxml's "Constant": what is read is the constant, what is written is lost.
const CONSTANT: u32 = 95 << 12;

/// Four times the selector of the constant 0.
const SELECTORS_0000: u32 = 4 | 4 << 3 | 4 << 6 | 4 << 9;

/// The same in the enumerated orders of V7 and later.
const ORDER_0000: u32 = 231;

/// The format field of what nobody writes or nobody reads.
pub(super) const fn constant(arch: Arch) -> u32 {
    CONSTANT
        | match arch {
            Arch::V4 | Arch::V5 | Arch::V6 => SELECTORS_0000,
            _ => ORDER_0000,
        }
}
