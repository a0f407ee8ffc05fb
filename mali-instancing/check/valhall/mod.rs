//! The descriptors of V9 and later.

mod buffer;
mod fetch_mode;
mod stride;

use core::num::NonZeroU32;

use super::division::exact_divisor;
use super::finding::Location;
use super::first_instance;
use super::format::check_format;
use super::reporter::Reporter;
use super::rule::Rule;
use super::state::{DrawState, Read};
use crate::check::finding::Expected;
use crate::decode::{Descriptor, Kind, descriptors};
use crate::descriptor::{ValhallAttribute, ValhallAttributeFields, ValhallFetchMode};
use crate::fetch::InputRate;

/// Applies every rule to a draw.
pub(super) fn check(state: &DrawState<'_>, reporter: &mut Reporter<'_>) {
    for read in state.read() {
        check_attribute(state, read, reporter);
    }
}

fn check_attribute(state: &DrawState<'_>, read: Read<'_>, reporter: &mut Reporter<'_>) {
    let location = read.location(state.arch);
    let decoded = match descriptors(state.arch, Kind::Attributes, read.words).next() {
        Some(Ok(decoded)) => decoded.descriptor,
        Some(Err(error)) => {
            reporter.found(fetch_mode::undecodable(read, location, error));
            return;
        }
        None => return,
    };
    let Descriptor::ValhallAttribute(attribute) = decoded else {
        return;
    };
    let format = ValhallAttribute::FORMAT;
    let format = check_format(state.arch, location, format, attribute.format, reporter);
    match state.table {
        Some(table) if table != attribute.table => {
            let expected = Expected::Value(table.into());
            reporter.found(location.field(Rule::ResourceTable, ValhallAttribute::TABLE, expected));
            return;
        }
        Some(_) => {}
        None => {
            reporter.not_checked(Rule::ResourceTable);
            check_mixed_tables(state, attribute, location, reporter);
        }
    }
    stride::check(state, read, attribute, reporter);
    check_first_instance(state, read, attribute, location, reporter);
    let fits = fetch_mode::check(state, read, attribute.mode, reporter);
    let target = buffer::Target {
        read,
        attribute,
        format,
        fits,
    };
    target.check(state, reporter);
}

/// Notes an offset that cannot include the first instance. The driver may have moved the base instead.
fn check_first_instance(
    state: &DrawState<'_>,
    read: Read<'_>,
    attribute: ValhallAttributeFields,
    location: Location<'_>,
    reporter: &mut Reporter<'_>,
) {
    if matches!(
        attribute.mode,
        ValhallFetchMode::Vertex | ValhallFetchMode::VertexPacket { .. }
    ) {
        return;
    }
    let divisor = match (read.rate, attribute.mode) {
        (Some(InputRate::Instance { divisor }), _) => Some(divisor),
        (_, ValhallFetchMode::PotDivisor(power)) => NonZeroU32::new(power.divide(0x8000_0000))
            .and_then(|quotient| NonZeroU32::new(0x8000_0000 / quotient)),
        (_, ValhallFetchMode::NpotDivisor(magic)) => exact_divisor(magic),
        _ => None,
    };
    let offset = first_instance::PerInstance {
        attribute: location,
        field: ValhallAttribute::OFFSET,
        offset: attribute.offset.into(),
        shift: 0,
        address: None,
        stride: attribute.stride,
        divisor,
    };
    offset.check(state.first_instance, reporter);
}

/// Notes an attribute whose table is not that of the first attribute, if the number of the buffers' table is not known.
fn check_mixed_tables(
    state: &DrawState<'_>,
    attribute: ValhallAttributeFields,
    location: Location<'_>,
    reporter: &mut Reporter<'_>,
) {
    let first = state.read().next();
    let table = first.and_then(|first| ValhallAttribute::TABLE.get(first.words));
    if let Some(table) = table.filter(|table| *table != u64::from(attribute.table)) {
        let expected = Expected::Value(table);
        reporter.found(location.field(Rule::MixedTables, ValhallAttribute::TABLE, expected));
    }
}
