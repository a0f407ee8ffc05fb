//! The descriptors of V9 and later.

mod buffer;
mod fetch_mode;
mod stride;

use super::finding::Location;
use super::format::check_format;
use super::reporter::Reporter;
use super::rule::Rule;
use super::state::{DrawState, Read};
use crate::check::finding::Expected;
use crate::decode::{Descriptor, Kind, descriptors};
use crate::descriptor::{ValhallAttribute, ValhallAttributeFields, ValhallFetchMode};

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
    let format_size = check_format(state.arch, location, format, attribute.format, reporter);
    match state.table {
        Some(table) if table != attribute.table => {
            let expected = Expected::Value(table.into());
            reporter.found(location.field(Rule::ResourceTable, ValhallAttribute::TABLE, expected));
            return;
        }
        Some(_) => {}
        None => reporter.not_checked(Rule::ResourceTable),
    }
    stride::check(state, read, attribute, reporter);
    check_first_instance(state, attribute, location, reporter);
    let fits = fetch_mode::check(state, read, attribute.mode, reporter);
    let target = buffer::Target {
        read,
        attribute,
        format_size,
        fits,
    };
    target.check(state, reporter);
}

/// Notes an offset that cannot include the first instance. The driver may have moved the base instead.
fn check_first_instance(
    state: &DrawState<'_>,
    attribute: ValhallAttributeFields,
    location: Location<'_>,
    reporter: &mut Reporter<'_>,
) {
    if !matches!(
        attribute.mode,
        ValhallFetchMode::Instance
            | ValhallFetchMode::PotDivisor(_)
            | ValhallFetchMode::NpotDivisor(_)
    ) {
        return;
    }
    let Some(first_instance) = state.first_instance else {
        reporter.not_checked(Rule::FirstInstance);
        return;
    };
    let least = u64::from(first_instance) * u64::from(attribute.stride);
    if first_instance != 0 && i128::from(attribute.offset) < i128::from(least) {
        let expected = Expected::AtLeast(least);
        reporter.found(location.field(Rule::FirstInstance, ValhallAttribute::OFFSET, expected));
    }
}
