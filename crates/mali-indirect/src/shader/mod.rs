//! The source of the arithmetic, in every language.
//!
//! It is written once, in `functions.wgsl`. Only the functions below differ between the languages by more than
//! notation.

mod language;
mod translation;

use alloc::string::String;

pub use language::Language;
pub(crate) use translation::translate;

const FUNCTIONS: &str = include_str!("functions.wgsl");
const MULTIPLY_HIGH: &str = include_str!("multiply_high.wgsl");

/// The licence of all sources that this crate writes, as their comment.
pub(crate) const LICENCE: &str = "// SPDX-License-Identifier: MIT OR Apache-2.0\n";

/// The number of zero bits above the highest set bit; 32 for 0.
const LEADING_ZEROS_WGSL: &str = "fn mali_inst_leading_zeros(value: u32) -> u32 {
    return countLeadingZeros(value);
}
";
const LEADING_ZEROS_GLSL: &str = "uint mali_inst_leading_zeros(uint value) {
    // In GLSL ES, findMSB has low precision, so that uint(-1) may not have 32 bits.
    if (value == 0u) {
        return 32u;
    }
    return 31u - uint(findMSB(value));
}
";
const LEADING_ZEROS_OPENCL: &str = "uint mali_inst_leading_zeros(uint value) {
    return clz(value);
}
";
const MULTIPLY_HIGH_OPENCL: &str = "// The upper half of a product.
uint mali_inst_multiply_high(uint left, uint right) {
    return mul_hi(left, right);
}
";

/// The source of functions that pad, divide and pack descriptors. Put it before a shader's own source.
///
/// Every name begins with `mali_inst_` or `MALI_INST_`, and a type's with `MaliInst`.
/// `docs/reference/indirect-kernels.md` describes them. For GLSL ES, the source sets high precision. It has no `#version` line.
/// The first line is the licence.
///
/// ```
/// use mali_indirect::{Language, functions};
///
/// let text = functions(Language::OpenCl);
/// assert!(text.contains("uint mali_inst_padded_bits(uint vertices, uint padding, uint idvs) {"));
/// ```
#[must_use]
pub fn functions(language: Language) -> String {
    let mut text = String::from(LICENCE) + "\n";
    // The first paragraph is the comment of the whole text, and stays at the top.
    let head = FUNCTIONS.find("\n\n").map_or(0, |end| end + 2);
    text.push_str(&FUNCTIONS[..head]);
    // These two functions come first, because GLSL and OpenCL C require a declaration before a call.
    match language {
        Language::Wgsl => text.push_str(LEADING_ZEROS_WGSL),
        Language::GlslEs => {
            text.push_str("precision highp int;\n\n");
            text.push_str(LEADING_ZEROS_GLSL);
        }
        Language::Glsl => text.push_str(LEADING_ZEROS_GLSL),
        Language::OpenCl => text.push_str(LEADING_ZEROS_OPENCL),
    }
    text.push('\n');
    match language {
        Language::OpenCl => text.push_str(MULTIPLY_HIGH_OPENCL),
        _ => text.push_str(&translate(MULTIPLY_HIGH, language)),
    }
    text.push('\n');
    text.push_str(&translate(&FUNCTIONS[head..], language));
    text
}
