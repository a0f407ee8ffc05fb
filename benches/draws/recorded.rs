//! The draws that drivers recorded, each once.

use mali_instancing::{Arch, InputRate};

use crate::case::{Case, Parts};
use crate::draw::BenchedDraw;
use crate::random::Random;
use crate::{gl, vulkan};

/// A few draws of each kind.
fn cases() -> impl Iterator<Item = Case> {
    let files = [
        gl::cases("driver/draws.csv", 1349),
        gl::cases("driver/draws-v10.csv", 61),
        vulkan::cases("driver/draws-vulkan.csv", 336),
    ];
    files.into_iter().flatten()
}

/// The draws with buffers, on V4 to V7 if `arch` is one of these, otherwise from V9 on. With `divisors`, those of the
/// applications are replaced.
pub(crate) fn draws(arch: Arch, divisors: Option<Random>) -> Vec<BenchedDraw> {
    draws_of(cases(), arch, divisors)
}

/// The same, and draws of V4 to V7 in which a divisor times the padded count does not fit 32 bits. The drivers packed
/// 8 % such draws, as many as are here; without these it is less than 1 %.
pub(crate) fn draws_with_products(arch: Arch) -> Vec<BenchedDraw> {
    let products = gl::cases("driver/draws-products.csv", 105);
    draws_of(cases().chain(products), arch, None)
}

fn draws_of(
    cases: impl Iterator<Item = Case>,
    arch: Arch,
    mut divisors: Option<Random>,
) -> Vec<BenchedDraw> {
    let cases = cases.filter(|case| {
        case.pipeline.arch.has_attribute_buffers() == arch.has_attribute_buffers()
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
            BenchedDraw::new(case.pipeline, case.counts, buffers, attributes, ranges)
                .unwrap_or_else(|error| panic!("{}: {error}", case.name))
        })
        .collect()
}
