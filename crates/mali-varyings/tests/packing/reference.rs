//! A direct implementation of the standard's rules, and of the orientations' costs, compared with the packer.

use mali_varyings::chooser::{Layout, Machine, Orientation, Placement};
use mali_varyings::{RegisterTarget, Varying, VaryingType};
use proptest::prelude::*;

use super::places;
use super::properties::declarations;

/// A varying in some orientation.
#[derive(Clone, Copy, Debug)]
struct Laid {
    columns: u32,
    rows: u32,
    element_rows: u32,
    length: u32,
    cost: u64,
    /// The number of components, if the varying is dense.
    dense: u32,
}

/// Whether all varyings fit, one after the other, into a grid of `registers` rows. The dense varyings together take
/// whole rows.
fn all_find_places(laid: &[Laid], registers: u32) -> bool {
    let dense: u32 = laid.iter().map(|laid| laid.dense).sum();
    let Some(registers) = registers.checked_sub(dense.div_ceil(4)) else {
        return false;
    };
    let mut grid = vec![[false; 4]; registers as usize];
    let mut laid = laid.to_vec();
    laid.retain(|laid| laid.dense == 0);
    laid.sort_by_key(|laid| {
        let Laid {
            columns,
            element_rows,
            length,
            ..
        } = *laid;
        std::cmp::Reverse((columns, element_rows, length))
    });
    laid.into_iter().all(|Laid { columns, rows, .. }| {
        let free = |grid: &[[bool; 4]], row: u32, column: u32| {
            (row..row + rows).all(|row| {
                (column..column + columns).all(|column| !grid[row as usize][column as usize])
            })
        };
        let Some(last) = registers.checked_sub(rows) else {
            return false;
        };
        let at_column = |column| (0..=last).find(|&row| free(&grid, row, column));
        let place = match columns {
            3 | 4 => at_column(0).map(|row| (row, 0)),
            2 => at_column(0).map(|row| (row, 0)).or_else(|| {
                let row = (0..=last).rev().find(|&row| free(&grid, row, 2));
                row.map(|row| (row, 2))
            }),
            _ => (0..4)
                .filter_map(|column| at_column(column).map(|row| (row, column)))
                .min_by_key(|&(_, column)| grid.iter().filter(|row| !row[column as usize]).count()),
        };
        let Some((row, column)) = place else {
            return false;
        };
        for row in row..row + rows {
            for column in column..column + columns {
                grid[row as usize][column as usize] = true;
            }
        }
        true
    })
}

fn strict(varying: Varying) -> Laid {
    let varying_type = varying.varying_type();
    let (columns, components) = (varying_type.columns(), varying_type.components());
    let (width, height) = match varying_type {
        VaryingType::Mat2 => (4, 2),
        _ if columns > 1 => (columns.max(components), columns.max(components)),
        _ => (components, 1),
    };
    Laid {
        columns: width,
        rows: height * varying.length(),
        element_rows: height,
        length: varying.length(),
        cost: 0,
        dense: 0,
    }
}

fn division(divisor: u32, index_cost: u32) -> u64 {
    let power_of_two = [1, 2, 4, 8, 16, 32, 64].contains(&divisor);
    u64::from(if power_of_two {
        index_cost.min(1)
    } else {
        index_cost
    })
}

/// The cost of the chosen orientation.
fn cost(placement: &Placement, [index_cost, second_move_cost]: [u32; 2]) -> u64 {
    match placement.orientation() {
        Orientation::Vertical { height } if height.get() == placement.length() => 0,
        Orientation::Vertical { height } => division(height.get(), index_cost),
        Orientation::Horizontal { width } => division(width.get(), index_cost),
        Orientation::Dense if placement.element_components() == 3 => {
            division(3, index_cost) + u64::from(second_move_cost)
        }
        Orientation::Dense => division(4, index_cost),
    }
}

/// Every way to lay out a varying if the target chooses.
fn ways(varying: Varying, costs: [u32; 2], straddling: bool) -> Vec<Laid> {
    let [index_cost, second_move_cost] = costs;
    let vectors = varying.varying_type().columns();
    let components = varying.varying_type().components();
    let length = varying.length();
    let laid = |columns, rows, cost| Laid {
        columns,
        rows,
        element_rows: vectors,
        length,
        cost,
        dense: 0,
    };
    let dense = |cost| Laid {
        dense: length * vectors * components,
        ..laid(4, 0, cost)
    };
    let mut all = vec![laid(components, length * vectors, 0)];
    if length == 1 {
        return all;
    }
    for width in 2..=4 / components {
        let height = length.div_ceil(width);
        let cheaper = division(width, index_cost).min(if length.div_ceil(height) == width {
            division(height, index_cost)
        } else {
            u64::MAX
        });
        all.push(laid(width * components, height * vectors, cheaper));
    }
    if components != 3 {
        all.push(dense(division(4, index_cost)));
    } else if straddling {
        all.push(dense(division(3, index_cost) + u64::from(second_move_cost)));
    }
    all
}

/// The least total cost of the combinations in which everything fits.
fn least_cost(ways: &[Vec<Laid>], so_far: &mut Vec<Laid>, registers: u32) -> Option<u64> {
    let Some((first, rest)) = ways.split_first() else {
        let cost = so_far.iter().map(|laid| laid.cost).sum();
        return all_find_places(so_far, registers).then_some(cost);
    };
    let mut least = None;
    for &way in first {
        so_far.push(way);
        let cost = least_cost(rest, so_far, registers);
        so_far.pop();
        least = [least, cost].into_iter().flatten().min();
    }
    least
}

/// Whether any combination of orientations fits, whatever the arrays' costs.
pub(super) fn any_orientation_fits(varyings: &[Varying], registers: u32, straddling: bool) -> bool {
    let ways: Vec<_> = varyings
        .iter()
        .map(|&varying| ways(varying, [0, 0], straddling))
        .collect();
    any_fits(&ways, &mut Vec::new(), registers)
}

fn any_fits(ways: &[Vec<Laid>], so_far: &mut Vec<Laid>, registers: u32) -> bool {
    let Some((first, rest)) = ways.split_first() else {
        let area: u32 = so_far
            .iter()
            .map(|laid| laid.columns * laid.rows + laid.dense)
            .sum();
        return area <= 4 * registers && all_find_places(so_far, registers);
    };
    first.iter().any(|&way| {
        so_far.push(way);
        let fits = any_fits(rest, so_far, registers);
        so_far.pop();
        fits
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn strict_accepts_what_a_plain_reading_of_the_standard_accepts(
        varyings in prop::collection::vec(declarations(), 0..12),
        registers in 1..=64_u32,
    ) {
        let target = RegisterTarget::ES100.with_registers(registers).unwrap();
        let laid: Vec<Laid> = varyings.iter().map(|&varying| strict(varying)).collect();
        let accepted = places(&varyings, &target).is_ok();
        prop_assert_eq!(accepted, all_find_places(&laid, registers));
    }

    #[test]
    fn up_to_four_arrays_cost_the_least_that_they_can(
        arrays in prop::collection::vec((prop::sample::select(VaryingType::ALL), 2..14_u32), 0..=4),
        others in prop::collection::vec(prop::sample::select(VaryingType::ALL), 0..5),
        registers in 1..=24_u32,
        costs in prop_oneof![Just([0, 0]), Just([8, 16]), Just([3, 0]), Just([1, 9])],
        straddling: bool,
    ) {
        let mut varyings: Vec<Varying> = arrays
            .into_iter()
            .map(|(varying_type, length)| Varying::new(varying_type).with_array(length).unwrap())
            .collect();
        varyings.extend(others.into_iter().map(Varying::new));
        let machine = Machine {
            registers,
            straddling,
            index_cost: costs[0],
            second_move_cost: costs[1],
            ..Machine::CHOSEN
        };
        let ways: Vec<_> = varyings
            .iter()
            .map(|&varying| ways(varying, costs, straddling))
            .collect();
        let standard = Machine { layout: Layout::Standard, ..machine };
        let strict_fits = places(&varyings, &standard).is_ok();
        let expected = if strict_fits {
            Some(0)
        } else {
            least_cost(&ways, &mut Vec::new(), registers)
        };
        let found = places(&varyings, &machine).ok();
        let found = found.map(|found| found.iter().map(|placement| cost(placement, costs)).sum::<u64>());
        // The least cost is not searched for interfaces that fit only if other varyings are dense too.
        prop_assert!(expected.is_none() || found == expected, "{:?} {:?}", found, expected);
    }
}
