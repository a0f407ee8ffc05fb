//! Where vertex and index data comes from.

mod streaming;
