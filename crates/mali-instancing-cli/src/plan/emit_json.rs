//! JSON: a call a line, and what all draws come to.

use super::simulation::Run;
use crate::json::write_array;

pub(super) fn emit(run: &Run) -> String {
    let mut calls = Vec::new();
    write_array(&mut calls, "calls", &run.calls).expect("a Vec takes any bytes");
    let totals = serde_json::to_string(&run.totals).expect("totals are numbers");
    format!(
        "{{{}, \"totals\": {totals}}}\n",
        String::from_utf8_lossy(&calls)
    )
}
