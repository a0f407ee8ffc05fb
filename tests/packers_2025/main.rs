//! Descriptors of Mesa 25.0.7's own packers, of V4 to V10. Those of draws are packed; those with random values in
//! every field are decoded, or refused at the word that is not valid.

mod decoded;
#[path = "../golden/mod.rs"]
mod golden;
mod packed;
