//! A soft driver: the programs of an application, whose draws a model of the hardware runs late and out of order. Every
//! vertex gets the application's data at the time of the draw. The fuzz target `planner` runs it too.
//!
//! * `program` generates programs: calls that change buffers and arrays, draw, submit and wait.
//! * `driver` runs the calls, with two contexts that share the buffers. `application` is its side of the application.
//! * `drawing` makes a call's draw, asks `reference` what it must draw or which errors it may have, and gives it to the
//!   planner.
//! * `gpu` keeps the words of the draw, with what the vertices must get. It runs them when the draw is submitted, on
//!   demand, and last when its work is finished, and each time it compares every value.
//! * `memory` is what the GPU reads. It knows the block of each byte and the last work that reads it, so it finds a
//!   byte that is written or freed too early.
//!
//! `reference`, `format` and `runs` do not ask the planner: they compute what is expected from the application's data.
//! The events that a program must have reached are counted in `Driver::events`.

mod application;
mod drawing;
pub(crate) mod driver;
mod format;
mod gpu;
mod memory;
pub(crate) mod program;
mod reference;
pub(crate) mod runs;
