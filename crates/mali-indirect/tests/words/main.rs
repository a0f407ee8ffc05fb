//! The words of indirect draws: the reference's are the core's, and the OpenCL kernels' the reference's.

mod cases;
mod opencl;
mod reference;
