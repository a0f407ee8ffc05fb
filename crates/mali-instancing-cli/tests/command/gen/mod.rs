//! `gen`: manifests of records, to every language.

mod asm;
mod bin;
mod build_scripts;
mod c;
mod kinds;
mod output;
mod patching;
mod records;
mod sharing;
mod tables;
mod vertex_input;
mod vertex_input_errors;
