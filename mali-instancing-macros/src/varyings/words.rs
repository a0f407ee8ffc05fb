//! The words of a declaration, and their names in the library.

use proc_macro2::Ident;
use quote::format_ident;

use super::varying::Stages;

pub(super) const INTERPOLATIONS: [(&str, &str); 3] = [
    ("smooth", "Smooth"),
    ("flat", "Flat"),
    ("noperspective", "Noperspective"),
];

pub(super) const SAMPLINGS: [(&str, &str); 2] = [("centroid", "Centroid"), ("sample", "Sample")];

pub(super) const PRECISIONS: [(&str, &str); 3] =
    [("highp", "High"), ("mediump", "Medium"), ("lowp", "Low")];

/// The stage that a declaration names, if it names one.
pub(super) const STAGES: [(&str, Stages); 3] = [
    ("out", Stages::Vertex),
    ("in", Stages::Fragment),
    ("varying", Stages::Both),
];

pub(super) const TYPES: [(&str, &str); 36] = [
    ("float", "Float"),
    ("vec2", "Vec2"),
    ("vec3", "Vec3"),
    ("vec4", "Vec4"),
    ("int", "Int"),
    ("ivec2", "Ivec2"),
    ("ivec3", "Ivec3"),
    ("ivec4", "Ivec4"),
    ("uint", "Uint"),
    ("uvec2", "Uvec2"),
    ("uvec3", "Uvec3"),
    ("uvec4", "Uvec4"),
    ("float16_t", "F16"),
    ("f16vec2", "F16vec2"),
    ("f16vec3", "F16vec3"),
    ("f16vec4", "F16vec4"),
    ("int16_t", "I16"),
    ("i16vec2", "I16vec2"),
    ("i16vec3", "I16vec3"),
    ("i16vec4", "I16vec4"),
    ("uint16_t", "U16"),
    ("u16vec2", "U16vec2"),
    ("u16vec3", "U16vec3"),
    ("u16vec4", "U16vec4"),
    ("mat2", "Mat2"),
    ("mat3", "Mat3"),
    ("mat4", "Mat4"),
    ("mat2x2", "Mat2"),
    ("mat2x3", "Mat2x3"),
    ("mat2x4", "Mat2x4"),
    ("mat3x2", "Mat3x2"),
    ("mat3x3", "Mat3"),
    ("mat3x4", "Mat3x4"),
    ("mat4x2", "Mat4x2"),
    ("mat4x3", "Mat4x3"),
    ("mat4x4", "Mat4"),
];

/// GLSL's `dvec2` and `dmat3x2`, and the names of its extensions: `double`, `i64vec2`, `float64_t`.
pub(super) fn is_64_bits(name: &str) -> bool {
    name.contains("64")
        || ["double", "dvec", "dmat"]
            .iter()
            .any(|prefix| name.starts_with(prefix))
}

pub(super) fn find(words: &[(&str, &str)], word: &Ident) -> Option<Ident> {
    let (_, variant) = words.iter().find(|(name, _)| word == name)?;
    Some(format_ident!("{variant}"))
}
