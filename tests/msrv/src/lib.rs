//! Tests only: see `Cargo.toml`.
