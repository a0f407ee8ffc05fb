//! Any varyings, placed in memory and in registers.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mali_instancing_fuzz::varyings::Input;

fuzz_target!(|input: Input| input.check());
