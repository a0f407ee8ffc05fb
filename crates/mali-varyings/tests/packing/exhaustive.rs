//! Small grids, for which a search finds whether any packing exists.

use mali_varyings::chooser::Machine;
use mali_varyings::{Error, RegisterTarget, Varying};

use super::{Registers, places, varying};

/// Whether the varyings from `next` on can be placed anywhere in the free components.
fn any_packing(varyings: &[Varying], rows: u32, taken: u32) -> bool {
    let Some((first, rest)) = varyings.split_first() else {
        return true;
    };
    let (width, height) = (first.varying_type().components(), first.length());
    (0..=4 - width).any(|column| {
        (0..(rows + 1).saturating_sub(height)).any(|row| {
            let cells = (row..row + height)
                .flat_map(|row| (column..column + width).map(move |column| 4 * row + column))
                .fold(0, |cells, cell| cells | 1 << cell);
            taken & cells == 0 && any_packing(rest, rows, taken | cells)
        })
    })
}

/// Every multiset of these types with up to `most` varyings, on a grid of `rows` rows.
fn interfaces(types: &[Varying], most: usize) -> Vec<Vec<Varying>> {
    let mut all = vec![Vec::new()];
    let mut longest = vec![(0, Vec::new())];
    for _ in 0..most {
        longest = longest
            .iter()
            .flat_map(|(from, interface): &(usize, Vec<Varying>)| {
                (*from..types.len()).map(move |next| {
                    let mut longer = interface.clone();
                    longer.push(types[next]);
                    (next, longer)
                })
            })
            .collect();
        all.extend(longest.iter().map(|(_, interface)| interface.clone()));
    }
    all
}

/// The number of interfaces that have a packing, and the number of these that the packer misses.
fn packable_and_missed(
    declarations: &[&str],
    most: usize,
    registers: &impl Registers,
    may_straddle: bool,
) -> (u32, u32) {
    let types: Vec<Varying> = declarations.iter().map(|name| varying(name)).collect();
    let rows = registers.count();
    let (mut packable, mut missed) = (0, 0);
    for interface in interfaces(&types, most) {
        let components: u32 = interface
            .iter()
            .map(|varying| varying.varying_type().components() * varying.length())
            .sum();
        // For varyings that may straddle registers, only the number of components counts.
        let exists = components <= 4 * rows && (may_straddle || any_packing(&interface, rows, 0));
        let found = places(&interface, registers).is_ok();
        assert!(
            exists || !found,
            "a fit that does not exist: {interface:?} in {rows} registers"
        );
        packable += u32::from(exists);
        missed += u32::from(exists && !found);
    }
    (packable, missed)
}

/// GLSL ES 1.00, appendix A.7: one and two components begin at any component, three and four at x.
#[test]
fn the_missing_registers_are_those_with_which_a_varying_fits_beside_the_others() {
    const REGISTERS: u32 = 2;
    let target = RegisterTarget::ES310.with_registers(REGISTERS).unwrap();
    let float = |cell: u32| {
        let float = varying("flat float").with_location(cell / 4).unwrap();
        float.with_component(cell % 4).unwrap()
    };
    for taken in 0..1_u32 << (4 * REGISTERS) {
        let others: Vec<Varying> = (0..4 * REGISTERS)
            .filter(|cell| taken >> cell & 1 == 1)
            .map(float)
            .collect();
        for (width, last) in [("float", 3), ("vec2", 2), ("vec3", 0), ("vec4", 0)] {
            for length in 1..=4 {
                let array = varying(&format!("flat {width}[{length}]"));
                let columns = array.varying_type().components();
                let is_free = |row, column| {
                    (row..row + length).all(|row| {
                        (column..column + columns)
                            .all(|column| taken >> (4 * row + column) & 1 == 0)
                    })
                };
                let fits = |registers: u32| {
                    (0..(registers + 1).saturating_sub(length))
                        .any(|row| (0..=last).any(|column| is_free(row, column)))
                };
                let missing = (0..=4).find(|missing| fits(REGISTERS + missing)).unwrap();
                let found = places(&[&others[..], &[array]].concat(), &target);
                let expected = match missing {
                    0 => Ok(()),
                    missing => Err(Error::DoesNotFit {
                        varying: others.len(),
                        missing_rows: u64::from(missing),
                    }),
                };
                let found = found.map(|_| ());
                assert_eq!(found, expected, "{width}[{length}] beside {taken:08b}");
            }
        }
    }
}

/// The largest types are first, so that the search places them first.
const DECLARATIONS: [&str; 9] = [
    "vec3[2]", "vec4", "float[5]", "vec2[2]", "vec3", "float[3]", "vec2", "float[2]", "float",
];

/// The sums over grids of 1 to 4 registers. The README has these numbers; if fewer are missed, the README is
/// updated.
fn all_packable_and_missed<R: Registers>(
    registers: impl Fn(u32) -> R,
    may_straddle: bool,
) -> (u32, u32) {
    (1..=4)
        .map(|rows| packable_and_missed(&DECLARATIONS, 5, &registers(rows), may_straddle))
        .fold((0, 0), |sum, next| (sum.0 + next.0, sum.1 + next.1))
}

#[test]
fn the_standards_packer_misses_few_fits_and_claims_none_that_is_not() {
    let edition = |rows| RegisterTarget::ES100.with_registers(rows).unwrap();
    assert_eq!(all_packable_and_missed(edition, false), (1279, 21));
}

#[test]
fn the_chooser_misses_no_fit_and_claims_none_that_is_not() {
    let machine = |rows| Machine::CHOSEN.with_registers(rows).unwrap();
    assert_eq!(all_packable_and_missed(machine, true), (2017, 0));
}
