//! The C interface of `mali-instancing`: what the headers of `include/` declare.
//!
//! A C program hands over structures, pointers and lengths; each is checked, and what cannot be right is an
//! error code with a text. Nothing is allocated. Every function does its work with the core: no arithmetic is
//! done here.
//!
//! This is the one library of the project with `unsafe` code, since a pointer of C's cannot be looked at otherwise.
//! `abi::arguments` says what C promises and checks every pointer, and nothing else follows one.

#![cfg_attr(panic = "abort", no_std)]
#![allow(non_camel_case_types, reason = "the names are C's")]

pub mod abi;
pub mod draws;
pub mod enums;
pub mod format;
pub mod inspect;
#[cfg(feature = "planner")]
pub mod planner;
#[cfg(test)]
mod tests;
#[cfg(feature = "varyings")]
pub mod varyings;

/// The core has no panic on a number from outside. If there is one after all, the program ends here, as by a compiler's
/// trap: a library that needs no other has no `abort` to call.
#[cfg(panic = "abort")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    abi::trap::trap()
}
