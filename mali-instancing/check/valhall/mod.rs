//! The records of V9 and later.

mod buffer;
mod fetch_mode;
mod stride;

use super::format::judge_format;
use super::rule::Rule;
use super::sink::Sink;
use super::state::{DrawState, Read};
use crate::check::finding::Expected;
use crate::decode::{Kind, Record, records};
use crate::descriptor::ValhallAttribute;

/// Applies every rule to a draw.
pub(super) fn judge(state: &DrawState<'_>, sink: &mut Sink<'_>) {
    for read in state.read() {
        judge_attribute(state, read, sink);
    }
}

fn judge_attribute(state: &DrawState<'_>, read: Read<'_>, sink: &mut Sink<'_>) {
    let place = read.place(state.arch);
    let decoded = match records(state.arch, Kind::Attributes, read.words).next() {
        Some(Ok(decoded)) => decoded.record,
        Some(Err(error)) => {
            sink.found(fetch_mode::fault(read, place, error));
            return;
        }
        None => return,
    };
    let Record::ValhallAttribute(attribute) = decoded else {
        return;
    };
    let format = ValhallAttribute::FORMAT;
    let format_size = judge_format(state.arch, place, format, attribute.format, sink);
    match state.table {
        Some(table) if table != attribute.table => {
            let expected = Expected::Value(table.into());
            sink.found(place.field(Rule::ResourceTable, ValhallAttribute::TABLE, expected));
            return;
        }
        Some(_) => {}
        None => sink.not_checked(Rule::ResourceTable),
    }
    stride::judge(state, read, attribute, sink);
    let fits = fetch_mode::judge(state, read, attribute.mode, sink);
    let target = buffer::Target {
        read,
        attribute,
        format_size,
        fits,
    };
    target.judge(state, sink);
}
