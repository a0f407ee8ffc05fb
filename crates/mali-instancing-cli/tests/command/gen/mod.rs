//! `gen`: manifests of records, to every language.

mod asm;
mod bin;
mod build_scripts;
mod c;
mod kinds;
mod output;
mod records;
mod vertex_input;
mod vertex_input_errors;
