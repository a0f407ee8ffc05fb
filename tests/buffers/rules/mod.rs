//! A test for each rule, which says the rule.

mod indices;
mod limits;
mod world;

use world::{ADDRESS, World, array, id, points, source};
