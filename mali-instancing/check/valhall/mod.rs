//! The descriptors of V9 and later.
//!
//! `nearest.rs` searches for the right draws that the words are nearest to, by the ways in which `choice.rs` finds each
//! attribute right. An attribute has its own stride, mode and multiplier here. Attributes repeat only two statements of
//! each other: the stride of their buffer, and the table of the buffers. The counts are no words: `DrawState::counts`
//! has them, and they are taken to be right.
//!
//! `check` reports the statements that differ. Then it applies the other rules to each attribute that the shader reads,
//! with its words in the first of these draws: format, first instance, and with `buffer.rs` the buffer that it names
//! and the elements that it reads of it.

mod buffer;
mod choice;
mod nearest;

use core::num::NonZeroU32;

use super::division::{exact_divisor, is_power_of_two};
use super::finding::{Expected, Location};
use super::first_instance;
use super::format::check_format;
use super::reporter::Reporter;
use super::rule::Rule;
use super::state::{DrawState, ReadAttribute};
use crate::decode::{Descriptor, Kind, descriptors};
use crate::descriptor::{ValhallAttribute, ValhallAttributeFields, ValhallFetchMode};
use crate::fetch::InputRate;
pub(super) use nearest::Nearest;

/// Applies every rule to a draw.
pub(super) fn check(state: &DrawState<'_>, nearest: &Nearest<'_>, reporter: &mut Reporter<'_>) {
    nearest.report(reporter);
    for read in state.read_attributes() {
        if let Some(words) = nearest.words(read) {
            let words = &words;
            check_attribute(state, nearest, ReadAttribute { words, ..read }, reporter);
        }
    }
}

/// Checks an attribute, with the words that it has in the nearest draw.
fn check_attribute(
    state: &DrawState<'_>,
    nearest: &Nearest<'_>,
    read: ReadAttribute<'_>,
    reporter: &mut Reporter<'_>,
) {
    let location = read.location(state.arch);
    let decoded = match descriptors(state.arch, Kind::Attributes, read.words).next() {
        Some(Ok(decoded)) => decoded.descriptor,
        Some(Err(error)) => {
            reporter.found(location.undecodable(Rule::Descriptor, error));
            return;
        }
        None => return,
    };
    let Descriptor::ValhallAttribute(attribute) = decoded else {
        return;
    };
    let format = ValhallAttribute::FORMAT;
    let format = check_format(state.arch, location, format, attribute.format, reporter);
    if state.table.is_none() {
        reporter.not_checked(Rule::ResourceTable);
    }
    if matches!(attribute.mode, ValhallFetchMode::NpotDivisor(magic) if is_power_of_two(magic)) {
        let (rule, field) = (Rule::PotMode, ValhallAttribute::DIVISOR_D);
        reporter.found(location.field(rule, field, Expected::Other));
    }
    check_first_instance(state, read, attribute, location, reporter);
    let target = buffer::Fetch {
        read,
        attribute,
        format,
        is_first: &|| nearest.is_first(read.number, attribute.buffer_index),
    };
    target.check(state, reporter);
}

/// Notes an offset that cannot include the first instance. The driver may have moved the base instead.
fn check_first_instance(
    state: &DrawState<'_>,
    read: ReadAttribute<'_>,
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
        (_, ValhallFetchMode::PotDivisor(power)) => NonZeroU32::new(1 << power.divisor_r()),
        (_, ValhallFetchMode::NpotDivisor(magic)) => exact_divisor(magic),
        _ => None,
    };
    let offset = first_instance::PerInstance {
        attribute: location,
        field: ValhallAttribute::OFFSET,
        offset: attribute.offset.into(),
        // Per instance, offset enable is 0: no offset start is added, and none is subtracted.
        shift: 0,
        address: None,
        stride: attribute.stride,
        divisor,
    };
    offset.check(state, reporter);
}
