//! A test for each rule, with the rule as its name.

mod changes;
mod checks;
mod errors;
mod places;
mod world;

use world::{ADDRESS, Draw, MESHES, World, array, id, points, source};
pub(crate) use world::{Blocks, Data};
