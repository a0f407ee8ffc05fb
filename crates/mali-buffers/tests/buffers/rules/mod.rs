//! A test for each rule, which says the rule.

mod changes;
mod checks;
mod errors;
mod places;
mod words;
mod world;

use world::{ADDRESS, Blocks, Everywhere, MESHES, World, array, id, points, source};
