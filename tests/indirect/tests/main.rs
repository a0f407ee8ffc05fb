//! The kernels, run on a Vulkan driver, write the reference's words. Without a driver the tests print that
//! they are skipped.

#[path = "../../../crates/mali-indirect/tests/words/attributes.rs"]
mod attributes;
#[path = "../../../crates/mali-indirect/tests/words/cases.rs"]
mod cases;
mod functions;
#[path = "places.rs"]
mod patched;
#[path = "../../../crates/mali-indirect/tests/words/places.rs"]
mod places;
mod proof;
mod robust;
mod words;

use mali_indirect_verify::Gpu;

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
