//! A table that ends too early is an error, wherever it ends.

use mali_instancing::Arch;
use mali_instancing::check::{Expected, Finding, Rule, Table};
use mali_instancing::descriptor::DecodeErrorKind;

use crate::draws::{Words, cubes, findings};

/// The first finding, and the number of words that it reports as missing from a descriptor.
fn first(words: &Words) -> Option<(Finding, Option<usize>)> {
    let finding = findings(&words.state()).into_iter().next()?;
    let missing = match finding.expected {
        Expected::Descriptor(DecodeErrorKind::Truncated { missing }) => Some(missing),
        _ => None,
    };
    Some((finding, missing))
}

#[test]
fn a_table_that_is_cut_within_a_descriptor_says_so() {
    for arch in Arch::ALL {
        let whole = cubes(*arch);
        let [buffer, attribute] = if arch.has_attribute_buffers() {
            [4, 2]
        } else {
            [8, 8]
        };
        let (buffers, attributes) = (whole.buffers.len(), whole.attributes.len());
        for length in (1..buffers).filter(|length| length % buffer != 0) {
            let cut = whole.changed(|words| words.buffers.truncate(length));
            let (finding, missing) = first(&cut).unwrap();
            assert_eq!(
                (finding.rule, finding.table),
                (Rule::Descriptor, Table::Buffers)
            );
            assert_eq!(
                (finding.word, missing),
                (length, Some(buffer - length % buffer))
            );
        }
        for length in (1..attributes).filter(|length| length % attribute != 0) {
            let cut = whole.changed(|words| words.attributes.truncate(length));
            let (finding, missing) = first(&cut).unwrap();
            assert_eq!(
                (finding.rule, finding.table),
                (Rule::Descriptor, Table::Attributes)
            );
            assert_eq!(
                (finding.word, missing),
                (length, Some(attribute - length % attribute))
            );
            assert_eq!(finding.attribute, Some(length / attribute));
        }
    }
}

#[test]
fn a_table_of_buffers_that_is_cut_between_descriptors_is_an_error() {
    for arch in Arch::ALL {
        let whole = cubes(*arch);
        for length in (0..whole.buffers.len()).filter(|length| length % 4 == 0) {
            let cut = whole.changed(|words| words.buffers.truncate(length));
            assert!(first(&cut).is_some(), "{arch}: {length}");
        }
    }
}

/// The last descriptor is read by an attribute, so it is not the one to fill with zeros.
#[test]
fn a_table_without_a_null_terminator_lacks_a_descriptor() {
    for arch in [Arch::V6, Arch::V7] {
        let cut = cubes(arch).changed(|words| words.buffers.truncate(words.buffers.len() - 4));
        let (finding, missing) = first(&cut).unwrap();
        assert_eq!((finding.rule, missing), (Rule::NullTerminator, Some(4)));
        assert_eq!(finding.word, cut.buffers.len());
    }
}
