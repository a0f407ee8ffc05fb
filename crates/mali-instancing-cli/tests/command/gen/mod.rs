//! `gen`: manifests of descriptors, to every language.

mod asm;
mod bin;
mod build_scripts;
mod c;
mod descriptors;
mod kinds;
mod output;
mod patching;
mod sharing;
mod tables;
mod vertex_input;
mod vertex_input_errors;
