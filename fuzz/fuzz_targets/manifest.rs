//! Any bytes as a manifest, in both notations, to every language.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mali_instancing_fuzz::manifest;

fuzz_target!(|bytes: &[u8]| manifest::check(bytes));
