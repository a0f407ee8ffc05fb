//! Varyings: the values that a vertex stage passes to a fragment stage, by `mali-varyings`.
//!
//! Two stages become a `linkage` in the caller's memory: from the `declaration`s and `built_ins` of their shaders, or
//! from the `slots` of a driver's compiler, which has no names. `memory`, `descriptors` and `capture` take a linkage,
//! and return places, descriptors and captured spans. `registers` needs none: it packs one stage's varyings as GLSL ES
//! counts them.

pub mod built_ins;
pub mod capture;
pub mod declaration;
pub mod descriptors;
pub mod linkage;
pub mod memory;
pub mod registers;
pub mod slots;
