use super::named::Named;
use super::nearest::Nearest;
use super::offset_start;
use super::threads::Threads;
use crate::check::division::is_power_of_two;
use crate::check::element_alignment;
use crate::check::finding::Expected;
use crate::check::format::check_format;
use crate::check::reporter::Reporter;
use crate::check::rule::Rule;
use crate::check::state::ReadAttribute;
use crate::decode::Descriptor;
use crate::descriptor::{Attribute, AttributeBuffer};
use crate::fetch::FetchMode;

/// Checks an attribute and the descriptor that it names, as the nearest draw has them.
pub(super) fn check(
    nearest: &Nearest<'_>,
    read: ReadAttribute<'_>,
    threads: &Threads,
    reporter: &mut Reporter<'_>,
) {
    let state = nearest.state();
    let attribute = nearest.attribute(read);
    let location = read.location(state.arch);
    let format = check_format(
        state.arch,
        location,
        Attribute::FORMAT,
        attribute.format,
        reporter,
    );
    let unnamed = |expected| {
        let field = Attribute::BUFFER_INDEX;
        location.field(Rule::BufferIndex, field, expected)
    };
    let Some(named) = Named::new(nearest, read) else {
        if let Some(expected) = state.expected_buffer_index(attribute.buffer_index) {
            reporter.found(unnamed(expected));
        }
        return;
    };
    match named.descriptor {
        Ok(Descriptor::AttributeBuffer(buffer)) => {
            if let Some(format) = format {
                // The address is aligned to 64 bytes. The offset includes the rest, which a descriptor cannot hold.
                let starts = [(location, Attribute::OFFSET)];
                let stride = (named.location(), AttributeBuffer::STRIDE);
                element_alignment::check(state.arch, format, &starts, stride, reporter);
            }
            let has_multiplier = matches!(buffer.mode, FetchMode::NpotDivisor { magic, .. } if is_power_of_two(magic));
            if has_multiplier && named.is_first(nearest) {
                let (rule, field) = (Rule::PotMode, AttributeBuffer::DIVISOR_D);
                reporter.found(named.location().field(rule, field, Expected::Other));
            }
            let fetch = offset_start::Fetch {
                read,
                attribute,
                named: &named,
                buffer,
                threads,
                format_size: format.map(|format| format.size),
            };
            fetch.check(nearest, reporter);
        }
        // An attribute with a rate steps through the elements of a buffer.
        Ok(Descriptor::VertexId(_) | Descriptor::InstanceId(_)) if read.rate.is_none() => {}
        _ => reporter.found(unnamed(Expected::Other)),
    }
}
