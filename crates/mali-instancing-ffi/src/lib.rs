//! The C interface of `mali-instancing`: what `include/mali_instancing.h` declares.
//!
//! A C program hands over structures, pointers and lengths; each is checked, and what cannot be right is an
//! error code with a text. Nothing is allocated. Every function does its work with the core: no arithmetic is
//! done here.
//!
//! This is the one library of the project with `unsafe` code, since a pointer of C's cannot be looked at otherwise.
//! `given` checks every pointer, and nothing else follows one.

#![cfg_attr(panic = "abort", no_std)]
#![allow(non_camel_case_types, reason = "the names are C's")]

pub mod attribute_buffer;
pub mod check;
pub mod decode;
pub mod draw;
pub mod format;
mod given;
pub mod indices;
mod kept;
#[cfg(all(test, feature = "planner"))]
mod layout;
#[cfg(feature = "planner")]
pub mod planner;
pub mod status;
pub mod terms;
mod text;
pub mod vertex_input;

/// The core has no panic on a number from outside. If there is one after all, the program stops here.
#[cfg(panic = "abort")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {
        core::hint::spin_loop();
    }
}
#[cfg(test)]
mod tests;
