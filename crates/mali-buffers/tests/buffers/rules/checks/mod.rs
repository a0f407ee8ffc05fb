//! The bytes that may be read: nothing outside a buffer, however far, large or unknown a draw is.

mod bounds;
mod extremes;
mod far;
mod limits;
mod robust;
mod unchecked;
