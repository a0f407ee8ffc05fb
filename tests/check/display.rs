//! The text of a finding.

use mali_instancing::Arch;
use mali_instancing::check::Table;

use crate::draws::{Words, cubes, findings};

fn written(change: impl FnOnce(&mut Words)) -> String {
    findings(&cubes(Arch::V7).changed(change).state())[0].to_string()
}

#[test]
fn a_finding_says_what_stands_where_and_what_should() {
    assert_eq!(
        written(|words| words.buffers[1] = 0x8400_0000),
        "nearest-draw: buffers, word 1, divisor R: 0x4 should be 0x3"
    );
    assert_eq!(
        written(|words| words.buffers[3] = 1400),
        "out-of-bounds: buffers, word 3, size: 0x578 should be at least 0x5fc"
    );
    assert_eq!(
        written(|words| words.attributes[2] |= 0x1ff),
        "nearest-draw: attributes, word 2, buffer index: 0x1ff should be 0x2"
    );
    // 70 vertices do not fit 64 threads, whose form in the field is 0x06.
    assert_eq!(
        written(|words| words.draw = Some([0x0006_0000, 7])),
        "nearest-draw: draw, word 0, instance size: 64 (1·2^6) should be 72 (9·2^3)"
    );
    assert_eq!(
        written(|words| words.buffers[0] &= 0x3f),
        "unpatched: buffers, word 0, pointer: 0x0"
    );
    assert_eq!(
        written(|words| words.buffers[14] = 1),
        "nearest-draw: buffers, word 14: 0x1 should be 0x0"
    );
}

#[test]
fn parts_have_names() {
    for table in Table::ALL {
        assert_eq!(Table::from_name(table.name()), Some(*table));
    }
}
