//! A header for C from C99 on, and for C++.

use std::fmt::Write;
use std::path::Path;

use super::names::{Rules, names};
use super::{notice, word_list};
use crate::failure::Failure;
use crate::manifest::{Manifest, NamedRecord};
use crate::output;

const RULES: Rules = Rules {
    noun: "a C name",
    reserved,
};

/// The check's own names have lower-case letters, which a record's name has not. It mentions every
/// array, so that no compiler calls one unused where the header is merely included.
const CHECK: &str = "\
#include <stdint.h>

#if defined(__cplusplus) && __cplusplus >= 201103L
#define mali_instancing_check(name, words) \\
    static_assert(sizeof(name) == 4 * (words), #name \" is not \" #words \" words of 32 bits\")
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define mali_instancing_check(name, words) \\
    _Static_assert(sizeof(name) == 4 * (words), #name \" is not \" #words \" words of 32 bits\")
#else
#define mali_instancing_check(name, words) \\
    typedef char mali_instancing_check_##name[sizeof(name) == 4 * (words) ? 1 : -1]
#endif
";

/// The guard is named after the header, or after the manifest where the header has no name.
pub(super) fn emit(
    manifest: &Manifest,
    records: &[NamedRecord],
    output: Option<&Path>,
) -> Result<String, Failure> {
    let names = names(&RULES, manifest, records)?;
    let guard = guard(
        &match output::file(output).and_then(Path::file_name) {
            Some(file_name) => file_name.to_string_lossy().into_owned(),
            None => Path::new(manifest.file_name())
                .with_extension("h")
                .display()
                .to_string(),
        },
        &names,
    );
    let mut text = format!(
        "/* {} */\n\n#ifndef {guard}\n#define {guard}\n\n{CHECK}",
        notice(manifest)
    );
    for (name, NamedRecord { record, .. }) in names.iter().zip(records) {
        let count = record.words.len();
        write!(
            text,
            "\n/* {} */\nstatic const uint32_t {name}[{count}] = {{\n    {},\n}};\n\
             mali_instancing_check({name}, {count});\n",
            record.sentence(),
            word_list(&record.words)
        )
        .expect("a String takes any text");
    }
    text.push_str("\n#undef mali_instancing_check\n\n#endif\n");
    Ok(text)
}

/// A macro's name that only headers of one file name share. Letters beyond ASCII stand as their
/// code points.
fn guard(file_name: &str, taken: &[String]) -> String {
    let mut guard = "MALI_INSTANCING".to_owned();
    let mut pending = true;
    for character in file_name.chars() {
        if character.is_ascii() && !character.is_ascii_alphanumeric() {
            pending = true;
            continue;
        }
        if pending {
            guard.push('_');
            pending = false;
        }
        if character.is_ascii() {
            guard.push(character.to_ascii_uppercase());
        } else {
            write!(guard, "U{:04X}", u32::from(character)).expect("a String takes any text");
        }
    }
    while taken.contains(&guard) {
        guard.push_str("_INCLUDED");
    }
    guard
}

/// Every keyword has a lower-case letter. What is left are the names of the implementation and the
/// macros that `<stdint.h>` has or may have.
fn reserved(name: &str) -> Option<&'static str> {
    let begins = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    let ends = |suffixes: &[&str]| suffixes.iter().any(|suffix| name.ends_with(suffix));
    if begins(&["_"]) {
        Some("C and C++ keep names that begin with _ for the compiler and its library")
    } else if name.contains("__") {
        Some("C++ keeps names with __ for the compiler and its library")
    } else if begins(&["INT", "UINT"]) && ends(&["_MIN", "_MAX", "_WIDTH", "_C"])
        || begins(&["PTRDIFF_", "SIG_ATOMIC_", "SIZE_", "WCHAR_", "WINT_"])
            && ends(&["_MIN", "_MAX", "_WIDTH"])
    {
        Some("<stdint.h> keeps such names for its macros")
    } else {
        None
    }
}
