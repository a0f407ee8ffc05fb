//! Any varyings, placed in memory and in registers.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mali_instancing_fuzz::varyings::Placement;

fuzz_target!(|input: Placement| input.check());
