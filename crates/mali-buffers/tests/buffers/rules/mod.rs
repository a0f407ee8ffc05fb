//! A test for each rule, with the rule as its name.

mod changes;
mod checks;
mod errors;
mod places;
mod world;

use world::{ADDRESS, Blocks, Draw, MESHES, array, points, source};
pub(crate) use world::{World, id};
