use super::rectangle::{Origin, Rectangle};
use crate::declaration::Varying;

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

/// The place of a varying: a rectangle of registers and components, with the elements of an array below each other.
///
/// ```
/// use mali_varyings::{Placement, Span, RegisterTarget, Varying, VaryingType, pack};
///
/// let uv = Varying::new(VaryingType::Vec2).with_array(3)?;
/// let mut placement = Placement::UNPLACED;
/// pack(&[uv], &RegisterTarget::ES100, core::slice::from_mut(&mut placement))?;
/// assert_eq!((placement.register(), placement.component()), (0, 0));
/// assert_eq!((placement.components(), placement.rows()), (2, 3));
/// assert_eq!(placement.vector(2, 0), Some(Span { register: 2, component: 0, components: 2 }));
/// assert_eq!(placement.vector(3, 0), None);
/// # Ok::<(), mali_varyings::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Placement {
    pub(super) register: u32,
    pub(super) component: u32,
    /// The rectangle of an element.
    pub(super) element: Rectangle,
    /// The number of vectors of an element.
    pub(super) vectors: u32,
    /// The number of components of a vector.
    pub(super) element_components: u32,
    pub(super) length: u32,
}

impl Placement {
    /// The placement of no varying: the initial value of a slice that [`pack`](super::pack) fills.
    pub const UNPLACED: Self = Self {
        register: 0,
        component: 0,
        element: Rectangle {
            columns: 0,
            rows: 0,
        },
        vectors: 0,
        element_components: 0,
        length: 0,
    };

    /// A placement at the varying's location, or else at the beginning of the grid, with elements that take such a rectangle
    /// each.
    pub(super) const fn column(varying: Varying, element: Rectangle) -> Self {
        let varying_type = varying.varying_type();
        let Origin {
            register,
            component,
        } = Origin::of(varying);
        Self {
            register,
            component,
            element,
            vectors: varying_type.columns(),
            element_components: varying_type.components(),
            length: varying.length(),
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

    /// The number of components that the varying takes of each register, 1 to 4.
    #[must_use]
    pub const fn components(&self) -> u32 {
        self.element.columns
    }

    /// The number of registers that the varying takes, 1 to 64.
    #[must_use]
    pub const fn rows(&self) -> u32 {
        self.rectangle().rows as u32
    }

    /// The number of components of each vector: of an element, or of a column of a matrix.
    #[must_use]
    pub const fn element_components(&self) -> u32 {
        self.element_components
    }

    /// The number of elements: 1 if the varying is not an array.
    #[must_use]
    pub const fn length(&self) -> u32 {
        self.length
    }

    /// The number of vectors of an element: 1, or the columns of a matrix.
    #[must_use]
    pub const fn vectors(&self) -> u32 {
        self.vectors
    }

    /// The place of a vector of an element; `None` past the last element and the last vector. A varying that is
    /// not an array has element 0; a varying that is not a matrix has vector 0.
    #[must_use]
    pub const fn vector(&self, element: u32, vector: u32) -> Option<Span> {
        if element >= self.length || vector >= self.vectors {
            return None;
        }
        Some(Span {
            // A placed varying has at most 64 rows, so the product fits 32 bits.
            register: self.register + (element as u64 * self.element.rows) as u32 + vector,
            component: self.component,
            components: self.element_components,
        })
    }

    /// The rectangle of all elements together.
    pub(super) const fn rectangle(&self) -> Rectangle {
        Rectangle {
            columns: self.element.columns,
            rows: (self.length as u64).saturating_mul(self.element.rows),
        }
    }
}
