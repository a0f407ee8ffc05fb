//! Any script: it is refused with one of its lines, or planned and written as JSON, whose totals are those of its
//! calls.

use mali_buffers_script::PlannedScript;
use mali_instancing_codegen::{Source, TextError};
use mali_instancing_inspect::to_json;
use serde_json::Value;

use crate::manifest::check_refusal;

/// The size of a script's memory, in bytes: enough to draw, and quick to fill.
const LIMIT: u64 = 1 << 22;

/// Checks a script in both notations.
pub fn check(script: &[u8]) {
    for name in ["s.toml", "s.json"] {
        match plan(name, script) {
            Ok(json) => check_plan(&json),
            Err(refusal) => check_refusal(name, script, &refusal.to_string()),
        }
    }
}

fn plan(name: &str, script: &[u8]) -> Result<String, TextError> {
    let script = Source::new(name, script.to_owned())?;
    Ok(to_json(&PlannedScript::new(&script, LIMIT)?))
}

fn check_plan(json: &str) {
    let plan: Value = serde_json::from_str(json).expect("plan writes JSON");
    let calls = plan["calls"].as_array().expect("an array of calls");
    let totals = &plan["totals"];
    let of_all = |member: &str| -> u64 {
        // The line that closes a line loop is a draw within the call of another draw.
        let draws = calls
            .iter()
            .flat_map(|call| [call, &call["segments"]["closing"]]);
        draws.filter_map(|draw| draw[member].as_u64()).sum()
    };
    let sum = of_all("bytes_copied") + of_all("bytes_copied_before_error");
    assert_eq!(totals["bytes_copied"], sum, "bytes copied");
    assert_eq!(
        totals["bytes_in_place"],
        of_all("bytes_in_place"),
        "bytes in place"
    );
    let copied = ["bytes_streamed", "static_bytes", "constant_bytes"];
    let copied = copied.map(|kind| totals[kind].as_u64().expect("a number"));
    assert_eq!(totals["bytes_copied"], copied.iter().sum::<u64>());
    for call in calls {
        let error = call["error"].as_str().unwrap_or_default();
        // The memory exists, and the simulated driver waits when it must.
        for fault in [
            "cannot be written",
            "has no address",
            "must be finished",
            "out of order",
        ] {
            assert!(!error.contains(fault), "{error}");
        }
    }
}
