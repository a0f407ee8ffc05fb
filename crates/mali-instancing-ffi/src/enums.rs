//! Enumerations as numbers: architectures, rules, rates.

use core::num::NonZeroU32;

use mali_instancing::draw::TableLayout;
use mali_instancing::{Arch, InputRate, Padding, Rounding};

use crate::abi::cause::Cause;
use crate::abi::failure::Failure;

/// The architecture of a Mali GPU: one of `MALI_INST_ARCH_*`, the architecture's number.
pub type mali_inst_arch = u32;

/// Midgard: Mali-T600 to T720.
pub const MALI_INST_ARCH_V4: mali_inst_arch = 4;
/// Midgard: Mali-T760 to T880.
pub const MALI_INST_ARCH_V5: mali_inst_arch = 5;
/// Bifrost: Mali-G71 and G72.
pub const MALI_INST_ARCH_V6: mali_inst_arch = 6;
/// Bifrost: Mali-G31, G51, G52 and G76.
pub const MALI_INST_ARCH_V7: mali_inst_arch = 7;
/// Valhall: Mali-G57, G77 and G78.
pub const MALI_INST_ARCH_V9: mali_inst_arch = 9;
/// Valhall with a command stream frontend: Mali-G310, G510, G610 and G710.
pub const MALI_INST_ARCH_V10: mali_inst_arch = 10;
/// Valhall with a command stream frontend: Mali-G615, G715 and Immortalis-G715.
pub const MALI_INST_ARCH_V11: mali_inst_arch = 11;
/// Fifth generation: Mali-G620 and Immortalis-G720.
pub const MALI_INST_ARCH_V12: mali_inst_arch = 12;
/// Fifth generation: Mali-G725 and Immortalis-G925.
pub const MALI_INST_ARCH_V13: mali_inst_arch = 13;
/// Fifth generation: Mali-G1-Pro, G1-Premium and G1-Ultra.
pub const MALI_INST_ARCH_V14: mali_inst_arch = 14;
/// Mali-G2-Pro, G2-Premium and G2-Ultra.
pub const MALI_INST_ARCH_V15: mali_inst_arch = 15;

/// The rule by which a vertex count is padded: one of `MALI_INST_PADDING_*`. There is no 0, since drivers differ.
pub type mali_inst_padding = u32;

/// The documented rule: the smallest representable multiple of four above the vertex count. Below 20 vertices no
/// driver known to us writes these counts.
pub const MALI_INST_PADDING_HARDWARE: mali_inst_padding = 1;
/// The smallest representable count that is at least the vertex count. From 20 vertices on no driver in use writes
/// these counts, and no chip is known to have run them.
pub const MALI_INST_PADDING_TIGHT: mali_inst_padding = 2;
/// Tight below 20 vertices, the documented rule from 20 on: what Mesa's direct draws emit.
pub const MALI_INST_PADDING_MESA: mali_inst_padding = 3;

/// The rule by which multipliers are rounded: one of `MALI_INST_ROUNDING_*`. Both are exact.
pub type mali_inst_rounding = u32;

/// Down wherever that is exact, otherwise up: the documented rule.
pub const MALI_INST_ROUNDING_ROUND_DOWN: mali_inst_rounding = 0;
/// To the nearer integer: Mesa since 2025, and Arm's driver.
pub const MALI_INST_ROUNDING_NEAREST: mali_inst_rounding = 1;

/// The layout of the descriptors of buffers in the table of V4 to V7: one of `MALI_INST_LAYOUT_*`.
pub type mali_inst_layout = u32;

/// One descriptor after the other, as drivers write them. The index of a buffer's descriptor depends on the counts.
pub const MALI_INST_LAYOUT_DRIVER: mali_inst_layout = 0;
/// Two descriptors for each buffer, so that no word moves with the counts.
pub const MALI_INST_LAYOUT_FIXED: mali_inst_layout = 1;

/// The rate at which a buffer's elements follow each other: one of `MALI_INST_RATE_*`.
pub type mali_inst_rate = u32;

/// An element per vertex: GL's divisor 0.
pub const MALI_INST_RATE_VERTEX: mali_inst_rate = 0;
/// An element per `divisor` instances, at least 1.
pub const MALI_INST_RATE_INSTANCE: mali_inst_rate = 1;
/// One element for all vertices and instances: Vulkan's divisor 0.
pub const MALI_INST_RATE_CONSTANT: mali_inst_rate = 2;

#[inline]
pub(crate) fn arch(number: mali_inst_arch) -> Result<Arch, Failure> {
    // A guard is a constant, so that only the architectures of the build are compared.
    Ok(match number {
        MALI_INST_ARCH_V4 if Arch::V4.is_in_build() => Arch::V4,
        MALI_INST_ARCH_V5 if Arch::V5.is_in_build() => Arch::V5,
        MALI_INST_ARCH_V6 if Arch::V6.is_in_build() => Arch::V6,
        MALI_INST_ARCH_V7 if Arch::V7.is_in_build() => Arch::V7,
        MALI_INST_ARCH_V9 if Arch::V9.is_in_build() => Arch::V9,
        MALI_INST_ARCH_V10 if Arch::V10.is_in_build() => Arch::V10,
        MALI_INST_ARCH_V11 if Arch::V11.is_in_build() => Arch::V11,
        MALI_INST_ARCH_V12 if Arch::V12.is_in_build() => Arch::V12,
        MALI_INST_ARCH_V13 if Arch::V13.is_in_build() => Arch::V13,
        MALI_INST_ARCH_V14 if Arch::V14.is_in_build() => Arch::V14,
        MALI_INST_ARCH_V15 if Arch::V15.is_in_build() => Arch::V15,
        _ => {
            let allowed = if Arch::OF_BUILD.len() == Arch::ALL.len() {
                "4 to 7 and 9 to 15"
            } else {
                "no others than MALI_INSTANCING_ARCH"
            };
            return Err(Failure::value("arch", None, number, allowed));
        }
    })
}

#[inline]
pub(crate) fn padding(number: mali_inst_padding) -> Result<Padding, Failure> {
    Ok(match number {
        MALI_INST_PADDING_HARDWARE => Padding::Hardware,
        MALI_INST_PADDING_TIGHT => Padding::Tight,
        MALI_INST_PADDING_MESA => Padding::Mesa,
        _ => {
            return Err(Failure::value(
                "padding",
                None,
                number,
                "MALI_INST_PADDING_*, 1 to 3,",
            ));
        }
    })
}

#[inline]
pub(crate) fn rounding(number: mali_inst_rounding) -> Result<Rounding, Failure> {
    Ok(match number {
        MALI_INST_ROUNDING_ROUND_DOWN => Rounding::RoundDown,
        MALI_INST_ROUNDING_NEAREST => Rounding::Nearest,
        _ => {
            return Err(Failure::value(
                "rounding",
                None,
                number,
                "MALI_INST_ROUNDING_*, 0 and 1,",
            ));
        }
    })
}

#[inline]
pub(crate) fn layout(number: mali_inst_layout) -> Result<TableLayout, Failure> {
    Ok(match number {
        MALI_INST_LAYOUT_DRIVER => TableLayout::Driver,
        MALI_INST_LAYOUT_FIXED => TableLayout::Fixed,
        _ => {
            return Err(Failure::value(
                "layout",
                None,
                number,
                "MALI_INST_LAYOUT_*, 0 and 1,",
            ));
        }
    })
}

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
