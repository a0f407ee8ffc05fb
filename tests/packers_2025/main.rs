//! Descriptors of Mesa 25.0.7's own packers, of V4 to V10: those of draws are packed, those with every field at
//! random are decoded, or refused at the word that cannot stand there.

mod decoded;
#[path = "../golden/mod.rs"]
mod golden;
mod packed;
