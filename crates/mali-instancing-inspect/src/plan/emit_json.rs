//! JSON: a call a line, and what all draws come to.

use super::simulation::Run;
use mali_instancing_codegen::output::json::write_array;

pub(super) fn emit(run: &Run) -> String {
    let mut calls = String::new();
    write_array(&mut calls, "calls", &run.calls).expect("a String takes any text");
    let totals = serde_json::to_string(&run.totals).expect("totals are numbers");
    format!("{{{calls}, \"totals\": {totals}}}\n")
}
