//! The words of indirect draws: the reference writes the words of the core and of a driver, and the OpenCL kernels
//! write those of the reference.

mod attributes;
mod cases;
#[path = "../../../../tests/golden/mod.rs"]
mod golden;
mod golden_draws;
mod header;
mod header_in_c;
mod opencl;
mod places;
#[cfg(unix)]
mod reads;
mod reference;
mod rules;
