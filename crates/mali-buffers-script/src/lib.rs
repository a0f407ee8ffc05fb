//! Runs scripts of buffers and draws: updates of buffers, draws, and reports that the GPU has finished, as an application
//! makes them. [`mali_buffers`] plans each draw in memory that records what the draw does with it, and the result tells
//! from which place each draw reads its data, why, and what is written for it.
//!
//! A script is a [`Source`], in TOML or JSON. A [`PlannedScript`] is text for people by `Display`, and data for programs by
//! serde. The crate opens no file, starts no thread, and uses no clock. It builds for `wasm32-unknown-unknown`.

#![cfg_attr(docsrs, feature(doc_cfg))]

// `script` reads the text into calls, with `choices` for keys that are one of several words. `simulation` runs the
// calls one after the other in `memory`, with one planner. `answer` is the data about each call, and writes it as text.
// A wrong key, memory that overlaps, and too much memory end the script. A call that the planner refuses is an error in
// its answer, and the next call runs.
mod answer;
mod choices;
mod memory;
mod script;
mod simulation;

use std::fmt;

use serde::Serialize;

use answer::{CallAnswer, Totals};
use mali_instancing_codegen::{Source, TextError};
pub use memory::LIMIT as MEMORY_LIMIT;
pub use script::Script;

/// The results of a script's calls: where each draw reads its data, and what is written for it.
///
/// ```
/// use mali_buffers_script::{MEMORY_LIMIT, PlannedScript};
/// use mali_instancing_codegen::Source;
///
/// let toml = "[[call]]\nkind = \"draw\"\nmode = \"triangles\"\ncount = 3\n\
///             attributes = [{ client = \"mesh\", format = \"R32G32_SFLOAT\" }]\n";
/// let script = Source::new("frame.toml", toml.into())?;
/// let plan = PlannedScript::new(&script, MEMORY_LIMIT)?;
/// assert!(plan.errors.is_empty());
/// assert!(plan.to_string().contains("streamed"));
/// let plan = serde_json::to_value(&plan).unwrap();
/// assert_eq!(plan["totals"]["bytes_streamed"], 24);
/// # Ok::<(), mali_instancing_codegen::TextError>(())
/// ```
#[derive(Serialize)]
pub struct PlannedScript {
    calls: Vec<CallAnswer>,
    totals: Totals,
    /// The calls that were refused.
    #[serde(skip)]
    pub errors: Vec<TextError>,
}

impl PlannedScript {
    /// Runs a script in at most `memory_limit` bytes of memory at a time, [`MEMORY_LIMIT`] at most.
    ///
    /// # Errors
    ///
    /// Any error in the script, except calls that are refused: the script continues without them, as GL does.
    pub fn new(script: &Source, memory_limit: u64) -> Result<Self, TextError> {
        simulation::run(script, memory_limit.min(MEMORY_LIMIT))
    }
}

/// Writes a paragraph for each call, and the totals of all draws.
impl fmt::Display for PlannedScript {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut calls = self.calls.iter();
        calls.try_for_each(|call| writeln!(formatter, "{call}"))?;
        self.totals.fmt(formatter)
    }
}

/// The README's example, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
