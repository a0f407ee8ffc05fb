//! The code that a manifest has, and the manifests that have none.

#![cfg(feature = "json")]

mod edits;
mod kernels;
mod mistakes;
mod rows;
mod words;
