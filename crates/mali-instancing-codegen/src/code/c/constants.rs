//! The numbers of a descriptor besides its words: counts that a driver compares.

use crate::code::identifier::upper_case;
use crate::code::names::{Named, Names};
use crate::error::TextError;
use crate::pack::{Name, NamedDescriptor, Words};

const PADDED_VERTICES: &str = "Threads of an instance: the padded number of vertices.";
const WORDS_NEEDED: &str =
    "The number of words of both tables. If it depends on a draw's counts, the largest.";
const HARDWARE_DIVISOR: &str = "Threads that share an element: the divisor of the hardware.";

/// Each constant's name, its meaning, and its value.
pub(super) fn constants<'a>(
    names: &mut Names<'a, Name<'a>>,
    descriptor: &'a NamedDescriptor<'a>,
    whole: &str,
) -> Result<Vec<(String, &'static str, u32)>, TextError> {
    let name = &descriptor.name;
    let (padded, divisors) = match &descriptor.words {
        Words::Descriptor(packed) => {
            // The outer `None` is a kind of descriptor that never divides, and the inner one a mode that does not.
            let divisor = packed.hardware_divisor.flatten();
            (packed.padded_vertices, vec![(name, String::new(), divisor)])
        }
        Words::VertexInput(packed) => {
            let buffers = descriptor.buffers.iter().zip(packed.hardware_divisors());
            let made = |name: &Name| format!("_BUFFER_{}", upper_case(name.text()));
            let divisors = buffers.map(|(name, divisor)| (name, made(name), divisor));
            (packed.padded_vertices(), divisors.collect())
        }
        Words::Pipeline(packed) => {
            let made = names.add_made(name, format!("{whole}_WORDS_NEEDED"))?;
            return Ok(vec![(made, WORDS_NEEDED, packed.words_needed as u32)]);
        }
    };
    let padded =
        padded.map(|padded| (name, "_PADDED_VERTICES".to_owned(), PADDED_VERTICES, padded));
    let divisors = divisors.into_iter().filter_map(|(name, part, divisor)| {
        Some((name, part + "_HARDWARE_DIVISOR", HARDWARE_DIVISOR, divisor?))
    });
    let constants = padded.into_iter().chain(divisors);
    let with_names = constants.map(|(name, made, sentence, value)| {
        let made = names.add_made(name, whole.to_owned() + &made)?;
        Ok((made, sentence, value))
    });
    with_names.collect()
}
