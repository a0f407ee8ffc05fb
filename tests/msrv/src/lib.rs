//! This crate has only tests: see `Cargo.toml`.
