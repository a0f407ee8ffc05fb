//! Registers in a language: Rust that depends on nothing, and a header for C from C99 on, and for C++.

use mali_instancing_codegen::TextError;
use mali_instancing_codegen::code::c::header::{check, header};
use mali_instancing_codegen::code::names::Rules;
use mali_instancing_codegen::code::{Naming, Prefix, RUST_COMMENT, notice};

use super::VaryingRegisters;
use super::placed::PlacedVarying;
use crate::output::append;
use crate::varyings::name;

const SUFFIXES: &[&str] = &["_REGISTER", "_COMPONENT", "_ELEMENTS"];

/// Each varying with its name in the code, and the places of its vectors, a line each.
fn named<'a>(
    packed: &'a VaryingRegisters<'_>,
    rules: &Rules,
    naming: Naming,
    [open, close]: [&str; 2],
) -> Result<Vec<(String, &'a PlacedVarying, String)>, TextError> {
    let in_text = packed.varyings.iter().map(|placed| &placed.name);
    let names = name::in_code(packed.source, in_text, rules, naming)?;
    let with_rows = |(name, placed): (String, &'a PlacedVarying)| {
        let row = |(register, component)| format!("    {open}{register}, {component}{close},\n");
        let places = placed.vectors();
        let rows = places.map(|(_, _, place)| row((place.register, place.component)));
        (name, placed, rows.collect::<Vec<_>>().concat())
    };
    Ok(names
        .into_iter()
        .zip(&packed.varyings)
        .map(with_rows)
        .collect())
}

pub(super) fn rust(packed: &VaryingRegisters<'_>, naming: Naming) -> Result<String, TextError> {
    let rules = name::rust(SUFFIXES);
    let mut text = notice(packed.source.name(), RUST_COMMENT);
    append!(text, "// {}.\n", packed.summary());
    for (name, placed, rows) in named(packed, &rules, naming, ["(", ")"])? {
        append!(
            text,
            "\n/// {}\npub const {name}_REGISTER: u32 = {};\n\
             /// 0 for x to 3 for w.\npub const {name}_COMPONENT: u32 = {};\n\
             /// {}\npub const {name}_ELEMENTS: [(u32, u32); {}] = [\n{rows}];\n",
            placed.sentence(),
            placed.placement.register(),
            placed.placement.component(),
            placed.vectors_sentence(),
            placed.vectors().count(),
        );
    }
    Ok(text)
}

/// Defines enumerators, because a constant variable is not a constant expression in C.
pub(super) fn c(packed: &VaryingRegisters<'_>, naming: Naming) -> Result<String, TextError> {
    let prefix = Prefix::of_varyings();
    let naming = naming.or_prefix(&prefix);
    let mut body = format!("\n/* {}. */\n", packed.summary());
    for (name, placed, rows) in named(packed, &name::c(SUFFIXES), naming, ["{", "}"])? {
        let vectors = placed.vectors().count();
        append!(
            body,
            "\n/* {} */\nenum {{ {name}_REGISTER = {}, {name}_COMPONENT = {} }};\n\
             /* {} */\nstatic const uint32_t {name}_ELEMENTS[{vectors}][2] = {{\n{rows}}};\n{}",
            placed.sentence(),
            placed.placement.register(),
            placed.placement.component(),
            placed.vectors_sentence(),
            // The check counts words: two for each vector.
            check(&format!("{name}_ELEMENTS"), 2 * vectors),
        );
    }
    Ok(header(packed.source.name(), naming, &body))
}
