//! The parts that every generated header has: a notice, a guard, and a check of its arrays' sizes.

use std::path::Path;

use crate::code::naming::Naming;
use crate::code::{C_COMMENT, notice};

/// The check's own names have lower-case letters, unlike descriptors' names. The check mentions every
/// array, so that no compiler warns of an unused one in a file that only includes the header.
const CHECK: &str = "\
#include <stdint.h>

#if defined(__cplusplus) && __cplusplus >= 201103L
#define mali_inst_check_words(name, words) \\
    static_assert(sizeof(name) == 4 * (words), #name \" is not \" #words \" words of 32 bits\")
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define mali_inst_check_words(name, words) \\
    _Static_assert(sizeof(name) == 4 * (words), #name \" is not \" #words \" words of 32 bits\")
#else
#define mali_inst_check_words(name, words) \\
    typedef char mali_inst_words_of_##name[sizeof(name) == 4 * (words) ? 1 : -1]
#endif
";

/// The alignment of the next constant, which the hardware requires for a table of buffers.
pub(super) const ALIGNED: &str = "
#if defined(__cplusplus) && __cplusplus >= 201103L
#define mali_inst_aligned alignas(64)
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define mali_inst_aligned _Alignas(64)
#elif defined(_MSC_VER)
#define mali_inst_aligned __declspec(align(64))
#else
#define mali_inst_aligned __attribute__((aligned(64)))
#endif
";
pub(super) const ALIGNED_CONSTANT: &str = "mali_inst_aligned ";
pub(super) const UNDEFINE_ALIGNED: &str = "\n#undef mali_inst_aligned";

/// C linkage for declarations whose names a C++ compiler must not change.
pub(super) const BEGIN_C_LINKAGE: &str = "
#ifdef __cplusplus
extern \"C\" {
#endif
";
pub(super) const END_C_LINKAGE: &str = "
#ifdef __cplusplus
}
#endif
";

/// A header with `body` between its beginning and its end.
#[must_use]
pub fn header(manifest: &str, naming: Naming, body: &str) -> String {
    let of_manifest = || Path::new(manifest).with_extension("h");
    let path = naming.header.map_or_else(of_manifest, Path::to_owned);
    let guard = guard(&path, body);
    format!(
        "{}\n#ifndef {guard}\n#define {guard}\n\n{CHECK}{body}\n\
         #undef mali_inst_check_words\n\n#endif\n",
        notice(manifest, C_COMMENT)
    )
}

/// A check, in a header, that an array has `words` words.
#[must_use]
pub fn check(name: &str, words: usize) -> String {
    format!("mali_inst_check_words({name}, {words});\n")
}

/// A macro's name that no other header has: the file's name, and a digest of its path and of the header's
/// declarations. Letters beyond ASCII become their code points.
fn guard(path: &Path, body: &str) -> String {
    let file_name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut guard = "MALI_INST_".to_owned();
    for character in file_name.chars() {
        if character.is_ascii_alphanumeric() {
            guard.push(character.to_ascii_uppercase());
        } else if !character.is_ascii() {
            guard = format!("{guard}U{:04X}", u32::from(character));
        } else if !guard.ends_with('_') {
            guard.push('_');
        }
    }
    // No path has a byte of 0, so no other path and body are the same bytes.
    let digest = digest(format!("{}\0{body}", path.display()).as_bytes());
    format!("{}_{digest:08X}", guard.trim_end_matches('_'))
}

/// FNV-1a, so that the same bytes have the same guard on every machine.
fn digest(bytes: &[u8]) -> u32 {
    // 0x0100_0193 is the prime of FNV with 32 bits, and 0x811c_9dc5 its offset basis.
    let add = |digest: u32, byte: &u8| (digest ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    bytes.iter().fold(0x811c_9dc5, add)
}
