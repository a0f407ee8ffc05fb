//! The words of indirect draws: the reference's are the core's and a driver's, and the OpenCL kernels' the
//! reference's.

mod attributes;
mod cases;
#[path = "../../../../tests/golden/mod.rs"]
mod golden;
mod golden_draws;
mod opencl;
mod reference;
