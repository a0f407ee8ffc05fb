//! `gen`: manifests of descriptors, to every language.

mod bin;
mod c;
mod kinds;
mod output;
mod patching;
mod sharing;
mod vertex_input;
