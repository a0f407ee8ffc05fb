//! A rectangle of registers and components.

use crate::declaration::{Varying, VaryingType};
use crate::limits::REGISTER_COMPONENTS;

/// The position at which a rectangle begins.
#[derive(Clone, Copy)]
pub(super) struct Origin {
    pub(super) register: u32,
    pub(super) component: u32,
}

/// The space of a matrix.
#[derive(Clone, Copy)]
pub(super) enum Matrices {
    /// The square of the standard; with an explicit location, if the other explicit locations leave it free. The text
    /// says "the same space as a square matrix" about packing, but counts one location for each column: an interface
    /// that fits by either reading is accepted.
    Square,
    /// The columns and rows of the matrix itself.
    Own,
}

/// A number of columns and rows of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub(super) struct Rectangle {
    pub(super) columns: u32,
    // The rows have 64 bits, because an array may have 2^32 - 1 elements of four rows.
    pub(super) rows: u64,
}

impl Origin {
    /// The place of a varying that has a location.
    pub(super) const fn of(varying: Varying) -> Self {
        Self {
            register: match varying.location() {
                Some(location) => location,
                None => 0,
            },
            component: varying.component(),
        }
    }
}

impl Rectangle {
    /// The rectangle of a varying, or of its elements if it is an array. A matrix with a location has its own columns and
    /// rows.
    pub(super) const fn of_element(varying: Varying, matrices: Matrices) -> Self {
        match matrices {
            Matrices::Square if varying.location().is_none() => {
                Self::strict(varying.varying_type())
            }
            _ => Self::relaxed(varying.varying_type()),
        }
    }

    /// The rectangle of all elements of a varying that has a location.
    pub(super) const fn located(varying: Varying) -> Self {
        let element = Self::relaxed(varying.varying_type());
        Self {
            rows: element.rows * varying.length() as u64,
            ..element
        }
    }

    /// The part of an array's squares that its matrices lack, and where it begins; empty if there is none. Both begin at
    /// `origin`.
    pub(super) const fn beyond_matrices(varying: Varying, mut origin: Origin) -> (Origin, Self) {
        let own = Self::located(varying);
        let square = Self::strict(varying.varying_type());
        let square_rows = square.rows * varying.length() as u64;
        // A square is longer or wider than the matrix, never both.
        let beyond = if square_rows > own.rows {
            origin.register += own.rows as u32;
            Self {
                rows: square_rows - own.rows,
                ..square
            }
        } else {
            // A matrix begins at component 0: `with_component` refuses any other for it.
            origin.component = own.columns;
            let columns = square.columns - own.columns;
            Self { columns, ..own }
        };
        (origin, beyond)
    }

    /// The rectangle of a type according to the standard.
    pub(super) const fn strict(varying_type: VaryingType) -> Self {
        let (columns, components) = (varying_type.columns(), varying_type.components());
        match varying_type {
            // The exception of the text: two whole rows, and not a square of two.
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
            // A column of a matrix is a vector, and so a row of the grid: `mat2x3` is three wide and two high.
            columns: varying_type.components(),
            rows: varying_type.columns() as u64,
        }
    }
}
