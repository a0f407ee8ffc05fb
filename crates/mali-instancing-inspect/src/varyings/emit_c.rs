//! A header for C from C99 on, and for C++.

use std::fmt::Write;

use super::packed::PackedVaryings;
use crate::document::NameInText;
use mali_instancing_codegen::Source;
use mali_instancing_codegen::TextError;
use mali_instancing_codegen::code::c::header::{check, header};
use mali_instancing_codegen::code::c::reserved::reserved;
use mali_instancing_codegen::code::names::{Rules, names};
use mali_instancing_codegen::code::{Naming, Prefix};

const RULES: Rules = Rules {
    noun: "a C name",
    suffixes: &["_REGISTER", "_COMPONENT", "_ELEMENTS"],
    reserved,
};

/// Enumerators, because C takes no constant variable for a constant expression.
pub(super) fn emit(
    source: &Source,
    packed: &PackedVaryings,
    naming: Naming,
) -> Result<String, TextError> {
    let prefix = Prefix::of_varyings();
    let naming = naming.or_prefix(&prefix);
    let in_text = packed.varyings.iter().map(|placed| NameInText {
        source,
        name: &placed.name,
    });
    let in_text: Vec<_> = in_text.collect();
    let names = names(&RULES, naming, &in_text)?;
    let mut body = format!("\n/* {}. */\n", packed.summary());
    for (name, placed) in names.iter().zip(&packed.varyings) {
        let vectors = placed.vectors().count();
        write!(
            body,
            "\n/* {} */\nenum {{ {name}_REGISTER = {}, {name}_COMPONENT = {} }};\n\
             /* {} */\nstatic const uint32_t {name}_ELEMENTS[{vectors}][2] = {{\n",
            placed.sentence(),
            placed.placement.register(),
            placed.placement.component(),
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
    Ok(header(source.name(), naming, &body))
}
