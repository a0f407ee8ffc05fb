//! Any bytes as a manifest, in both notations and for every language; and as a script of draws.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mali_instancing_fuzz::{manifest, plan};

fuzz_target!(|bytes: &[u8]| {
    manifest::check(bytes);
    plan::check(bytes);
});
