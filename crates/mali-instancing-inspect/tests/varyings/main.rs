//! Varyings in registers and in memory: numbers from arithmetic and from a driver, and what is refused.

#[path = "../../../mali-instancing-codegen/tests/generated/edits.rs"]
mod edits;
mod memory;
mod registers;

use mali_instancing_codegen::Source;

fn manifest(text: impl Into<String>) -> Source {
    Source::new("cube.toml", text.into().into_bytes()).unwrap()
}
