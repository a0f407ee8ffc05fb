use super::buffer_index;
use super::built_in_id::{check_instance_id, check_vertex_id};
use super::fetch_mode::{self, ModeCheck};
use super::offset_start;
use super::table::{self, Named};
use super::threads::{Instancing, Threads};
use crate::check::element_alignment;
use crate::check::finding::{Expected, Finding};
use crate::check::format::check_format;
use crate::check::reporter::Reporter;
use crate::check::rule::Rule;
use crate::check::state::{DrawState, Read};
use crate::decode::Descriptor;
use crate::descriptor::{Attribute, AttributeBuffer, DecodeError, DecodeErrorKind};

/// Checks an attribute and the descriptor that it names.
pub(super) fn check(
    state: &DrawState<'_>,
    read: Read<'_>,
    threads: &Threads,
    reporter: &mut Reporter<'_>,
) {
    let attribute = table::fields(read);
    let location = read.location(state.arch);
    let format = check_format(
        state.arch,
        location,
        Attribute::FORMAT,
        attribute.format,
        reporter,
    );
    let Some(named) = buffer_index::check(state, read, reporter) else {
        return;
    };
    let check = ModeCheck {
        location: named.location(),
        threads,
        rate: read.rate,
    };
    let descriptor_type = AttributeBuffer::TYPE.get(&named.words);
    // An attribute with a rate steps through the elements of a buffer.
    let is_built_in = read.rate.is_none();
    let is = |value: u32| descriptor_type == Some(value.into());
    match named.descriptor {
        _ if is(AttributeBuffer::NPOT_DIVISOR) && named.number % 2 != 0 => {
            let rule = Rule::ContinuationPlace;
            reporter.found(location.field(rule, Attribute::BUFFER_INDEX, Expected::Other));
        }
        Ok(Descriptor::AttributeBuffer(buffer)) => {
            if let Some(format) = format {
                // The offset includes the part of the address that a descriptor cannot hold.
                let distances = [
                    (location, Attribute::OFFSET),
                    (named.location(), AttributeBuffer::STRIDE),
                ];
                element_alignment::check(state.arch, format, &distances, reporter);
            }
            if fetch_mode::check(state, &named, buffer, check, reporter) {
                let fetch = offset_start::Fetch {
                    read,
                    attribute,
                    named: &named,
                    buffer,
                    threads,
                    format_size: format.map(|format| format.size),
                };
                fetch.check(state, reporter);
            }
        }
        Ok(Descriptor::VertexId(modulus)) if is_built_in => {
            check_vertex_id(state, &named, modulus, threads, reporter);
        }
        Ok(Descriptor::InstanceId(magic)) if is_built_in => {
            check_instance_id(state, &named, magic, threads, reporter);
        }
        Ok(_) => {
            let rule = Rule::BufferIndex;
            reporter.found(location.field(rule, Attribute::BUFFER_INDEX, Expected::Other));
        }
        Err(error) if named.is_first(state) => reporter.found(undecodable(&named, check, error)),
        Err(_) => {}
    }
}

/// The finding for words that are not a descriptor: either only their type is wrong, or more.
fn undecodable(named: &Named, check: ModeCheck<'_>, error: DecodeError) -> Finding {
    if let Some(finding) = check.wrong_type(named) {
        return finding;
    }
    match (error.kind, check.threads.instancing()) {
        (DecodeErrorKind::Continuation | DecodeErrorKind::Truncated { .. }, _) => {
            named.location().undecodable(Rule::Continuation, error)
        }
        (DecodeErrorKind::ZeroDivisor, _) => {
            named.location().undecodable(Rule::HardwareDivisor, error)
        }
        (DecodeErrorKind::PaddedCount, Some(Instancing::Several(padded))) => {
            let expected = Expected::Value((padded.odd() / 2).into());
            (named.location()).field(Rule::Modulus, AttributeBuffer::DIVISOR_P, expected)
        }
        _ => named.location().undecodable(Rule::Descriptor, error),
    }
}
