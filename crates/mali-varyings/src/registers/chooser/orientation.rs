//! The arrangement of an array's elements.

use core::fmt;
use core::num::NonZeroU32;

/// The direction in which the elements of an array follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Orientation {
    /// Down first, then across: element i is in column `i / height` of elements, row `i mod height`.
    Vertical {
        /// The number of elements below each other.
        height: NonZeroU32,
    },
    /// Across first, then down: element i is in column `i mod width` of elements, row `i / width`.
    Horizontal {
        /// The number of elements beside each other.
        width: NonZeroU32,
    },
    /// Through whole registers, with nothing left free: vector i of n components begins `c + i · n` components after
    /// the first register's x, and may straddle two registers. c is the [component](super::Placement::component) at
    /// which the varying begins. The columns of matrices are counted as vectors.
    Dense,
}

/// Writes `vertical`, `horizontal` or `dense`.
impl fmt::Display for Orientation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Vertical { .. } => "vertical",
            Self::Horizontal { .. } => "horizontal",
            Self::Dense => "dense",
        })
    }
}
