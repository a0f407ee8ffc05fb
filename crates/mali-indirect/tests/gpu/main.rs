//! The kernels, run on a Vulkan driver: their words are the reference's. Without a driver the tests say that
//! they skip.

#[path = "../words/attributes.rs"]
mod attributes;
#[path = "../words/cases.rs"]
mod cases;
mod functions;
mod proof;
mod robust;
mod words;

use mali_indirect::gpu::Gpu;

/// The device, or nothing and a word about it.
fn gpu() -> Option<Gpu> {
    match Gpu::new() {
        Ok(gpu) => Some(gpu),
        Err(reason) => {
            eprintln!("skipped: {reason}. Debian's mesa-vulkan-drivers has one for CPUs");
            None
        }
    }
}
