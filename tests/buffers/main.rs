//! Where vertex and index data comes from, and what becomes of it.

mod components;
mod conversion;
mod indices;
mod line_loops;
mod reading;
mod rules;
mod soft_driver;
mod streaming;
