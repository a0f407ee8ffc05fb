//! The kernels, run on a Vulkan driver, write the reference's words. Without a driver the tests print that
//! they are skipped.

#[path = "../words/attributes.rs"]
mod attributes;
#[path = "../words/cases.rs"]
mod cases;
mod functions;
#[path = "places.rs"]
mod patched;
#[path = "../words/places.rs"]
mod places;
mod proof;
mod robust;
mod words;

use mali_indirect::gpu::Gpu;

/// The device. `None`, with a message, if there is none.
fn gpu() -> Option<Gpu> {
    match Gpu::new() {
        Ok(gpu) => Some(gpu),
        Err(reason) => {
            eprintln!("skipped: {reason}. Debian's mesa-vulkan-drivers has one for CPUs");
            None
        }
    }
}
