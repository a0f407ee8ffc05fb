//! Whether the elements that an attribute reads are aligned to their components.

use super::finding::{Expected, Finding, Location};
use super::format::FetchedFormat;
use super::reporter::Reporter;
use super::rule::{Rule, Severity};
use crate::arch::Arch;
use crate::descriptor::Field;

/// Checks each of the numbers of bytes whose sum is an element's address: an offset, a stride and an address.
pub(super) fn check(
    arch: Arch,
    format: FetchedFormat,
    distances: &[(Location<'_>, Field)],
    reporter: &mut Reporter<'_>,
) {
    let severity = if arch.reads_unaligned() && format.is_read_unconverted {
        Severity::Note
    } else {
        Severity::Error
    };
    for (location, field) in distances {
        let finding = location.field(Rule::ElementAlignment, *field, Expected::Other);
        // A negative offset is found in 64 bits of two's complement. Alignments are powers of two, so that the
        // remainder is that of the offset.
        if finding.found % u64::from(format.alignment) != 0 {
            reporter.found(Finding {
                severity,
                ..finding
            });
        }
    }
}
