//! What is known of a descriptor beside its words: counts that a driver compares.

use crate::code::identifier::upper_case;
use crate::code::names::Names;
use crate::descriptor::packed::Details;
use crate::error::TextError;
use crate::manifest::document::Name;
use crate::manifest::kind::Packed;

/// Each constant's name, what it is, and its value.
pub(super) struct Constants(pub(super) Vec<(String, &'static str, u32)>);

const PADDED_VERTICES: &str = "Threads of an instance: the vertices, padded.";
const HARDWARE_DIVISOR: &str = "Threads that share an element: the divisor of the hardware.";

impl Constants {
    pub(super) fn take<'a>(
        names: &mut Names<'a>,
        name: &'a Name,
        whole: &str,
        packed: &'a Packed,
    ) -> Result<Self, TextError> {
        let (padded, divisors) = match packed {
            Packed::Descriptor(descriptor) => match descriptor.details {
                Details::AttributeBuffer {
                    padded_vertices,
                    hardware_divisor,
                    ..
                } => (
                    Some(padded_vertices),
                    vec![(name, String::new(), hardware_divisor)],
                ),
                Details::Padded { padded_vertices } => (Some(padded_vertices), Vec::new()),
                Details::Mode { .. } | Details::Nothing {} => (None, Vec::new()),
            },
            Packed::VertexInput(input) => {
                let part = |part: &Name| format!("_BUFFER_{}", upper_case(&part.text));
                let buffers = input.buffers.iter().zip(&input.packed.hardware_divisors);
                let divisors = buffers.map(|(name, divisor)| (name, part(name), *divisor));
                (input.packed.padded_vertices, divisors.collect())
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
