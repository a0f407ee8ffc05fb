//! How often an attribute's element changes: the options and keys `rate` and `divisor`.

use mali_instancing::InputRate;

use super::choice::Choice;
use crate::error::{Rejected, reject};

/// How often an attribute's element changes, where that is said apart from the divisor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rate {
    /// An element per vertex.
    Vertex,
    /// An element per so many instances as the divisor says, one without it.
    Instance,
    /// One element for all: Vulkan's divisor 0.
    Constant,
}

impl Choice for Rate {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("vertex", Self::Vertex),
        ("instance", Self::Instance),
        ("constant", Self::Constant),
    ];
}

/// The rate that both come to. Without a `rate`, a divisor is GL's.
pub fn input_rate(rate: Option<Rate>, divisor: Option<u32>) -> Result<InputRate, Rejected> {
    match (rate, divisor) {
        (Some(Rate::Vertex), None | Some(0)) => Ok(InputRate::Vertex),
        (Some(Rate::Instance), divisor) => Ok(InputRate::instance(divisor.unwrap_or(1))?),
        (Some(Rate::Constant), None) => Ok(InputRate::Constant),
        (None, divisor) => Ok(InputRate::from_gl_divisor(divisor.unwrap_or(0))),
        (Some(rate @ (Rate::Vertex | Rate::Constant)), Some(divisor)) => {
            let rate = rate.name();
            let reason = format!(
                "{divisor} does not go with the rate `{rate}`, which has no divisor: leave it out"
            );
            Err(reject("divisor")(reason))
        }
    }
}
