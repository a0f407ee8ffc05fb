//! Enumerations as numbers: architectures, rules, rates.

use core::num::NonZeroU32;

use mali_instancing::draw::TableLayout;
use mali_instancing::{Arch, InputRate, Padding, Rounding};

use crate::abi::cause::Cause;
use crate::abi::failure::Failure;
use crate::abi::values::values;

/// The architecture of a Mali GPU: one of `MALI_INST_ARCH_*`, the architecture's number.
pub type mali_inst_arch = u32;

const ALLOWED_ARCHS: &str = if Arch::OF_BUILD.len() == Arch::ALL.len() {
    "4 to 7 and 9 to 15"
} else {
    "no others than MALI_INSTANCING_ARCH"
};

// A condition is a constant, so that only the architectures of the build are compared.
values! {
    mali_inst_arch read as Arch by arch, ALLOWED_ARCHS;
    /// Midgard: Mali-T600 to T720.
    MALI_INST_ARCH_V4 = 4 => V4 if Arch::V4.is_in_build();
    /// Midgard: Mali-T760 to T880.
    MALI_INST_ARCH_V5 = 5 => V5 if Arch::V5.is_in_build();
    /// Bifrost: Mali-G71 and G72.
    MALI_INST_ARCH_V6 = 6 => V6 if Arch::V6.is_in_build();
    /// Bifrost: Mali-G31, G51, G52 and G76.
    MALI_INST_ARCH_V7 = 7 => V7 if Arch::V7.is_in_build();
    /// Valhall: Mali-G57, G77 and G78.
    MALI_INST_ARCH_V9 = 9 => V9 if Arch::V9.is_in_build();
    /// Valhall with a command stream frontend: Mali-G310, G510, G610 and G710.
    MALI_INST_ARCH_V10 = 10 => V10 if Arch::V10.is_in_build();
    /// Valhall with a command stream frontend: Mali-G615, G715 and Immortalis-G715.
    MALI_INST_ARCH_V11 = 11 => V11 if Arch::V11.is_in_build();
    /// Fifth generation: Mali-G620 and Immortalis-G720.
    MALI_INST_ARCH_V12 = 12 => V12 if Arch::V12.is_in_build();
    /// Fifth generation: Mali-G725 and Immortalis-G925.
    MALI_INST_ARCH_V13 = 13 => V13 if Arch::V13.is_in_build();
    /// Fifth generation: Mali-G1-Pro, G1-Premium and G1-Ultra.
    MALI_INST_ARCH_V14 = 14 => V14 if Arch::V14.is_in_build();
    /// Mali-G2-Pro, G2-Premium and G2-Ultra.
    MALI_INST_ARCH_V15 = 15 => V15 if Arch::V15.is_in_build();
}

/// The rule by which a vertex count is padded: one of `MALI_INST_PADDING_*`. There is no 0, since drivers differ.
pub type mali_inst_padding = u32;

values! {
    mali_inst_padding read as Padding by padding, "MALI_INST_PADDING_*, 1 to 3,";
    /// The documented rule: the smallest representable multiple of four above the vertex count. Below 20 vertices no
    /// driver known to us writes these counts.
    MALI_INST_PADDING_HARDWARE = 1 => Hardware;
    /// The smallest representable count that is at least the vertex count. From 20 vertices on no driver in use writes
    /// these counts, and no chip is known to have run them.
    MALI_INST_PADDING_TIGHT = 2 => Tight;
    /// Tight below 20 vertices, the documented rule from 20 on: what Mesa's direct draws emit.
    MALI_INST_PADDING_MESA = 3 => Mesa;
}

/// The rule by which multipliers are rounded: one of `MALI_INST_ROUNDING_*`. Both are exact.
pub type mali_inst_rounding = u32;

values! {
    mali_inst_rounding read as Rounding by rounding, "MALI_INST_ROUNDING_*, 0 and 1,";
    /// Down wherever that is exact, otherwise up: the documented rule.
    MALI_INST_ROUNDING_ROUND_DOWN = 0 => RoundDown;
    /// To the nearer integer: Mesa since 2025, and Arm's driver.
    MALI_INST_ROUNDING_NEAREST = 1 => Nearest;
}

/// The layout of the descriptors of buffers in the table of V4 to V7: one of `MALI_INST_LAYOUT_*`.
pub type mali_inst_layout = u32;

values! {
    mali_inst_layout read as TableLayout by layout, "MALI_INST_LAYOUT_*, 0 and 1,";
    /// One descriptor after the other, as drivers write them. The index of a buffer's descriptor depends on the counts.
    MALI_INST_LAYOUT_DRIVER = 0 => Driver;
    /// Two descriptors for each buffer, so that no word moves with the counts.
    MALI_INST_LAYOUT_FIXED = 1 => Fixed;
}

/// The rate at which a buffer's elements follow each other: one of `MALI_INST_RATE_*`.
pub type mali_inst_rate = u32;

/// An element per vertex: GL's divisor 0.
pub const MALI_INST_RATE_VERTEX: mali_inst_rate = 0;
/// An element per `divisor` instances, at least 1.
pub const MALI_INST_RATE_INSTANCE: mali_inst_rate = 1;
/// One element for all vertices and instances: Vulkan's divisor 0.
pub const MALI_INST_RATE_CONSTANT: mali_inst_rate = 2;

/// The rate of the buffer or attribute `element`.
#[inline]
pub(crate) fn rate(
    number: mali_inst_rate,
    divisor: u32,
    element: usize,
) -> Result<InputRate, Failure> {
    Ok(match number {
        MALI_INST_RATE_VERTEX => InputRate::Vertex,
        MALI_INST_RATE_INSTANCE => match NonZeroU32::new(divisor) {
            Some(divisor) => InputRate::Instance { divisor },
            None => return Err(Cause::ZeroDivisor { element }.into()),
        },
        MALI_INST_RATE_CONSTANT => InputRate::Constant,
        _ => {
            return Err(Failure::value(
                "rate",
                Some(element),
                number,
                "MALI_INST_RATE_*, 0 to 2,",
            ));
        }
    })
}
