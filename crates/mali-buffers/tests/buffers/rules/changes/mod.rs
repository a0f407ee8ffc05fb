//! The state that is kept from draw to draw, and the state that is not.

mod bindings;
mod counters;
mod unchanged;
mod volatile;
