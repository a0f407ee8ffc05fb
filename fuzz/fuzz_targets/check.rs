//! Any bytes as a dump.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mali_instancing_fuzz::check;

fuzz_target!(|bytes: &[u8]| check::check(bytes));
