//! Rust that depends on nothing.

use std::fmt::Write;

use super::packed::PackedVaryings;
use crate::document::NameInText;
use mali_instancing_codegen::Source;
use mali_instancing_codegen::TextError;
use mali_instancing_codegen::code::Naming;
use mali_instancing_codegen::code::names::{Rules, names};
use mali_instancing_codegen::code::notice;

const RULES: Rules = Rules {
    noun: "a Rust name",
    suffixes: &["_REGISTER", "_COMPONENT", "_ELEMENTS"],
    // Every keyword has a lower-case letter.
    reserved: |_| None,
};

pub(super) fn emit(
    source: &Source,
    packed: &PackedVaryings,
    naming: Naming,
) -> Result<String, TextError> {
    let mut text = format!("// {}\n// {}.\n", notice(source.name()), packed.summary());
    let in_text = packed.varyings.iter().map(|placed| NameInText {
        source,
        name: &placed.name,
    });
    let in_text: Vec<_> = in_text.collect();
    let names = names(&RULES, naming, &in_text)?;
    for (name, placed) in names.iter().zip(&packed.varyings) {
        write!(
            text,
            "\n/// {}\npub const {name}_REGISTER: u32 = {};\n\
             /// 0 for x to 3 for w.\npub const {name}_COMPONENT: u32 = {};\n\
             /// {}\npub const {name}_ELEMENTS: [(u32, u32); {}] = [\n",
            placed.sentence(),
            placed.placement.register(),
            placed.placement.component(),
            placed.vectors_sentence(),
            placed.vectors().count()
        )
        .expect("a String takes any text");
        for (_, _, place) in placed.vectors() {
            let first = place.first;
            writeln!(text, "    ({}, {}),", first.register, first.component)
                .expect("a String takes any text");
        }
        text.push_str("];\n");
    }
    Ok(text)
}
