//! The contents of every component of every register.

use mali_varyings::Span;

use super::VaryingRegisters;
use super::placed::COMPONENTS;

/// A component of a register.
#[derive(Clone)]
pub(super) struct Cell {
    /// The number of the varying that takes it.
    pub(super) varying: Option<usize>,
    pub(super) label: String,
}

pub(super) type Row = [Cell; COMPONENTS.len()];

/// The registers, from the first to the last.
pub(super) fn rows(packed: &VaryingRegisters<'_>) -> Vec<Row> {
    let free = Cell {
        varying: None,
        label: ".".to_owned(),
    };
    let row = COMPONENTS.map(|_| free.clone());
    let mut rows = vec![row; packed.target.registers as usize];
    for (number, placed) in packed.varyings.iter().enumerate() {
        let placement = &placed.placement;
        // The whole rectangle first: a matrix takes components that no column of it has.
        let rectangle = (0..placement.rows()).map(|row| Span {
            register: placement.register() + row,
            component: placement.component(),
            components: placement.components(),
        });
        for span in rectangle {
            fill(&mut rows, span, number, "-");
        }
        for (element, vector, span) in placed.vectors() {
            fill(
                &mut rows,
                span,
                number,
                &placed.vector_label(element, vector),
            );
        }
    }
    rows
}

fn fill(rows: &mut [Row], span: Span, varying: usize, label: &str) {
    let first = span.component as usize;
    // All that is packed is within the registers of the target, and each of them has a row.
    for cell in &mut rows[span.register as usize][first..first + span.components as usize] {
        *cell = Cell {
            varying: Some(varying),
            label: label.to_owned(),
        };
    }
}
