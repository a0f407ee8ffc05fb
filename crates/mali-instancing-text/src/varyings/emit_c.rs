//! A header for C from C99 on, and for C++.

use std::fmt::Write;

use super::C_PREFIX;
use super::packed::PackedVaryings;
use crate::code::header::{check, header, reserved};
use crate::code::names::{Rules, names};
use crate::error::TextError;
use crate::notation::source::Source;

const RULES: Rules = Rules {
    noun: "a C name",
    suffixes: &["_REGISTER", "_COMPONENT", "_ELEMENTS"],
    reserved,
};

/// Enumerators, because C takes no constant variable for a constant expression.
pub(super) fn emit(
    source: &Source,
    packed: &PackedVaryings,
    header_name: Option<&str>,
) -> Result<String, TextError> {
    let names = names(
        &RULES,
        source,
        packed.varyings.iter().map(|placed| &placed.name),
    )?;
    let mut body = format!("\n/* {}. */\n", packed.summary());
    let names: Vec<_> = names
        .iter()
        .map(|name| format!("{C_PREFIX}{name}"))
        .collect();
    for (name, placed) in names.iter().zip(&packed.varyings) {
        let vectors = placed.vectors().count();
        write!(
            body,
            "\n/* {} */\nenum {{ {name}_REGISTER = {}, {name}_COMPONENT = {} }};\n\
             /* {} */\nstatic const uint32_t {name}_ELEMENTS[{vectors}][2] = {{\n",
            placed.sentence(),
            placed.location.register(),
            placed.location.component(),
            placed.vectors_sentence(),
        )
        .expect("a String takes any text");
        for (_, _, place) in placed.vectors() {
            let first = place.first;
            writeln!(body, "    {{{}, {}}},", first.register, first.component)
                .expect("a String takes any text");
        }
        body.push_str("};\n");
        body.push_str(&check(&format!("{name}_ELEMENTS"), 2 * vectors));
    }
    let taken: Vec<_> = names
        .iter()
        .flat_map(|name| {
            RULES
                .suffixes
                .iter()
                .map(move |suffix| format!("{name}{suffix}"))
        })
        .collect();
    Ok(header(source, header_name, &taken, &body))
}
