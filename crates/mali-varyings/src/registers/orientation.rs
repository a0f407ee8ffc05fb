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
                let larger = if columns > components {
                    columns
                } else {
                    components
                };
                Self {
                    columns: larger,
                    rows: larger as u64,
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

/// The elements of a varying within its rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub(super) struct Arrangement {
    /// The rectangle of an element.
    pub(super) element: Rectangle,
    /// The number of vectors of an element.
    pub(super) vectors: u32,
    /// The number of components of a vector.
    pub(super) components: u32,
    pub(super) length: u32,
    pub(super) orientation: Orientation,
}

impl Arrangement {
    /// The number of elements beside each other.
    const fn across(&self) -> u32 {
        match self.orientation {
            Orientation::Vertical { height } => self.length.div_ceil(height.get()),
            Orientation::Horizontal { width } => width.get(),
            Orientation::Dense => 1,
        }
    }

    /// The number of elements below each other.
    pub(super) const fn down(&self) -> u64 {
        match self.orientation {
            Orientation::Vertical { height } => height.get() as u64,
            Orientation::Horizontal { width } => self.length.div_ceil(width.get()) as u64,
            Orientation::Dense => self.length as u64,
        }
    }

    /// The rectangle of all elements together, if they are not dense.
    pub(super) const fn rectangle(&self) -> Rectangle {
        Rectangle {
            columns: self.across() * self.element.columns,
            rows: self.down() * self.element.rows,
        }
    }

    /// The number of components that the varying takes.
    pub(super) const fn area(&self) -> u64 {
        match self.orientation {
            Orientation::Dense => self.dense_components(),
            _ => self.rectangle().area(),
        }
    }

    /// The number of components that the vectors of the varying have.
    pub(super) const fn dense_components(&self) -> u64 {
        (self.length as u64 * self.vectors as u64).saturating_mul(self.components as u64)
    }

    /// The place of a vector of an element, if the first vector is at `first`.
    pub(super) const fn vector(
        &self,
        origin: (u32, u32),
        element: u32,
        vector: u32,
    ) -> Option<VectorPlacement> {
        if element >= self.length || vector >= self.vectors {
            return None;
        }
        let (register, component) = origin;
        let (across, down) = match self.orientation {
            Orientation::Vertical { height } => (element / height.get(), element % height.get()),
            Orientation::Horizontal { width } => (element % width.get(), element / width.get()),
            Orientation::Dense => return Some(self.dense_vector(origin, element, vector)),
        };
        Some(VectorPlacement {
            first: Span {
                register: register + (down as u64 * self.element.rows) as u32 + vector,
                component: component + across * self.element.columns,
                components: self.components,
            },
            second: None,
        })
    }

    const fn dense_vector(
        &self,
        (register, component): (u32, u32),
        element: u32,
        vector: u32,
    ) -> VectorPlacement {
        let number = element as u64 * self.vectors as u64 + vector as u64;
        let begin = component as u64 + number * self.components as u64;
        let register = register + (begin / REGISTER_COMPONENTS as u64) as u32;
        let component = (begin % REGISTER_COMPONENTS as u64) as u32;
        let space = REGISTER_COMPONENTS - component;
        let (in_first, in_second) = if self.components <= space {
            (self.components, 0)
        } else {
            (space, self.components - space)
        };
        let second = Span {
            register: register + 1,
            component: 0,
            components: in_second,
        };
        VectorPlacement {
            first: Span {
                register,
                component,
                components: in_first,
            },
            second: if in_second > 0 { Some(second) } else { None },
        }
    }
}
