//! Scripts that are run.

use mali_buffers_script::{MEMORY_LIMIT, PlannedScript};
use mali_instancing_codegen::Source;
use serde_json::Value;

/// The results of a script, as text and as data, and its errors.
pub(crate) struct Plan {
    pub(crate) text: String,
    pub(crate) calls: Vec<Value>,
    pub(crate) totals: Value,
    pub(crate) errors: Vec<String>,
}

impl Plan {
    /// The results of a script that is run in at most `limit` bytes, or the error that ends it.
    pub(crate) fn within(limit: u64, script: &str) -> Result<Self, String> {
        let source = Source::new("script.toml", script.to_owned().into()).unwrap();
        let planned = PlannedScript::new(&source, limit).map_err(|error| error.to_string())?;
        let mut plan = serde_json::to_value(&planned).unwrap();
        let Value::Array(calls) = plan["calls"].take() else {
            panic!("calls are an array");
        };
        Ok(Self {
            text: planned.to_string(),
            calls,
            totals: plan["totals"].take(),
            errors: planned.errors.iter().map(ToString::to_string).collect(),
        })
    }

    /// The results of a script of which some calls may be refused.
    #[track_caller]
    pub(crate) fn with_errors(script: &str) -> Self {
        Self::within(MEMORY_LIMIT, script).unwrap()
    }

    /// The results of a script of which no call is refused.
    #[track_caller]
    pub(crate) fn of(script: &str) -> Self {
        let plan = Self::with_errors(script);
        assert!(plan.errors.is_empty(), "{:?}", plan.errors);
        plan
    }

    /// A call, counted from 1.
    pub(crate) fn call(&self, number: usize) -> &Value {
        &self.calls[number - 1]
    }

    /// A total of all draws.
    #[track_caller]
    pub(crate) fn total(&self, key: &str) -> u64 {
        self.totals[key].as_u64().unwrap()
    }

    /// Whether the text has that line, with the columns' widths left aside.
    #[track_caller]
    pub(crate) fn assert_line(&self, line: &str) {
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let has = self.text.lines().any(|other| words(other) == line);
        assert!(has, "no `{line}` in\n{}", self.text);
    }
}
