//! `gen`: manifests of descriptors, to every language.

mod asm;
mod bin;
mod build_scripts;
mod c;
mod kinds;
mod output;
mod patching;
mod rust;
mod sharing;
mod tables;
mod vertex_input;
