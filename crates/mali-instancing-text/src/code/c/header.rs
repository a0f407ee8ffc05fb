//! What every generated header has: a notice, a guard, and a check of its arrays' sizes.

use std::fmt::Write;
use std::path::Path;

use crate::code::notice;
use crate::notation::source::Source;

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

/// Aligns what is behind it as the hardware wants a table of buffers.
pub(super) const ALIGNED: &str = "
#if defined(__cplusplus) && __cplusplus >= 201103L
#define mali_instancing_aligned alignas(64)
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define mali_instancing_aligned _Alignas(64)
#elif defined(_MSC_VER)
#define mali_instancing_aligned __declspec(align(64))
#else
#define mali_instancing_aligned __attribute__((aligned(64)))
#endif
";
pub(super) const UNDEFINE_ALIGNED: &str = "\n#undef mali_instancing_aligned";

/// A header that has `body` between its beginning and its end. The guard is named after the header,
/// or after the manifest where the header has no name, and unlike what is `taken`.
pub(crate) fn header(
    source: &Source,
    header_name: Option<&str>,
    taken: &[String],
    body: &str,
) -> String {
    let guard = guard(
        &match header_name {
            Some(header_name) => header_name.to_owned(),
            None => Path::new(source.file_name())
                .with_extension("h")
                .display()
                .to_string(),
        },
        taken,
    );
    format!(
        "/* {} */\n\n#ifndef {guard}\n#define {guard}\n\n{CHECK}{body}\n\
         #undef mali_instancing_check\n\n#endif\n",
        notice(source)
    )
}

/// Checks, in a header, that an array has as many words.
pub(crate) fn check(name: &str, words: usize) -> String {
    format!("mali_instancing_check({name}, {words});\n")
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
pub(crate) fn reserved(name: &str) -> Option<&'static str> {
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
