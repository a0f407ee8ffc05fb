//! The sources of vertex and index data, and the data that a draw gets.

mod calls;
mod conversion;
mod drawing;
mod indices;
mod programs;
mod rules;
mod soak;
mod soft_driver;
mod streaming;

use proptest::prelude::ProptestConfig;

/// The number of cases in the environment, or else this number.
fn cases(default: u32) -> ProptestConfig {
    match std::env::var_os("PROPTEST_CASES") {
        // Proptest reads the variable itself.
        Some(_) => ProptestConfig::default(),
        None => ProptestConfig::with_cases(default),
    }
}
