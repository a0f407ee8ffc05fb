//! The draws that drivers recorded, each once.

use mali_instancing::{Arch, InputRate};

use crate::case::Parts;
use crate::draw::Draw;
use crate::random::Random;
use crate::{gl, vulkan};

/// The draws with buffers, on V4 to V7 if `arch` is one of these, otherwise from V9 on. With `divisors`, those of the
/// applications are replaced.
pub(crate) fn draws(arch: Arch, mut divisors: Option<Random>) -> Vec<Draw> {
    let files = [
        gl::cases("driver/draws.csv", 1349),
        gl::cases("driver/draws-v10.csv", 61),
        vulkan::cases("driver/draws-vulkan.csv", 336),
    ];
    let cases = files.into_iter().flatten().filter(|case| {
        case.call.arch.has_attribute_buffers() == arch.has_attribute_buffers()
            && !case.buffers.is_empty()
    });
    cases
        .map(|case| {
            let Parts {
                mut buffers,
                attributes,
                ranges,
                ..
            } = case.parts();
            for buffer in &mut buffers {
                if let (InputRate::Instance { .. }, Some(random)) = (buffer.rate, &mut divisors) {
                    buffer.rate = InputRate::from_gl_divisor(random.up_to(1000));
                }
            }
            Draw::new(case.call, buffers, attributes, ranges)
                .unwrap_or_else(|error| panic!("{}: {error}", case.name))
        })
        .collect()
}
