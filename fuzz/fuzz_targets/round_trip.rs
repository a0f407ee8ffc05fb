//! Any descriptor and any draw: packed, decoded, packed again, and read by the reference model.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mali_instancing_fuzz::round_trip::RoundTrip;

fuzz_target!(|input: RoundTrip| input.check());
