//! Where vertex and index data comes from, and what becomes of it.

mod conversion;
mod drawing;
mod fetch_format;
mod indices;
mod rules;
mod soft_driver;
mod streaming;

use proptest::prelude::ProptestConfig;

/// As many cases as the environment asks for, or so many.
fn cases(default: u32) -> ProptestConfig {
    match std::env::var_os("PROPTEST_CASES") {
        // Proptest reads it.
        Some(_) => ProptestConfig::default(),
        None => ProptestConfig::with_cases(default),
    }
}
