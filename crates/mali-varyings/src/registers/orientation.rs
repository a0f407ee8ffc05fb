//! The arrangement of an array's elements, and the place of each.

use core::fmt;
use core::num::NonZeroU32;

use crate::limits::REGISTER_COMPONENTS;
use crate::varying_type::VaryingType;

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
    /// the first register's x, and may straddle two registers. c is the [component](crate::Placement::component) at
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

/// Neighbouring components of one register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Span {
    /// The register, from 0.
    pub register: u32,
    /// The first component, 0 for x to 3 for w.
    pub component: u32,
    /// The number of components, 1 to 4.
    pub components: u32,
}

/// The place of a vector: in one register or, if it straddles two, with the rest in the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct VectorPlacement {
    /// The whole vector, or its part in the first register.
    pub first: Span,
    /// The components that a second move has to fetch from the next register.
    pub second: Option<Span>,
}

/// A number of columns and rows of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub(super) struct Rectangle {
    pub(super) columns: u32,
    pub(super) rows: u64,
}

impl Rectangle {
    /// The rectangle of a type according to the standard.
    pub(super) const fn strict(varying_type: VaryingType) -> Self {
        let (columns, components) = (varying_type.columns(), varying_type.components());
        match varying_type {
            VaryingType::Mat2 => Self {
                columns: REGISTER_COMPONENTS,
                rows: 2,
            },
            _ if !varying_type.is_matrix() => Self::relaxed(varying_type),
            _ => {
                let side = if columns > components {
                    columns
                } else {
                    components
                };
                Self {
                    columns: side,
                    rows: side as u64,
                }
            }
        }
    }

    /// The rectangle of exactly the components of a type, a row for each vector.
    pub(super) const fn relaxed(varying_type: VaryingType) -> Self {
        Self {
            columns: varying_type.components(),
            rows: varying_type.columns() as u64,
        }
    }

    /// The number of components in the rectangle.
    pub(super) const fn area(&self) -> u64 {
        (self.columns as u64).saturating_mul(self.rows)
    }
}
