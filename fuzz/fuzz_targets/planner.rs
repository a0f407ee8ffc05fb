//! Any bytes as the seeds of a program of draws.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mali_instancing_fuzz::planner;

fuzz_target!(|bytes: &[u8]| planner::check(bytes));
