use core::num::NonZeroU32;

use super::orientation::Orientation;
use crate::declaration::Varying;
use crate::limits::REGISTER_COMPONENTS;
use crate::registers::placement::{self, Span};
use crate::registers::rectangle::Rectangle;

/// The place of a vector: in one register or, if it straddles two, with the rest in the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct VectorPlacement {
    /// The whole vector, or its part in the first register.
    pub first: Span,
    /// The components that a second move has to fetch from the next register.
    pub second: Option<Span>,
}

/// The place of a varying in the registers of a machine, and the order of its elements.
///
/// ```
/// use mali_varyings::chooser::{Machine, Placement, pack};
/// use mali_varyings::{Span, Varying, VaryingType};
///
/// let uv = Varying::new(VaryingType::Vec2).with_array(3)?;
/// let mut placement = Placement::UNPLACED;
/// pack(&[uv], &Machine::RELAXED, core::slice::from_mut(&mut placement))?;
/// assert_eq!((placement.register(), placement.component()), (0, 0));
/// assert_eq!((placement.components(), placement.rows()), (2, 3));
/// let last = placement.vector(2, 0).unwrap();
/// assert_eq!(last.first, Span { register: 2, component: 0, components: 2 });
/// assert_eq!(placement.vector(3, 0), None);
/// # Ok::<(), mali_varyings::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Placement {
    /// The place with all elements below each other, which the orientation turns.
    pub(super) placed: placement::Placement,
    pub(super) orientation: Orientation,
}

impl Placement {
    /// The placement of no varying: the initial value of a slice that [`pack`](super::pack) fills.
    pub const UNPLACED: Self = Self {
        placed: placement::Placement::UNPLACED,
        orientation: Orientation::Vertical {
            height: NonZeroU32::MIN,
        },
    };

    /// A placement at the beginning of the grid, with elements below each other that take such a rectangle each.
    pub(super) const fn column(varying: Varying, element: Rectangle) -> Self {
        Self {
            placed: placement::Placement::column(varying, element),
            orientation: Orientation::Vertical {
                height: varying.array_length(),
            },
        }
    }

    /// The first register, from 0.
    #[must_use]
    pub const fn register(&self) -> u32 {
        self.placed.register
    }

    /// The first component, 0 for x to 3 for w.
    #[must_use]
    pub const fn component(&self) -> u32 {
        self.placed.component
    }

    /// The number of components that the varying takes of each register, 1 to 4. A dense varying that continues in
    /// another register takes 4: in the first register those from [`component`](Self::component) on, in the others
    /// those from x on.
    #[must_use]
    pub const fn components(&self) -> u32 {
        match self.orientation {
            Orientation::Dense if self.dense_rows() > 1 => REGISTER_COMPONENTS,
            Orientation::Dense => self.dense_components() as u32,
            _ => self.rectangle().columns,
        }
    }

    /// The number of registers that the varying takes, 1 to 64.
    #[must_use]
    pub const fn rows(&self) -> u32 {
        match self.orientation {
            Orientation::Dense => self.dense_rows(),
            _ => self.rectangle().rows as u32,
        }
    }

    /// The direction in which the elements follow each other.
    #[must_use]
    pub const fn orientation(&self) -> Orientation {
        self.orientation
    }

    /// The number of components of each vector: of an element, or of a column of a matrix.
    #[must_use]
    pub const fn element_components(&self) -> u32 {
        self.placed.element_components
    }

    /// The number of elements below each other. For a dense varying, the number of registers that it takes.
    #[must_use]
    pub const fn height(&self) -> u32 {
        match self.orientation {
            Orientation::Dense => self.dense_rows(),
            _ => self.down() as u32,
        }
    }

    /// The number of elements: 1 if the varying is not an array.
    #[must_use]
    pub const fn length(&self) -> u32 {
        self.placed.length
    }

    /// The number of vectors of an element: 1, or the columns of a matrix.
    #[must_use]
    pub const fn vectors(&self) -> u32 {
        self.placed.vectors
    }

    /// The place of a vector of an element; `None` past the last element and the last vector. A varying that is
    /// not an array has element 0; a varying that is not a matrix has vector 0.
    ///
    /// ```
    /// use mali_varyings::chooser::{Machine, Placement, pack};
    /// use mali_varyings::{Span, Varying, VaryingType};
    ///
    /// let array = Varying::new(VaryingType::Vec3).with_array(20)?;
    /// let machine = Machine::CHOSEN.with_registers(15)?;
    /// let mut placements = [Placement::UNPLACED];
    /// pack(&[array], &machine, &mut placements)?;
    /// let second = placements[0].vector(1, 0).unwrap();
    /// assert_eq!(second.first, Span { register: 0, component: 3, components: 1 });
    /// assert_eq!(second.second, Some(Span { register: 1, component: 0, components: 2 }));
    /// # Ok::<(), mali_varyings::Error>(())
    /// ```
    #[must_use]
    pub const fn vector(&self, element: u32, vector: u32) -> Option<VectorPlacement> {
        if element >= self.placed.length || vector >= self.placed.vectors {
            return None;
        }
        let (across, down) = match self.orientation {
            Orientation::Vertical { height } => (element / height.get(), element % height.get()),
            Orientation::Horizontal { width } => (element % width.get(), element / width.get()),
            Orientation::Dense => return Some(self.dense_vector(element, vector)),
        };
        Some(VectorPlacement {
            first: Span {
                // A placed varying ends at the 64th register or before, so the casts lose nothing.
                register: self.placed.register
                    + (down as u64 * self.placed.element.rows) as u32
                    + vector,
                component: self.placed.component + across * self.placed.element.columns,
                components: self.placed.element_components,
            },
            second: None,
        })
    }

    const fn dense_vector(&self, element: u32, vector: u32) -> VectorPlacement {
        let number = element as u64 * self.placed.vectors as u64 + vector as u64;
        // Counted in components from the first register's x, through all registers.
        let begin = self.placed.component as u64 + number * self.placed.element_components as u64;
        let register = self.placed.register + (begin / REGISTER_COMPONENTS as u64) as u32;
        let component = (begin % REGISTER_COMPONENTS as u64) as u32;
        let space = REGISTER_COMPONENTS - component;
        let straddles = self.placed.element_components > space;
        let in_first = if straddles {
            space
        } else {
            self.placed.element_components
        };
        let second = Span {
            register: register + 1,
            component: 0,
            components: self.placed.element_components - in_first,
        };
        VectorPlacement {
            first: Span {
                register,
                component,
                components: in_first,
            },
            second: if straddles { Some(second) } else { None },
        }
    }

    /// The number of elements beside each other.
    const fn across(&self) -> u32 {
        match self.orientation {
            Orientation::Vertical { height } => self.placed.length.div_ceil(height.get()),
            Orientation::Horizontal { width } => width.get(),
            Orientation::Dense => 1,
        }
    }

    /// The number of elements below each other.
    const fn down(&self) -> u64 {
        match self.orientation {
            Orientation::Vertical { height } => height.get() as u64,
            Orientation::Horizontal { width } => self.placed.length.div_ceil(width.get()) as u64,
            Orientation::Dense => self.placed.length as u64,
        }
    }

    /// The rectangle of all elements together, if they are not dense.
    pub(super) const fn rectangle(&self) -> Rectangle {
        Rectangle {
            columns: self.across() * self.placed.element.columns,
            rows: self.down() * self.placed.element.rows,
        }
    }

    /// The number of components that the varying takes.
    pub(super) const fn area(&self) -> u64 {
        match self.orientation {
            Orientation::Dense => self.dense_components(),
            _ => {
                let Rectangle { columns, rows } = self.rectangle();
                (columns as u64).saturating_mul(rows)
            }
        }
    }

    /// The number of components that the vectors of the varying have.
    pub(super) const fn dense_components(&self) -> u64 {
        (self.placed.length as u64 * self.placed.vectors as u64)
            .saturating_mul(self.placed.element_components as u64)
    }

    /// The number of registers that a dense varying takes, from the first on.
    const fn dense_rows(&self) -> u32 {
        // The components before its first one belong to others of the run, but are in a register that it takes.
        let end = self.placed.component as u64 + self.dense_components();
        end.div_ceil(REGISTER_COMPONENTS as u64) as u32
    }
}

/// An array of the standard is a column.
impl From<placement::Placement> for Placement {
    fn from(placed: placement::Placement) -> Self {
        // `UNPLACED` alone has length 0.
        let height = NonZeroU32::new(placed.length()).unwrap_or(NonZeroU32::MIN);
        Self {
            placed,
            orientation: Orientation::Vertical { height },
        }
    }
}
