//! The tables that `build.rs` precomputed, and the functions that look numbers up in them.
//!
//! All functions that make descriptors use these: [`FetchMode::new`](crate::FetchMode::new),
//! [`ValhallFetchMode::new`](crate::descriptor::ValhallFetchMode::new),
//! [`InstanceId::new`](crate::descriptor::InstanceId::new) and whole [draws](crate::draw). The functions
//! here return exactly what [`PaddedCount::new`] and [`MagicDivisor::new`] compute, under every rule of
//! [`Padding`] and [`Rounding`]. For a vertex count below [`VERTEX_LIMIT`] and a divisor of at most
//! [`DIVISOR_LIMIT`] they look the numbers up; otherwise they compute them. With a divisor in this range
//! there is no division, whatever the vertex count and its padding.
//!
//! The crate's own const fns make the tables when it is built. Two environment variables set their
//! sizes; 0 leaves a table out:
//!
//! | variable | default | range | size |
//! |---|---|---|---|
//! | `MALI_INSTANCING_TABLE_VERTICES` | 256 | 0 to 65536 | a byte per vertex count |
//! | `MALI_INSTANCING_TABLE_DIVISORS` | 16 | 0 to 4096 | 20 bytes per divisor, for each rounding |
//!
//! The table of a rounding that a program never uses is not linked into it.
//!
//! If the crate is built without cargo, and so without a build script, it takes tables of the default sizes
//! from a source file.
//!
//! ```
//! use core::num::NonZeroU32;
//! use mali_instancing::{MagicDivisor, Padding, Rounding, lookup};
//!
//! let padded = lookup::padded_count(70, Padding::Hardware)?; // 72
//! let divisor = NonZeroU32::new(3).unwrap();
//! let magic = lookup::magic_divisor(padded, divisor, Rounding::Nearest)?;
//! let by_216 = MagicDivisor::new(NonZeroU32::new(216).unwrap(), Rounding::Nearest);
//! assert_eq!(magic, by_216);
//! # Ok::<(), mali_instancing::Error>(())
//! ```

use core::num::NonZeroU32;

use crate::arithmetic;
use crate::divisor::{MagicDivisor, PowerOfTwo, Rounding};
use crate::error::Error;
use crate::padded_count::PaddedCount;
use crate::padding::Padding;
use crate::thread_count::ThreadCount;

#[allow(
    clippy::unreadable_literal,
    reason = "rustfmt sets eight words a row only without separators"
)]
mod generated {
    // Only `build.rs` sets this cfg. Without cargo, there is no `OUT_DIR` to include from.
    #[cfg(tables_of_build_script)]
    include!(concat!(env!("OUT_DIR"), "/lookup.rs"));
    #[cfg(not(tables_of_build_script))]
    include!("lookup/default.rs");
}

pub use generated::{DIVISOR_LIMIT, VERTEX_LIMIT};

/// The padded count that [`PaddedCount::new`] returns.
///
/// # Errors
///
/// [`Error::VertexCount`] for 0 and for more than [`Padding::maximum`].
///
/// ```
/// use mali_instancing::{Padding, lookup};
///
/// assert_eq!(lookup::padded_count(70, Padding::Hardware)?.get(), 72);
/// # Ok::<(), mali_instancing::Error>(())
/// ```
#[inline]
pub const fn padded_count(vertices: u32, padding: Padding) -> Result<PaddedCount, Error> {
    // The table has the counts of `Padding::Hardware`, which `Padding::Mesa` shares from 20 vertices on.
    if !padding.is_tight(vertices) {
        if let Some(padded) = look_up_padded_count(vertices) {
            return Ok(padded);
        }
    }
    PaddedCount::new(vertices, padding)
}

/// The padded count that [`PaddedCount::for_idvs`] returns.
///
/// # Errors
///
/// [`Error::VertexCount`] for 0 and for more than the largest multiple of four up to [`Padding::maximum`].
///
/// ```
/// use mali_instancing::{Padding, lookup};
///
/// assert_eq!(lookup::padded_count_for_idvs(9, Padding::Hardware)?.get(), 16);
/// # Ok::<(), mali_instancing::Error>(())
/// ```
#[inline]
pub const fn padded_count_for_idvs(vertices: u32, padding: Padding) -> Result<PaddedCount, Error> {
    match PaddedCount::check_for_idvs(vertices, padding) {
        Ok(vertices) => padded_count(vertices, padding),
        Err(error) => Err(error),
    }
}

const fn look_up_padded_count(vertices: u32) -> Option<PaddedCount> {
    // Entry 0 only fills the place. The table ends far below the rule's maximum, so every other count in it is valid.
    if vertices != 0 && (vertices as usize) < generated::PADDED_COUNTS.len() {
        Some(PaddedCount(generated::PADDED_COUNTS[vertices as usize]))
    } else {
        None
    }
}

/// The magic form that [`MagicDivisor::new`] returns for the hardware divisor, padded count · divisor. From V9 on,
/// nothing is padded, and the count is [`PaddedCount::ONE`].
///
/// # Errors
///
/// [`Error::Divisor`] if the hardware divisor is not below 2^32.
///
/// ```
/// use core::num::NonZeroU32;
/// use mali_instancing::{PaddedCount, Rounding, lookup};
///
/// let divisor = NonZeroU32::new(3).unwrap();
/// let by_216 = lookup::magic_divisor(PaddedCount::from_exact(72)?, divisor, Rounding::RoundDown)?;
/// assert_eq!(by_216.divisor_d(), 0x17b4_25ed);
/// # Ok::<(), mali_instancing::Error>(())
/// ```
#[inline]
pub const fn magic_divisor(
    padded_vertices: PaddedCount,
    divisor: NonZeroU32,
    rounding: Rounding,
) -> Result<MagicDivisor, Error> {
    let thread_count = ThreadCount::for_any_instance_count(padded_vertices);
    match thread_count.hardware_divisor(divisor) {
        Ok(product) => Ok(of_product(padded_vertices, divisor, product, rounding)),
        Err(error) => Err(error),
    }
}

/// The magic form of `product`, which must be padded count · divisor.
#[inline]
pub(crate) const fn of_product(
    padded_vertices: PaddedCount,
    divisor: NonZeroU32,
    product: NonZeroU32,
    rounding: Rounding,
) -> MagicDivisor {
    match PowerOfTwo::new(product) {
        // The entries of powers of two are zeros, so they must not be looked up.
        Some(power) => MagicDivisor::power_of_two(power),
        None => Multipliers::new(padded_vertices, rounding).of(divisor, product),
    }
}

/// The multipliers of a padded count, by divisor: they depend only on its odd part and on the divisor. All buffers of
/// a draw share them.
#[derive(Clone, Copy)]
pub(crate) struct Multipliers {
    /// The words of an odd part.
    row: &'static [u32; DIVISOR_LIMIT as usize],
    rounding: Rounding,
}

/// The number of odd parts of padded counts.
const ODD_PARTS: usize = 5;

impl Multipliers {
    #[inline]
    pub(crate) const fn new(padded_vertices: PaddedCount, rounding: Rounding) -> Self {
        let rows = match rounding {
            Rounding::RoundDown => &generated::ROUND_DOWN,
            Rounding::Nearest => &generated::NEAREST,
        };
        // P, which is (odd − 1) / 2: 0 to 4 for the odd factors 1 to 9.
        let row = (padded_vertices.0 >> arithmetic::P_SHIFT) as usize;
        Self {
            // Every padded count has a row, which the compiler does not know.
            row: &rows[if row < ODD_PARTS { row } else { 0 }],
            rounding,
        }
    }

    /// The magic form of `product`, which must be padded count · divisor and no power of two.
    #[inline]
    pub(crate) const fn of(self, divisor: NonZeroU32, product: NonZeroU32) -> MagicDivisor {
        let divisor = divisor.get();
        if divisor > DIVISOR_LIMIT {
            return computed(product, self.rounding);
        }
        MagicDivisor {
            reciprocal: self.row[(divisor - 1) as usize],
            // R is floor(log2 product). It depends on the power of two in the padded count, too, so no table has it.
            // Fewer calls than `ilog2`, which are slow where a constant is evaluated.
            shift: 31 - product.leading_zeros() as u8,
        }
    }
}

/// The computed form. On machines without a 64-bit division it is not inlined, because the look-up needs fewer
/// registers.
#[cfg_attr(target_pointer_width = "64", inline)]
#[cfg_attr(not(target_pointer_width = "64"), cold, inline(never))]
const fn computed(product: NonZeroU32, rounding: Rounding) -> MagicDivisor {
    MagicDivisor::rounded(product, rounding)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_count_below_the_limit_is_looked_up() {
        assert_eq!(generated::PADDED_COUNTS.len(), VERTEX_LIMIT as usize);
        for vertices in 1..VERTEX_LIMIT {
            assert!(
                look_up_padded_count(vertices).is_some(),
                "{vertices} vertices"
            );
        }
        assert_eq!(look_up_padded_count(0), None);
        assert_eq!(look_up_padded_count(VERTEX_LIMIT), None);
    }
}
