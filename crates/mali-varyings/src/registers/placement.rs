//! Where a varying was placed.

use core::num::NonZeroU32;

use super::orientation::{Arrangement, Orientation, Rectangle, VectorPlacement};
use crate::declaration::Varying;
use crate::limits::REGISTER_COMPONENTS;

/// Where a varying is: a rectangle of registers and components, and how its elements lie in it.
///
/// ```
/// use mali_varyings::{Packing, Span, Target, Varying, VaryingType};
///
/// let uv = Varying::new(VaryingType::Vec2).with_array(3)?;
/// let placement = Packing::new(&[uv], &Target::ES100)?.placements()[0];
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
    pub(super) register: u32,
    pub(super) component: u32,
    pub(super) arrangement: Arrangement,
}

impl Placement {
    /// Of no varying: what a slice holds before [`pack`](super::pack) fills it.
    pub const UNPLACED: Self = Self {
        register: 0,
        component: 0,
        arrangement: Arrangement {
            element: Rectangle {
                columns: 0,
                rows: 0,
            },
            vectors: 0,
            components: 0,
            length: 0,
            orientation: Orientation::Vertical {
                height: NonZeroU32::MIN,
            },
        },
    };

    /// At the beginning of the grid, its elements below each other, each taking such a rectangle.
    pub(super) const fn column(varying: Varying, element: Rectangle) -> Self {
        let varying_type = varying.varying_type();
        Self {
            register: 0,
            component: 0,
            arrangement: Arrangement {
                element,
                vectors: varying_type.columns(),
                components: varying_type.components(),
                length: varying.length(),
                orientation: Orientation::Vertical {
                    height: varying.array_length(),
                },
            },
        }
    }

    /// The first register, from 0.
    #[must_use]
    pub const fn register(&self) -> u32 {
        self.register
    }

    /// The first component, 0 for x to 3 for w.
    #[must_use]
    pub const fn component(&self) -> u32 {
        self.component
    }

    /// How many components of each register it takes, 1 to 4. What is dense takes 4 if it goes on in another register:
    /// of the first those from [`component`](Self::component) on, of the others those from x on.
    #[must_use]
    pub const fn components(&self) -> u32 {
        match self.orientation() {
            Orientation::Dense if self.dense_rows() > 1 => REGISTER_COMPONENTS,
            Orientation::Dense => self.arrangement.dense_components() as u32,
            _ => self.arrangement.rectangle().columns,
        }
    }

    /// How many registers it takes, 1 to 64.
    #[must_use]
    pub const fn rows(&self) -> u32 {
        match self.orientation() {
            Orientation::Dense => self.dense_rows(),
            _ => self.arrangement.rectangle().rows as u32,
        }
    }

    /// How its elements follow each other.
    #[must_use]
    pub const fn orientation(&self) -> Orientation {
        self.arrangement.orientation
    }

    /// How many components each of its vectors has: an element, or a column of a matrix.
    #[must_use]
    pub const fn element_components(&self) -> u32 {
        self.arrangement.components
    }

    /// How many elements are below each other. Of what is dense, how many registers it takes.
    #[must_use]
    pub const fn height(&self) -> u32 {
        match self.orientation() {
            Orientation::Dense => self.dense_rows(),
            _ => self.arrangement.down() as u32,
        }
    }

    /// How many elements it has: 1 if it is not an array.
    #[must_use]
    pub const fn length(&self) -> u32 {
        self.arrangement.length
    }

    /// How many vectors an element has: 1, or the columns of a matrix.
    #[must_use]
    pub const fn vectors(&self) -> u32 {
        self.arrangement.vectors
    }

    /// Where a vector of an element is; `None` past the last element and the last vector. What is
    /// not an array has element 0, what is not a matrix vector 0.
    ///
    /// ```
    /// use mali_varyings::{Packing, Span, Target, Varying, VaryingType};
    ///
    /// let array = Varying::new(VaryingType::Vec3).with_array(20)?;
    /// let target = Target::CHOSEN.with_registers(15)?;
    /// let placement = Packing::new(&[array], &target)?.placements()[0];
    /// let second = placement.vector(1, 0).unwrap();
    /// assert_eq!(second.first, Span { register: 0, component: 3, components: 1 });
    /// assert_eq!(second.second, Some(Span { register: 1, component: 0, components: 2 }));
    /// # Ok::<(), mali_varyings::Error>(())
    /// ```
    #[must_use]
    pub const fn vector(&self, element: u32, vector: u32) -> Option<VectorPlacement> {
        let origin = (self.register, self.component);
        self.arrangement.vector(origin, element, vector)
    }

    /// How many registers what is dense takes, from the first on.
    const fn dense_rows(&self) -> u32 {
        let end = self.component as u64 + self.arrangement.dense_components();
        end.div_ceil(REGISTER_COMPONENTS as u64) as u32
    }
}
