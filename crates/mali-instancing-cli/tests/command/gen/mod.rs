//! `gen`: manifests of descriptors, to every language.

mod c;
mod vertex_input;
