//! A test for each rule, which says the rule.

mod abandoned;
mod bounds;
mod constants;
mod copies;
mod errors;
mod extremes;
mod far;
mod in_place;
mod indices;
mod limits;
mod residence;
mod robust;
mod streamed;
mod unchanged;
mod unchecked;
mod volatile;
mod words;
mod world;

use world::{ADDRESS, Blocks, Everywhere, World, array, id, points, source};
