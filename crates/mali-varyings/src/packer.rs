//! The standard packer: one varying after the other, each where the standard puts it.

use super::declaration::Varying;
use super::error::Error;
use super::grid::Grid;
use super::limits::{MAX_VARYINGS, REGISTER_COMPONENTS};
use super::location::Location;
use super::orientation::Rectangle;
use super::target::{Rules, Target};

/// The positions of varyings, those first whose elements have more rows, then longer arrays.
///
/// What comes behind that in the key tells varyings apart whose elements take the same space, so
/// that the result does not depend on the order in which they were declared.
pub(super) struct Order([u8; MAX_VARYINGS]);

impl Order {
    const fn new(varyings: &[Varying], locations: &[Location]) -> Self {
        let mut positions = [0; MAX_VARYINGS];
        let mut next = 0;
        while next < varyings.len() {
            let key = key(varyings[next], &locations[next]);
            let mut at = next;
            while at > 0 {
                let earlier = positions[at - 1] as usize;
                if self::key(varyings[earlier], &locations[earlier]) >= key {
                    break;
                }
                positions[at] = positions[at - 1];
                at -= 1;
            }
            positions[at] = next as u8;
            next += 1;
        }
        Self(positions)
    }

    pub(super) const fn varying(&self, position: usize) -> usize {
        self.0[position] as usize
    }
}

const fn key(varying: Varying, location: &Location) -> u64 {
    let rows = location.arrangement.element.rows;
    let length = location.arrangement.length as u64;
    let qualifiers = (varying.interpolation() as u64) << 8
        | (varying.sampling() as u64) << 4
        | varying.is_array() as u64;
    // Square matrices go before others, smooth varyings before flat ones, as the standard has it.
    let earlier = qualifiers << 8 | varying.varying_type() as u64;
    rows << 56 | length << 24 | ((1 << 24) - 1 - earlier)
}

/// Lays every array out as a column, each element in the rectangle that it takes under the rules,
/// and says in which order they are placed.
pub(super) const fn lay_out(
    varyings: &[Varying],
    rules: Rules,
    locations: &mut [Location],
) -> Order {
    let mut number = 0;
    while number < varyings.len() {
        let element = match rules {
            Rules::Strict => Rectangle::strict(varyings[number].varying_type()),
            Rules::Relaxed | Rules::Chosen => Rectangle::relaxed(varyings[number].varying_type()),
        };
        locations[number] = Location::column(varyings[number], element);
        number += 1;
    }
    Order::new(varyings, locations)
}

/// Places every varying as it is laid out, those of more columns first.
pub(super) const fn place(
    varyings: &[Varying],
    order: &Order,
    target: &Target,
    locations: &mut [Location],
) -> Result<(), Error> {
    let mut grid = Grid::new(target.registers());
    let mut columns = REGISTER_COMPONENTS;
    while columns > 0 {
        let mut position = 0;
        while position < varyings.len() {
            let varying = order.varying(position);
            let rectangle = locations[varying].arrangement.rectangle();
            if rectangle.columns == columns {
                let interpolation = varyings[varying].interpolation();
                let Some(place) = grid.find(rectangle, interpolation) else {
                    return Err(Error::DoesNotFit {
                        varying,
                        missing_rows: grid.missing_rows(rectangle, interpolation),
                    });
                };
                grid.take(place, rectangle, interpolation, target);
                locations[varying].register = place.register;
                locations[varying].component = place.component;
            }
            position += 1;
        }
        columns -= 1;
    }
    Ok(())
}

/// Places every varying where the standard does, within the rectangle that it takes there.
pub(super) const fn place_within_strict(
    varyings: &[Varying],
    target: &Target,
    locations: &mut [Location],
) -> Result<(), Error> {
    let order = lay_out(varyings, Rules::Strict, locations);
    if let Err(error) = place(varyings, &order, target, locations) {
        return Err(error);
    }
    let mut number = 0;
    while number < varyings.len() {
        locations[number].arrangement.element = Rectangle::relaxed(varyings[number].varying_type());
        number += 1;
    }
    Ok(())
}
