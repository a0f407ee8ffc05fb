//! Whether the elements that an attribute reads are aligned to their components.

use super::finding::{Expected, Finding, Location};
use super::format::FetchedFormat;
use super::reporter::Reporter;
use super::rule::{Rule, Severity};
use crate::arch::Arch;
use crate::descriptor::Field;

/// A number of bytes, which is a part of an element's address.
pub(super) type Distance<'a> = (Location<'a>, Field);

/// Checks the numbers of bytes whose sum is the address of element 0, and the stride that each element adds.
pub(super) fn check(
    arch: Arch,
    format: FetchedFormat,
    starts: &[Distance<'_>],
    stride: Distance<'_>,
    reporter: &mut Reporter<'_>,
) {
    let is_read_right = arch.reads_unaligned() && format.is_read_unconverted;
    let severity = Severity::error_if(!is_read_right);
    let finding = |(location, field): Distance<'_>| {
        location.field(Rule::ElementAlignment, field, Expected::Other)
    };
    // A negative offset is found in 64 bits of two's complement. Alignments are powers of two, so that the remainder is
    // that of the offset, and a sum that wraps keeps its own.
    let is_aligned = |bytes: u64| bytes % u64::from(format.alignment) == 0;
    let mut check = |finding: Finding| {
        if !is_aligned(finding.found) {
            reporter.found(Finding {
                severity,
                ..finding
            });
        }
    };
    let found = starts.iter().map(|start| finding(*start).found);
    // An offset can make up for an address, which is right for one attribute of the buffer and wrong for another. Where
    // it does not, nothing shows which of two numbers is wrong.
    if !is_aligned(found.fold(0, u64::wrapping_add)) {
        for start in starts {
            check(finding(*start));
        }
    }
    check(finding(stride));
}
