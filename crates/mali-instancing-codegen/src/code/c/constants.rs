//! What is known of a descriptor beside its words: counts that a driver compares.

use crate::code::identifier::upper_case;
use crate::code::names::{Named, Names};
use crate::error::TextError;
use crate::pack::Name;
use crate::pack::Words;

/// Each constant's name, what it is, and its value.
pub(super) struct Constants(pub(super) Vec<(String, &'static str, u32)>);

const PADDED_VERTICES: &str = "Threads of an instance: the vertices, padded.";
const HARDWARE_DIVISOR: &str = "Threads that share an element: the divisor of the hardware.";

impl Constants {
    pub(super) fn take<'a>(
        names: &mut Names<'a, Name<'a>>,
        name: &'a Name<'a>,
        whole: &str,
        words: &'a Words<'a>,
    ) -> Result<Self, TextError> {
        let (padded, divisors) = match words {
            Words::Descriptor(descriptor) => {
                let divisor = descriptor.hardware_divisor.flatten();
                (
                    descriptor.padded_vertices,
                    vec![(name, String::new(), divisor)],
                )
            }
            Words::VertexInput(input) => {
                let part = |part: &Name| format!("_BUFFER_{}", upper_case(part.text()));
                let buffers = input.buffers.iter().zip(input.packed.hardware_divisors());
                let divisors = buffers.map(|(name, divisor)| (name, part(name), divisor));
                (input.packed.padded_vertices(), divisors.collect())
            }
        };
        let mut constants = Vec::new();
        if let Some(padded) = padded {
            let made = names.add_made(name, format!("{whole}_PADDED_VERTICES"))?;
            constants.push((made, PADDED_VERTICES, padded));
        }
        for (name, part, divisor) in divisors {
            if let Some(divisor) = divisor {
                let made = names.add_made(name, format!("{whole}{part}_HARDWARE_DIVISOR"))?;
                constants.push((made, HARDWARE_DIVISOR, divisor));
            }
        }
        Ok(Self(constants))
    }
}
