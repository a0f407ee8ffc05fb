//! What build.rs precomputed, and the run-time path that looks it up.
//!
//! The functions here answer exactly what [`PaddedCount::new`], [`MagicDivisor::new`] and
//! [`FetchMode::new`] answer under the default rules, [`Padding::Hardware`] and
//! [`Rounding::RoundDown`]. For a vertex count below [`VERTEX_LIMIT`] and a divisor of at most
//! [`DIVISOR_LIMIT`] they look the numbers up; for others they compute. For a divisor in range no
//! draw ever divides, however many vertices it has and whatever rule padded them.
//!
//! The tables are made by this crate's own const fns when it is built, and two environment
//! variables resize them then; 0 leaves a table out:
//!
//! | variable | default | range | size |
//! |---|---|---|---|
//! | `MALI_INSTANCING_TABLE_VERTICES` | 256 | 0 to 65536 | a byte per vertex count |
//! | `MALI_INSTANCING_TABLE_DIVISORS` | 16 | 0 to 4096 | 272 bytes; about 18 per divisor |
//!
//! Built without cargo, and so without a build script, the crate has the tables of the default sizes
//! from a file of its own.
//!
//! ```
//! use core::num::NonZeroU32;
//! use mali_instancing::{Dispatch, FetchMode, InputRate, Rounding, tables};
//!
//! let dispatch = Dispatch::new(tables::padded_count(70)?, 100)?;
//! let rate = InputRate::instance(3)?;
//! let mode = tables::fetch_mode(dispatch, rate)?;
//! assert_eq!(mode, FetchMode::new(dispatch, rate, Rounding::RoundDown)?);
//! # Ok::<(), mali_instancing::Error>(())
//! ```

use core::num::NonZeroU32;

use crate::arithmetic::Reciprocal;
use crate::dispatch::Dispatch;
use crate::divisor::{MagicDivisor, Rounding};
use crate::error::Error;
use crate::fetch::{FetchMode, InputRate, Selection};
use crate::padded_count::PaddedCount;
use crate::padding::Padding;

#[allow(
    clippy::unreadable_literal,
    reason = "rustfmt sets eight words a row only without separators"
)]
mod generated {
    #[cfg(tables_of_build_script)]
    include!(concat!(env!("OUT_DIR"), "/tables.rs"));
    #[cfg(not(tables_of_build_script))]
    include!("tables/default.rs");
}

pub use generated::{DIVISOR_LIMIT, VERTEX_LIMIT};

/// What [`PaddedCount::new`] answers under [`Padding::Hardware`].
///
/// # Errors
///
/// [`Error::VertexCount`] for 0 and for more than 0xDFFF_FFFF vertices.
///
/// ```
/// use mali_instancing::tables;
///
/// assert_eq!(tables::padded_count(70)?.get(), 72);
/// # Ok::<(), mali_instancing::Error>(())
/// ```
#[inline]
pub const fn padded_count(vertices: u32) -> Result<PaddedCount, Error> {
    match look_up_padded_count(vertices) {
        Some(padded) => Ok(padded),
        None => PaddedCount::new(vertices, Padding::Hardware),
    }
}

const fn look_up_padded_count(vertices: u32) -> Option<PaddedCount> {
    if vertices != 0 && (vertices as usize) < generated::PADDED_COUNTS.len() {
        Some(PaddedCount::from_known_bits(
            generated::PADDED_COUNTS[vertices as usize],
        ))
    } else {
        None
    }
}

/// What [`MagicDivisor::new`] answers under [`Rounding::RoundDown`].
///
/// The table has a word for every odd part that a padded count times a divisor of at most
/// [`DIVISOR_LIMIT`] can have.
///
/// ```
/// use core::num::NonZeroU32;
/// use mali_instancing::tables;
///
/// let by_216 = tables::magic_divisor(NonZeroU32::new(216).unwrap());
/// assert_eq!(by_216.divisor_d(), 0x17b4_25ed);
/// ```
#[must_use]
#[inline]
pub const fn magic_divisor(divisor: NonZeroU32) -> MagicDivisor {
    match look_up_reciprocal(divisor.get() >> divisor.trailing_zeros()) {
        Some(reciprocal) => MagicDivisor::from_reciprocal(divisor, reciprocal),
        None => MagicDivisor::new(divisor, Rounding::RoundDown),
    }
}

/// The reciprocal of an odd number; `None` for 1, which has none.
const fn look_up_reciprocal(odd: u32) -> Option<Reciprocal> {
    let index = (odd / 2) as usize;
    if index != 0 && index < generated::RECIPROCALS.len() {
        let word = generated::RECIPROCALS[index];
        Some(Reciprocal {
            multiplier: word | 1 << 31,
            increment: word >> 31 != 0,
        })
    } else {
        None
    }
}

/// What [`FetchMode::new`] answers under [`Rounding::RoundDown`].
///
/// # Errors
///
/// [`Error::Divisor`] if the hardware divisor is not below 2^32, where the number of instances is not
/// known.
///
/// ```
/// use mali_instancing::{Dispatch, FetchMode, InputRate, tables};
///
/// let dispatch = Dispatch::for_any_instance_count(tables::padded_count(70)?);
/// let mode = tables::fetch_mode(dispatch, InputRate::Vertex)?;
/// assert_eq!(mode, FetchMode::Modulus(dispatch.padded_vertices()));
/// # Ok::<(), mali_instancing::Error>(())
/// ```
#[inline]
pub const fn fetch_mode(dispatch: Dispatch, rate: InputRate) -> Result<FetchMode, Error> {
    match FetchMode::select(dispatch, rate) {
        Ok(Selection::Found(mode)) => Ok(mode),
        Ok(Selection::Divide {
            hardware_divisor,
            divisor,
        }) => Ok(FetchMode::OtherDivisor {
            magic: magic_divisor(hardware_divisor),
            divisor,
        }),
        Err(error) => Err(error),
    }
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

    /// A division would be needed for what is not looked up.
    #[test]
    fn every_divisor_up_to_the_limit_is_looked_up_for_every_padded_count() {
        for odd_of_padded in [1, 3, 5, 7, 9] {
            for divisor in 1..=DIVISOR_LIMIT {
                let odd = odd_of_padded * (divisor >> divisor.trailing_zeros());
                assert!(
                    odd == 1 || look_up_reciprocal(odd).is_some(),
                    "{odd_of_padded} by {divisor}"
                );
            }
        }
        assert!(look_up_reciprocal(9 * (DIVISOR_LIMIT + 2) + 1).is_none());
    }
}
