//! The bytes that may be read: no bytes outside a buffer, for draws that are far, large or unknown.

mod bounds;
mod extremes;
mod far;
mod limits;
mod robust;
mod unchecked;
