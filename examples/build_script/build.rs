//! Packs the draw of `draws.toml` when the package is built.

use mali_instancing_codegen::{BuildError, Language, build};

fn main() -> Result<(), BuildError> {
    build("draws.toml", Language::Rust).map(|_| ())
}
