//! A test for each rule, which says the rule.

mod indices;
mod world;

use world::{World, source};
