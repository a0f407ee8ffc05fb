//! What is remembered from draw to draw, and what is not.

mod abandoned;
mod counters;
mod unchanged;
mod volatile;
