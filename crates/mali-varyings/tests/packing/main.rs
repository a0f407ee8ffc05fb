//! Packing varyings: the standard's examples, every type, orientations, costs, and properties of
//! random interfaces.

mod choice;
mod coordinates;
mod declarations;
mod editions;
mod every_type;
mod exhaustive;
mod properties;
mod reference;
mod refusals;
mod search;
mod standard;

use mali_varyings::chooser::{self, Machine, Orientation, Placement};
use mali_varyings::{Error, Interpolation, RegisterTarget, Sampling, Varying, VaryingType, pack};

/// Registers that varyings are packed into.
trait Registers {
    /// Packs varyings, whether or not an edition has their declarations.
    fn pack(&self, varyings: &[Varying], placements: &mut [Placement]) -> Result<u32, Error>;

    fn count(&self) -> u32;
}

/// An array of the standard is a column of a machine.
fn check_vectors(of_machine: &Placement, of_standard: &mali_varyings::Placement) {
    for element in 0..=of_standard.length().min(64) {
        for vector in 0..=of_standard.vectors() {
            let placed = of_machine.vector(element, vector);
            assert_eq!(
                placed.map(|placed| placed.first),
                of_standard.vector(element, vector)
            );
        }
    }
}

impl Registers for RegisterTarget {
    fn pack(&self, varyings: &[Varying], placements: &mut [Placement]) -> Result<u32, Error> {
        let target = Self {
            is_lenient: true,
            ..*self
        };
        let mut of_standard = vec![mali_varyings::Placement::UNPLACED; placements.len()];
        let used = pack(varyings, &target, &mut of_standard)?;
        for (placement, placed) in placements.iter_mut().zip(of_standard) {
            *placement = placed.into();
            check_vectors(placement, &placed);
        }
        Ok(used)
    }

    fn count(&self) -> u32 {
        self.registers
    }
}

impl Registers for Machine {
    fn pack(&self, varyings: &[Varying], placements: &mut [Placement]) -> Result<u32, Error> {
        chooser::pack(varyings, self, placements)
    }

    fn count(&self) -> u32 {
        self.registers
    }
}

/// Intel's sixth generation, the first for which arrays were laid out in other orientations. Smooth and
/// noperspective varyings may share a register, flat ones share with neither. Dividing by a number that is not a power
/// of two is expensive, and so is a second move. The review gives no numbers: 8 and 16 have its order.
fn i965_gen6() -> Machine {
    Machine {
        registers: 15,
        flat_beside_interpolated: false,
        index_cost: 8,
        second_move_cost: 16,
        ..Machine::CHOSEN
    }
}

/// A declaration without its name, as in GLSL: `centroid flat vec3[4]`.
fn varying(declaration: &str) -> Varying {
    let mut words: Vec<&str> = declaration.split_whitespace().collect();
    let last = words.pop().unwrap();
    let (name, array) = last.split_once('[').map_or((last, None), |(name, rest)| {
        let length: u32 = rest.strip_suffix(']').unwrap().parse().unwrap();
        (name, Some(length))
    });
    let mut varying = Varying::new(VaryingType::from_name(name).unwrap());
    if let Some(length) = array {
        varying = varying.with_array(length).unwrap();
    }
    for word in words {
        varying = match word {
            "smooth" => varying.with_interpolation(Interpolation::Smooth).unwrap(),
            "flat" => varying.with_interpolation(Interpolation::Flat).unwrap(),
            "noperspective" => varying
                .with_interpolation(Interpolation::Noperspective)
                .unwrap(),
            "centroid" => varying.with_sampling(Sampling::Centroid),
            "sample" => varying.with_sampling(Sampling::Sample),
            _ => panic!("no qualifier: {word}"),
        };
    }
    varying
}

fn varyings(declarations: &[&str]) -> Vec<Varying> {
    declarations
        .iter()
        .map(|declaration| varying(declaration))
        .collect()
}

/// The places of varyings, whether or not the edition has their declarations.
fn places(
    varyings: &[Varying],
    registers: &(impl Registers + ?Sized),
) -> Result<Vec<Placement>, Error> {
    let mut placements = vec![Placement::UNPLACED; varyings.len()];
    registers.pack(varyings, &mut placements)?;
    Ok(placements)
}

fn fits(declarations: &[&str], registers: &impl Registers) -> bool {
    places(&varyings(declarations), registers).is_ok()
}

/// The components that a placement takes, as (register, component). A dense varying leaves nothing free.
fn rectangle(placement: &Placement) -> Vec<(u32, u32)> {
    if placement.orientation() == Orientation::Dense {
        return all_components(placement);
    }
    let rows = placement.register()..placement.register() + placement.rows();
    let columns = placement.component()..placement.component() + placement.components();
    rows.flat_map(|row| columns.clone().map(move |column| (row, column)))
        .collect()
}

/// The components that hold a vector, in its order.
fn components(placement: &Placement, element: u32, vector: u32) -> Option<Vec<(u32, u32)>> {
    let vector = placement.vector(element, vector)?;
    let spans = [Some(vector.first), vector.second];
    let spans = spans.into_iter().flatten();
    Some(
        spans
            .flat_map(|span| {
                (span.component..span.component + span.components)
                    .map(move |component| (span.register, component))
            })
            .collect(),
    )
}

/// The components that hold a varying: element by element, vector by vector.
fn all_components(placement: &Placement) -> Vec<(u32, u32)> {
    (0..placement.length())
        .flat_map(|element| (0..placement.vectors()).map(move |vector| (element, vector)))
        .flat_map(|(element, vector)| components(placement, element, vector).unwrap())
        .collect()
}

/// The grid as text: the first varying as `a`, the second as `b`, free components as `.`.
fn picture(declarations: &[&str], registers: &impl Registers) -> Vec<String> {
    let placements = places(&varyings(declarations), registers).unwrap();
    let mut rows = vec![vec!['.'; 4]; registers.count() as usize];
    for (placement, letter) in placements.iter().zip('a'..) {
        for (register, component) in rectangle(placement) {
            let cell = &mut rows[register as usize][component as usize];
            assert_eq!(*cell, '.', "{letter} overlaps");
            *cell = letter;
        }
    }
    rows.into_iter().map(String::from_iter).collect()
}
