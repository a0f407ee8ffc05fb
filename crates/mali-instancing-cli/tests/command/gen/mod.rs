//! `gen`: manifests of descriptors, to every language.

mod c;
mod pipeline;
mod vertex_input;
