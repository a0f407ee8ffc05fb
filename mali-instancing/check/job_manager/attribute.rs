use super::built_in_id::{judge_instance_id, judge_vertex_id};
use super::fetch_mode::{self, Judge};
use super::offset_start;
use super::table::{self, Named};
use super::threads::{Instancing, Threads};
use crate::check::finding::{Expected, Finding};
use crate::check::format::judge_format;
use crate::check::rule::Rule;
use crate::check::sink::Sink;
use crate::check::state::{DrawState, Read};
use crate::decode::Record;
use crate::descriptor::{
    Attribute, AttributeBuffer, CONTINUATION, DecodeError, Fault, OTHER_DIVISOR,
};

/// Judges an attribute and the record that it names.
pub(super) fn judge(state: &DrawState<'_>, read: Read<'_>, threads: &Threads, sink: &mut Sink<'_>) {
    let attribute = table::fields(read);
    let place = read.place(state.arch);
    let format_size = judge_format(state.arch, place, Attribute::FORMAT, attribute.format, sink);
    let unnamed = |expected| place.field(Rule::BufferIndex, Attribute::BUFFER_INDEX, expected);
    let Some(named) = Named::new(state, read) else {
        let records = state.buffers.len() / table::RECORD_WORDS;
        sink.found(unnamed(Expected::AtMost(records.saturating_sub(1) as u64)));
        return;
    };
    let judge = Judge {
        place: named.place(),
        threads,
        rate: read.rate,
    };
    let record_type = AttributeBuffer::TYPE.get(&named.words);
    // What has a rate steps through the elements of a buffer.
    let is_built_in = read.rate.is_none();
    let is = |value: u32| record_type == Some(value.into());
    match named.record {
        _ if is(CONTINUATION.number) => {
            sink.found(unnamed(Expected::Value(
                (named.number as u64).saturating_sub(1),
            )));
        }
        _ if is(OTHER_DIVISOR.number) && named.number % 2 != 0 => {
            let rule = Rule::ContinuationPlace;
            sink.found(place.field(rule, Attribute::BUFFER_INDEX, Expected::Other));
        }
        Ok(Record::AttributeBuffer(buffer)) => {
            if fetch_mode::judge(state, &named, buffer, judge, sink) {
                let fetch = offset_start::Fetch {
                    read,
                    attribute,
                    named: &named,
                    buffer,
                    threads,
                    format_size,
                };
                fetch.judge(state, sink);
            }
        }
        Ok(Record::VertexId(modulus)) if is_built_in => {
            judge_vertex_id(state, &named, modulus, threads, sink);
        }
        Ok(Record::InstanceId(magic)) if is_built_in => {
            judge_instance_id(state, &named, magic, threads, sink);
        }
        Ok(_) => sink.found(unnamed(Expected::Other)),
        Err(error) if named.is_first(state) => sink.found(fault(&named, judge, error)),
        Err(_) => {}
    }
}

/// Words that are no record: right in all but their type, or wrong in themselves.
fn fault(named: &Named, judge: Judge<'_>, error: DecodeError) -> Finding {
    if let Some(finding) = judge.wrong_type(named) {
        return finding;
    }
    match (error.fault, judge.threads.instancing()) {
        (Fault::Continuation | Fault::Truncated { .. }, _) => {
            named.place().fault(Rule::Continuation, error)
        }
        (Fault::ZeroDivisor, _) => named.place().fault(Rule::HardwareDivisor, error),
        (Fault::PaddedCount, Some(Instancing::Several(padded))) => {
            let expected = Expected::Value((padded.odd() / 2).into());
            (named.place()).field(Rule::Modulus, AttributeBuffer::DIVISOR_P, expected)
        }
        _ => named.place().fault(Rule::Record, error),
    }
}
