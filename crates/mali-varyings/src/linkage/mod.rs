//! The one way from declarations to slots: the varyings of two stages are matched and located, and become the slots
//! that a driver has of them. Nothing in `slots` knows of declarations.
//!
//! A `Linkage` (`linked`) is made in these steps, each stage having an `Interface`:
//!
//! 1. `interface` takes the declarations of the vertex stage. It places those with a location, then the others: in the
//!    order of declaration if the stages are compiled together, in that of names (`named`) if they are compiled
//!    separately.
//! 2. The inputs of the fragment stage follow. Compiled together, an input without a location takes that of its
//!    namesake, or locations that no output has. Compiled separately, the inputs are placed as the outputs are, without
//!    a look at the other stage.
//! 3. `matching` checks each input against its namesake, or against the outputs that have components of its locations,
//!    by the rules of the API.
//! 4. `outputs` and `inputs` make slots of what is left, with the built-in variables (`built_ins`) before the
//!    application's.
//!
//! After step 2 every varying has a location. From there on names count only where the members of blocks and structures
//! are compared, and in separately compiled stages, where namesakes must have got the same location.
//!
//! `exact` compares the declarations of two separable programs as OpenGL ES demands it. It needs no `Linkage`.

mod built_ins;
mod exact;
mod interface;
mod linked;
mod matching;
mod named;

pub use built_ins::BuiltIns;
pub use exact::check_exact_match;
pub use interface::Interface;
pub use linked::{Linkage, Linking};
pub use matching::Matching;
pub use named::NamedVarying;
