//! Any words, as every descriptor of every architecture, and in the reference model.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mali_instancing_fuzz::{decode, words};

fuzz_target!(|bytes: &[u8]| decode::check(&words(bytes)));
