//! A soft driver: the programs of an application, whose draws a model of the hardware runs late and out of order. Every
//! vertex gets the application's data at the time of the draw. The fuzz target `planner` runs it too.

mod application;
mod drawing;
pub(crate) mod driver;
mod format;
mod gpu;
mod memory;
pub(crate) mod program;
mod reference;
pub(crate) mod runs;
