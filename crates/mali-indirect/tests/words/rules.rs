//! The shaders' rules and rates have the numbers of the C interface, so that a driver in C can pass its own on.

use std::fs;
use std::path::Path;

use mali_indirect::{Language, functions};

#[test]
fn rules_and_rates_have_the_numbers_of_c() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let header = folder.join("../mali-instancing-ffi/include/mali_inst.h");
    let header = fs::read_to_string(header).unwrap();
    let shader = functions(Language::Wgsl);
    let mut count = 0;
    for line in header.lines() {
        let Some((name, number)) = line.trim().trim_end_matches(',').split_once(" = ") else {
            continue;
        };
        let is_shared = ["PADDING_", "ROUNDING_", "RATE_"]
            .iter()
            .any(|kind| name.starts_with(&format!("MALI_INST_{kind}")));
        if is_shared {
            let constant = format!("const {name}: u32 = {number}u;");
            assert!(shader.contains(&constant), "{constant}");
            count += 1;
        }
    }
    assert_eq!(count, 3 + 2 + 3);
}
