//! Any bytes as shaders whose varyings are linked.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| mali_instancing_fuzz::shader::check(bytes));
